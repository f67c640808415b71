// Prompts that are so short, or shortened by so little, that shortening could cost more than it saves: what falls below the least length
// that a provider caches is paid in full each time, and what is read in steps may end less luckily within a step.

import type { PriceRow } from '../caches/rules.ts'
import { type Balance, maxDebtShare } from './warm-move.ts'

/** Tokens of a character where nobody has counted: prose has four characters to a token, some scripts one. */
export const fewestTokensPerCharacter = 0.2
const mostTokensPerCharacter = 1
/** What was counted before may be off by so much. */
export const inexact = 1.3

export interface PromptSizes {
  /** Of the body as received, and as it would be forwarded. */
  readonly characters: number
  readonly shortCharacters: number
  /** Of the part that no earlier request carried. */
  readonly freshCharacters: number
  /** Taken out of what no record speaks of. */
  readonly deletedOfNew: number
  /** What the conversation has cost and saved so far. */
  readonly balance: Balance
  /** Absent: nobody has counted any request of this conversation. */
  readonly tokensPerCharacter?: number
}

/** Tokens of a character of this prompt: at least, and at most. What was counted on less text than is new tells little of that. */
const rangeOf = ({
  characters,
  freshCharacters,
  tokensPerCharacter,
}: PromptSizes): readonly [low: number, high: number] => {
  if (tokensPerCharacter === undefined) return [fewestTokensPerCharacter, mostTokensPerCharacter]
  const [low, high] = [tokensPerCharacter / inexact, tokensPerCharacter * inexact]
  const isMostlyNew = freshCharacters > characters / 2
  return isMostlyNew ? [Math.min(low, fewestTokensPerCharacter), Math.max(high, mostTokensPerCharacter)] : [low, high]
}

/** Whether the prompt would perhaps not be cached when it is shorter. What would not be cached as it came is no exception: it grows. */
export const fallsBelowLeast = (sizes: PromptSizes, { leastTokens }: Pick<PriceRow, 'leastTokens'>): boolean =>
  sizes.shortCharacters < sizes.characters && sizes.shortCharacters * rangeOf(sizes)[0] < leastTokens.to

/**
 * Whether what earlier requests carried might be cached as it was sent, and by itself perhaps not when it is shorter. A branch that
 * goes on from there would have to travel whole, and its provider would hold none of that. What a branch finds is less sure: it may
 * have the record of a sibling.
 */
export const leavesBranchesBelowLeast = (
  shorter: PromptSizes,
  asSent: PromptSizes,
  { leastTokens }: Pick<PriceRow, 'leastTokens'>,
): boolean => {
  const [, most] = rangeOf(asSent)
  const [least] = rangeOf({ ...shorter, freshCharacters: 0 })
  const sentBefore = asSent.shortCharacters - asSent.freshCharacters
  const shortened = shorter.shortCharacters - shorter.freshCharacters
  return sentBefore * most >= leastTokens.from && (shortened * least) / inexact < leastTokens.to
}

/**
 * Whether a deletion is so small that a read which ends badly within a step could make the conversation dearer: neither what it saves
 * with this request nor what was saved so far covers that, and it is no negligible part of the bill. Reads end well as often.
 */
export const isLessThanAStep = (
  { characters, shortCharacters, deletedOfNew, balance, tokensPerCharacter = fewestTokensPerCharacter }: PromptSizes,
  { stepTokens = 0, read }: Pick<PriceRow, 'stepTokens' | 'read'>,
): boolean => {
  if (stepTokens === 0 || shortCharacters >= characters) return false
  const savedNow = (deletedOfNew + (characters - shortCharacters - deletedOfNew) * read) * tokensPerCharacter
  const covered = savedNow + balance.savedEffectiveTokens + maxDebtShare * balance.paidEffectiveTokens
  return (1 - read) * stepTokens > covered
}
