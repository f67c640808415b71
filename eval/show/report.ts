// What is shown as lines of a terminal.

import type { AbstentionReason } from '../../core/compressor/contract.ts'
import { withoutControls } from '../../core/text/controls.ts'
import type { PinReason } from '../../core/transcript/may-be-shortened.ts'
import type { Money } from '../../local/show/money.ts'
import { markedText, type Shown } from '../../local/show/shown.ts'
import { aligned } from '../../testkit/report/table.ts'

/** Why a text stays, in words: pins, and what the engine says of a text that it leaves. */
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

const isReason = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code)

/** A line for each reason for which a text stays. */
const reasonLines = (shown: readonly Shown[]): string[] => {
  const codes = new Set(shown.flatMap(({ kept, why }) => (kept === undefined ? [why] : [])))
  const lines = [...codes].filter(isReason).map((code) => `${code}: ${reasons[code]}`)
  return lines.length === 0 ? [] : ['', ...lines]
}

const percent = (part: number, whole: number): string => (whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`)

const lineOf = ({ message, tokens, tokensLeft, why }: Shown): string[] => [
  String(message),
  why,
  String(tokens),
  String(tokensLeft),
  percent(tokens - tokensLeft, tokens),
]

/** A row for each text, and the sum. */
export const tableOf = (shown: readonly Shown[], money: Money): string => {
  const tokens = shown.reduce((sum, one) => sum + one.tokens, 0)
  const gone = tokens - shown.reduce((sum, one) => sum + one.tokensLeft, 0)
  if (shown.length === 0)
    return 'No text in it may be shortened: there is no result of a tool, and no long text of a user.'
  const rows = aligned([['message', 'why', 'tokens', 'left', 'less'], ...shown.map(lineOf)], 2)
  return `${[...rows, ...reasonLines(shown)].join('\n')}\n\n${shown.length} texts with ${tokens} tokens: ${gone} go (${percent(gone, tokens)})${money(gone)}`
}

/** A session file holds whatever an agent has read: a terminal obeys nothing of it. */
const harmless = (text: string): string =>
  text
    .split('\n')
    .map((line) => withoutControls(line.replaceAll('\t', '  ')))
    .join('\n')

/** Every text of which something goes. */
export const textsOf = (shown: readonly Shown[]): string =>
  shown
    .filter(({ kept }) => kept !== undefined)
    .map((one) => `--- message ${one.message}: ${one.why}\n${harmless(markedText(one))}\n`)
    .join('\n')
