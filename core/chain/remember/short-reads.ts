// Reads that end earlier than they should: an upstream may have several caches that know nothing of one another, or forget one at any
// time. No change of ours is to blame where what stands before it was not read.

import type { Usage } from '../../ledger/usage.ts'
import { inexact, mostTokensPerCharacter } from '../move/token-bounds.ts'
import type { SentConversation } from './sent-conversation.ts'

/** A read may end at the step before, and counts differ by as much. */
export const inexactTokens = 130

/** The most tokens that so many characters of this request may have. */
export const mostTokensOf = (
  characters: number,
  { bodyCharacters }: Pick<SentConversation, 'bodyCharacters'>,
  { inputTokens }: Usage,
): number => characters * Math.max(mostTokensPerCharacter, (inexact * inputTokens) / Math.max(1, bodyCharacters))

/**
 * Whether the provider has read less than up to the end of this turn, which the request before had sent as it is now. That request's count
 * tells how many tokens those were, less the most that stood behind it; without one, or where it ended in what this request may not have, nothing does.
 */
export const isReadShortOf = (sent: SentConversation, usage: Usage, turn: number): boolean => {
  const { previous, isNext, areTextsNew, unreadable, freshCharacters, movedTokens } = sent
  const end = sent.ends.find((one) => one.turn === turn)
  const isCounted = isNext && !areTextsNew && !unreadable && previous?.openCharacters === undefined
  if (end === undefined || !isCounted || usage.cacheUntold === true) return false
  const behind = mostTokensOf(end.charactersBehind - freshCharacters, sent, usage)
  return usage.cacheReadTokens < (previous?.inputTokens ?? 0) - movedTokens - behind - inexactTokens
}

/** Whether the provider has not read what stands before all that this request has changed: no change of ours is to blame. */
export const isShort = (sent: SentConversation, usage: Usage): boolean =>
  sent.unchangedTurn !== undefined && isReadShortOf(sent, usage, sent.unchangedTurn)

/** Whether the cache that was asked does not hold that. Behind other settings it may hold it all the same. */
export const isHeldElsewhere = (sent: SentConversation, usage: Usage): boolean =>
  !sent.isFrameNew && isShort(sent, usage)

/** Whether the cache that was asked does not hold this end, which it should have read. Where reads end anywhere it holds it from now on. */
export const isLeftUnread = (sent: SentConversation, usage: Usage, turn: number): boolean =>
  sent.asked.surelyEnds !== 'anywhere' &&
  turn <= (sent.readable?.turn ?? 0) &&
  turn < (sent.changedTurn ?? Number.POSITIVE_INFINITY) &&
  isReadShortOf(sent, usage, turn)
