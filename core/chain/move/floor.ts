// Prompts that are so short, or shortened by so little, that shortening could cost more than it saves: what falls below the least length
// that a provider caches is paid in full each time, and what is read in steps may end less luckily within a step.

import type { PriceRow } from '../../caches/rules.ts'
import type { Count } from '../record/counts.ts'
import { type Counted, type Extent, fewestTokensPerCharacter, tokensOf } from './token-bounds.ts'
import { type Balance, maxDebtShare } from './warm-move.ts'

/** Why a prompt travels longer than it could: the words of the receipt's reason. */
export type Held = 'below-cacheable-length' | 'less-than-a-step'

/** Whether the prompt would perhaps not be cached when it is shorter. What would not be cached as it came is no exception: it grows. */
export const fallsBelowLeast = (
  shorter: Extent,
  counted: Counted,
  { leastTokens }: Pick<PriceRow, 'leastTokens'>,
): boolean => tokensOf(shorter, counted)[0] < leastTokens.to

/** Whether, for all that was counted a turn earlier, a prompt might have been too short to be cached. Where nothing was counted, nobody knew less then than now. */
export const wasPerhapsTooShort = (
  counts: readonly Count[] = [],
  { leastTokens }: Pick<PriceRow, 'leastTokens'>,
): boolean => {
  const [last, before] = counts.toReversed()
  if (last === undefined) return false
  return (before?.tokens ?? last.characters * fewestTokensPerCharacter) < leastTokens.to
}

/**
 * Whether this beginning might be cached as it was sent, and by itself perhaps not when it is shorter. A branch that goes on from there
 * would have to travel whole, and its provider would hold none of that.
 */
export const leavesBranchesBelowLeast = (
  shorter: Extent,
  asSent: Extent,
  counted: Counted,
  { leastTokens }: Pick<PriceRow, 'leastTokens'>,
): boolean => tokensOf(asSent, counted)[1] >= leastTokens.from && tokensOf(shorter, counted)[0] < leastTokens.to

/** For less than such a share of a step nothing moves that is cached: each later read may end a step earlier for it, and many in a row may. */
const leastShareOfStep = 0.9

/** What was taken out of a prompt, in tokens, at least; and what may be risked. */
export interface Deletion {
  readonly tokens: number
  /** And at most, where that is asked as well. */
  readonly mostTokens?: number
  /** Out of what no record speaks of. */
  readonly ofNew: number
  /** What is left of the prompt. */
  readonly promptTokens: number
  /** What the conversation has cost and saved so far. */
  readonly balance: Balance
  /** Some of it although it is cached. */
  readonly paid: boolean
}

/** Two later ones. What moves although it is cached begins with the read of its own request. */
const readsEndingBadly = { ofNew: 2, paid: 3 }

/** What a request loses, in effective tokens, whose read ends a step earlier: that step is paid in full, and what has gone is not. */
const lossOfReadEndingBadly = (gone: number, { stepTokens, read }: { stepTokens: number; read: number }): number =>
  (1 - read) * stepTokens - (gone < stepTokens ? gone : read * gone)

/**
 * Sizes of a deletion that may be the worst where reads end badly: the least, which saves least, and a whole step, after which a read ends two
 * steps earlier.
 */
const worstOf = ({ tokens, mostTokens = tokens }: Deletion, stepTokens: number): readonly number[] =>
  tokens < stepTokens && mostTokens >= stepTokens ? [tokens, stepTokens] : [tokens]

/**
 * Whether a deletion is so small that the next reads, should they end badly within a step, could make the conversation dearer: neither what
 * it saves with this request nor what was saved so far covers that, and it is no negligible part of what the bill is then at least.
 */
export const isLessThanAStep = (
  deletion: Deletion,
  { stepTokens = 0, read }: Pick<PriceRow, 'stepTokens' | 'read'>,
): boolean => {
  const { promptTokens, balance, paid } = deletion
  if (stepTokens === 0 || deletion.tokens <= 0) return false
  if (paid && deletion.tokens < leastShareOfStep * stepTokens) return true
  const paidThen = balance.paidEffectiveTokens + 2 * read * promptTokens
  const reads = paid ? readsEndingBadly.paid : readsEndingBadly.ofNew
  return worstOf(deletion, stepTokens).some((tokens) => {
    const ofNew = (deletion.ofNew * tokens) / deletion.tokens
    const savedNow = ofNew + (tokens - ofNew) * read
    const covered = savedNow + balance.savedEffectiveTokens + maxDebtShare * paidThen
    return reads * lossOfReadEndingBadly(tokens, { stepTokens, read }) > covered
  })
}
