// Prompts that are so short, or shortened by so little, that shortening could cost more than it saves: what falls below the least length
// that a provider caches is paid in full each time, and what is read in steps may end less luckily within a step.

import type { PriceRow } from '../caches/rules.ts'

/** Tokens of a character where nobody has counted: prose has four characters to a token, some scripts one. */
export const fewestTokensPerCharacter = 0.2
const mostTokensPerCharacter = 1
/** What was counted before may be off by so much. */
export const inexact = 1.3
/** The share of a request's price that a step may cost. */
const negligible = 0.005

export interface PromptSizes {
  /** Of the body as received, and as it would be forwarded. */
  readonly characters: number
  readonly shortCharacters: number
  /** Of the part that no earlier request carried. */
  readonly freshCharacters: number
  /** What the conversation has saved so far, in effective tokens. */
  readonly savedTokens: number
  /** Absent: nobody has counted any request of this conversation. */
  readonly tokensPerCharacter?: number
}

/** Tokens of a character of this prompt: at least, and at most. */
const rangeOf = ({ tokensPerCharacter }: PromptSizes): readonly [low: number, high: number] =>
  tokensPerCharacter === undefined
    ? [fewestTokensPerCharacter, mostTokensPerCharacter]
    : [tokensPerCharacter / inexact, tokensPerCharacter * inexact]

/** Whether no provider's documents let it cache the prompt, not even as it came. */
export const isSurelyUncached = (sizes: PromptSizes, { leastTokens }: Pick<PriceRow, 'leastTokens'>): boolean =>
  sizes.characters * rangeOf(sizes)[1] < leastTokens.from

/** Whether the prompt would be cached as it came, perhaps, and would not be when it is shorter, perhaps. */
export const fallsBelowLeast = (sizes: PromptSizes, { leastTokens }: Pick<PriceRow, 'leastTokens'>): boolean =>
  sizes.shortCharacters < sizes.characters &&
  !isSurelyUncached(sizes, { leastTokens }) &&
  sizes.shortCharacters * rangeOf(sizes)[0] < leastTokens.to

/** So many ends of reads in a row that come out badly are rare: they come out well as often. */
const stepsToCover = 3

/**
 * Whether the deletion saves less than the end of a read may lose within a step: with every request, or at once with what the
 * conversation has saved already.
 */
export const isLessThanAStep = (
  {
    characters,
    shortCharacters,
    freshCharacters,
    savedTokens,
    tokensPerCharacter = fewestTokensPerCharacter,
  }: PromptSizes,
  { stepTokens = 0, read }: Pick<PriceRow, 'stepTokens' | 'read'>,
): boolean => {
  const saved = (characters - shortCharacters) * tokensPerCharacter
  if (saved <= 0 || saved + savedTokens >= stepsToCover * stepTokens) return false
  const paid = (freshCharacters + (shortCharacters - freshCharacters) * read) * tokensPerCharacter
  return (1 - read) * stepTokens > read * saved + negligible * paid
}
