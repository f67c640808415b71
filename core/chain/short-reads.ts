// Reads that end earlier than they should: an upstream may have several caches that know nothing of one another, or forget one at any
// time. What such a request was to read, the cache that was asked did not hold, whatever we have changed behind it.

import type { Usage } from '../ledger/usage.ts'
import { inexact } from './counted.ts'
import { charactersLeftOpen, type SentConversation } from './sent-conversation.ts'

/** A read may end at the step before, and counts differ by as much. */
const inexactTokens = 130

/**
 * Whether the provider has read less than up to the end of this turn, which the request before had sent as it is now. That request's count
 * tells how many tokens those were at least; without one nothing does.
 */
export const isReadShortOf = (sent: SentConversation, usage: Usage, turn: number): boolean => {
  const { previous, isNext, isFrameNew, unreadable, freshCharacters, movedTokens, bodyCharacters } = sent
  const end = sent.ends.find((one) => one.turn === turn)
  const isCounted = isNext && !isFrameNew && !unreadable && charactersLeftOpen(sent) === 0
  if (end === undefined || !isCounted || usage.cacheUntold === true) return false
  const perCharacter = usage.inputTokens / Math.max(1, bodyCharacters)
  const behind = (end.charactersBehind - freshCharacters) * perCharacter * inexact
  return usage.cacheReadTokens < (previous?.inputTokens ?? 0) - movedTokens - behind - inexactTokens
}

/** Whether the cache that was asked does not hold this end, which it should have read. Where reads end anywhere it holds it from now on. */
export const isLeftUnread = (sent: SentConversation, usage: Usage, turn: number): boolean =>
  sent.asked.surelyEnds !== 'anywhere' &&
  turn <= (sent.readable?.turn ?? 0) &&
  turn < (sent.changedTurn ?? Number.POSITIVE_INFINITY) &&
  isReadShortOf(sent, usage, turn)
