// helene-1 deletes words from English prose. It pins what must stay, then removes words in the order in which the text loses
// least: to the rate asked for or, without one, as long as they are dispensable. Knows nothing of how words are weighed.

import type { AbstentionReason } from '../../../core/compressor/contract.ts'
import { classAt, isWhiteSpace } from '../../text/characters.ts'
import { Columns } from '../../text/columns.ts'
import { routeBlocks } from '../../text/router.ts'
import { sourceOf } from '../../text/source.ts'
import { countTokens } from '../../text/tokens.ts'
import type { Engine, EngineParameters, EngineResult } from '../engine.ts'
import { bindMarks } from './cutting/bindings.ts'
import { countKept } from './cutting/kept-tokens.ts'
import { orderWords, type RemovalRanks } from './cutting/order.ts'
import { type Aim, select } from './cutting/select.ts'
import { passesGate } from './gating/gate.ts'
import { countWords, isEnglish, isShortEnglish, isSurelyEnglish } from './gating/language.ts'
import { refusedBlocks, refusedCharacters } from './gating/pre-gate.ts'
import { joinGroups } from './reading/groups.ts'
import { pairMarks } from './reading/pairs.ts'
import { type Prose, readProse } from './reading/prose.ts'
import type { Languages } from './weighing/other-languages.ts'
import { type Exceptions, pin } from './weighing/pins.ts'
import { thresholds } from './weighing/thresholds.ts'

const isBlank = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (!isWhiteSpace(classAt(text, at))) return false
  return true
}

/** Why the words of a text rule it out; `undefined` if they do not. */
const refusedWords = (
  { parts }: Prose,
  rate: number | undefined,
  languages: Languages,
): AbstentionReason | undefined => {
  const counts = countWords(parts)
  if (counts.words * 2 < counts.primaries) return 'structured'
  if (!(languages === 'all' ? isSurelyEnglish(counts) : isEnglish(counts))) {
    if (!isShortEnglish(counts)) return 'language-not-covered'
    if (rate === undefined) return 'already-compressed'
  }
  const shortened = counts.articles * 1000 < thresholds.fewestArticles * counts.words
  return shortened && rate === undefined ? 'already-compressed' : undefined
}

const aimOf = (tokens: number, rate: number | undefined, { last, lastDispensable }: RemovalRanks): Aim => {
  const tolerance = Math.max(1, Math.floor((tokens * thresholds.tolerance) / 1000))
  if (rate !== undefined) return { tokens, target: Math.round((1 - rate) * tokens), tolerance, until: last }
  return {
    tokens,
    target: Math.ceil((tokens * (100 - thresholds.mostRemoved)) / 100),
    tolerance: 0,
    until: lastDispensable,
  }
}

const savesTooLittle = (before: number, after: number): boolean =>
  before - after < thresholds.leastSavedTokens || (before - after) * 100 < thresholds.leastSavedShare * before

/** Enough for a text of some hundred thousand characters. */
const columns = new Columns(1 << 24)

/** The prose of a text laid out, or why the engine abstains from the text. */
const layOut = (text: string, rate: number | undefined, languages: Languages): Prose | AbstentionReason => {
  columns.begin()
  const source = sourceOf(text, columns)
  const blocks = routeBlocks(text)
  const refused = refusedCharacters(source.units) ?? refusedBlocks(text, blocks)
  if (refused !== undefined) return refused
  const prose = readProse(
    source,
    blocks.flatMap(({ kind, start, end }) => (kind === 'prose' ? [[start, end] as const] : [])),
    thresholds.mostParts,
  )
  if (prose === undefined) return 'too-large'
  return refusedWords(prose, rate, languages) ?? prose
}

/** How a version of helene-1 weighs the parts of a text. */
export interface Judge {
  /** Sets `score` of every part with a rank of its own, to whole numbers from 0. */
  readonly score: (prose: Prose) => void
  /** Below this score a text loses little. */
  readonly dispensable: number
  readonly exceptions: Exceptions
  readonly languages: Languages
}

const compress = (
  text: string,
  { rate }: EngineParameters,
  { score, dispensable, exceptions, languages }: Judge,
): EngineResult => {
  const isLaidOut = !isBlank(text) && rate !== 0 && text.length <= thresholds.longestText
  const prose = isLaidOut ? layOut(text, rate, languages) : 'too-large'
  const tokensBefore = typeof prose === 'string' ? countTokens(text) : countKept(prose, -1)
  const abstain = (abstained: AbstentionReason): EngineResult => ({ abstained, tokensBefore })
  if (isBlank(text)) return abstain('empty')
  if (rate === 0) return abstain('rate-zero')
  const shortest = rate === undefined ? thresholds.shortestTokens : thresholds.shortestTokensAtRate
  if (tokensBefore < shortest) return abstain('too-short')
  if (typeof prose === 'string') return abstain(prose)
  joinGroups(prose)
  const marks = pairMarks(prose)
  pin(prose, marks, exceptions, languages)
  score(prose)
  const ranks = orderWords(prose, dispensable)
  bindMarks(prose, marks)
  const { kept, removedUpTo, floorReached } = select(prose, aimOf(tokensBefore, rate, ranks))
  // Not the running count of the selection: it is one off if blanks between two line ends come together.
  const tokensAfter = countKept(prose, removedUpTo)
  if (!passesGate(prose, removedUpTo, rate === undefined)) return abstain('rejected-by-gate')
  if (rate === undefined && savesTooLittle(tokensBefore, tokensAfter)) return abstain('saving-under-floor')
  return { kept, tokensBefore, tokensAfter, floorReached: rate !== undefined && floorReached }
}

/**
 * An engine of the family. It meets a rate within 0.5 % of the tokens or one token, whichever is more, if pins and atoms
 * allow; otherwise it removes less. Without a rate it abstains from texts under 96 tokens, with one from texts under 16.
 */
export const heleneEngine = (version: string, judge: Judge): Engine => ({
  version,
  compress: (text, parameters) => compress(text, parameters, judge),
})
