// What the words mean by which it is told of a text how much of it goes: its kind, how deep the engine goes, or why it stays.

import { wrapped } from '../../bin/usage-text.ts'
import type { ProxiedKind } from '../../core/compaction/decision/budgets.ts'
import type { AbstentionReason } from '../../core/compressor/contract.ts'
import type { PinReason } from '../../core/transcript/may-be-shortened.ts'
import type { Meaning } from './page-frame.ts'

/** Why a text stays: pins, and what the engine says of a text that it leaves. */
const reasons: Readonly<Record<PinReason | AbstentionReason, string>> = {
  'error-result': 'an error that no later turn has answered',
  'file-read': 'text of a file, which the agent quotes',
  instructions: 'what the model is to follow',
  'unknown-call': 'the call that it answers is not in the body',
  'unknown-shape': 'of a shape that the service does not know',
  'user-text': 'what a person said',
  'server-run': 'of a tool that the provider runs: --server-results of the account',
  empty: 'nothing is there',
  'too-short': 'too little is there to be worth a change',
  'too-large': 'more than the engine takes',
  'saving-under-floor': 'too little would go to be worth a change',
  'language-not-covered': 'in a language that the engine does not know',
  listing: 'a listing, which the engine leaves whole',
  binary: 'no text',
  structured: 'of a structure that the engine leaves whole',
  'already-compressed': 'shortened before',
  code: 'code, which the engine leaves whole',
  'rejected-by-gate': 'the last check found something that must stay',
  'rate-zero': 'nothing was asked to go',
  'engine-failed': 'the engine failed on it',
}

/** What a text is that may be shortened. */
const kinds: Readonly<Record<ProxiedKind, string>> = {
  records: 'lists and objects in JSON',
  manual: 'how a command is used',
  details: 'files with their modes, sizes and times',
  tree: 'names of files below their folders',
  names: 'a name or a path on each line',
  tests: 'what a runner of tests reports',
  trace: 'a stack of calls, and what was printed around it',
  steps: 'what a build does, step by step',
  brief: 'at most forty lines that a command printed',
  long: 'more than forty lines that a command printed',
  other: 'no output of a command: a page, a report, an answer',
}

/** What else is said of it, in the words that `shown.ts` says it with. */
const remarks: readonly (readonly [opening: string, word: string, meaning: string])[] = [
  [
    'depth at most',
    'depth',
    'how much the engine may risk on a text of that kind, from 0 (nothing goes) to 1; no share of the text',
  ],
  [
    'only what says nothing',
    'only what says nothing goes',
    'by rules alone: blanks, empty fields, repeats, and the middle of runs of lines that are alike',
  ],
  ['part of a turn', 'part of a turn', 'a part of a message, such as a pasted log; the rest of it stays'],
  ['superseded', 'superseded', 'a later turn has read it again, rewritten it or answered it'],
  ['unused for', 'unused', 'no later turn has quoted or used what was read, for so many turns'],
  ['lines stand again', 'lines stand again', 'later messages, by their numbers, have the same lines: here they go'],
  ['left', 'left', 'the service leaves it as it is'],
]

const isIn = <Words extends object>(word: string, words: Words): word is keyof Words & string =>
  Object.hasOwn(words, word)

/** Nothing for a word that is not known. */
const meaningOf = (part: string): readonly [Meaning] | undefined => {
  if (isIn(part, reasons)) return [[part, reasons[part]]]
  if (isIn(part, kinds)) return [[part, kinds[part]]]
  const [, word, meaning] = remarks.find(([opening]) => part.startsWith(opening)) ?? []
  return word === undefined || meaning === undefined ? undefined : [[word, meaning]]
}

/** What each word means by which these texts are told of, once, in the order in which they stand there. */
export const meaningsIn = (shown: readonly { readonly why: string }[]): readonly Meaning[] => {
  const parts = shown.flatMap(({ why }) => why.split(/[,;] (?=[a-z])/))
  return [...new Map(parts.flatMap((part) => meaningOf(part) ?? []))]
}

/** The same as lines of a terminal. */
export const meaningLines = (meanings: readonly Meaning[]): readonly string[] =>
  meanings.map(([word, meaning]) => wrapped(`${word}: ${meaning}`, '  ').replace(/^ {2}/, ''))
