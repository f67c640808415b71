// The token counts of a proxied exchange's receipt: what the provider reports, what we saved of it, what our changes cost.

import { pricesOf } from '../../caches/rows.ts'
import { isCaching } from '../../chain/held/evidence.ts'
import type { PlacedSegment } from '../../chain/move/layout.ts'
import {
  charactersBehindMoved,
  charactersUnread,
  isBackAfterChange,
  isBehindNewTexts,
  isForgotten,
  isShortOfUnseen,
  tokensUpTo,
} from '../../chain/remember/read-up-to.ts'
import { charactersLeftOpen, type SentConversation } from '../../chain/remember/sent-conversation.ts'
import { isShort } from '../../chain/remember/short-reads.ts'
import { noSavings, type Savings } from '../../compaction/background/savings.ts'
import {
  effectiveTokens,
  effectiveTokensRewritten,
  effectiveTokensSaved,
  inHundredths,
  type Saved,
  writtenLongFirst,
} from '../../ledger/effective.ts'
import type { Receipt } from '../../ledger/receipt.ts'
import type { Usage } from '../../ledger/usage.ts'
import { estimatedTokens } from '../../text/estimated-tokens.ts'
import type { ExchangeFacts } from '../exchange-facts.ts'
import type { Reported } from '../meter/meter.ts'
import { isNotServed } from './not-served.ts'
import { areWritesUntold } from './usage-in-part.ts'

export type ReceiptCounts = Pick<
  Receipt,
  'tokensBefore' | 'tokensAfter' | 'effectiveTokensBefore' | 'effectiveTokensAfter' | 'cacheRewriteTokens' | 'estimated'
>

/**
 * Where the provider reports nothing, or nothing of its cache: an estimate, read from the cache as far as the cache may hold what earlier
 * requests sent.
 */
const estimatedUsage = (
  { forwardedCharacters, compaction: { sent } }: ExchangeFacts,
  reported: Usage | undefined,
): Usage => {
  const inputTokens = reported?.inputTokens ?? Math.ceil(estimatedTokens(forwardedCharacters))
  const { cacheWriteTokens = 0, cacheWriteLongTokens = 0, outputTokens = 0 } = reported ?? {}
  const isCached = sent?.warm === true && sent.charactersBehindUnchanged === undefined
  const known = sent?.isFrameNew === false ? sent.bodyCharacters - sent.freshCharacters : sent?.repeatedCharacters
  const repeated = isCached ? (known ?? 0) : 0
  const share = Math.max(0, Math.min(1, repeated / Math.max(1, sent?.bodyCharacters ?? 0)))
  // What was written was not read.
  const mostRead = Math.max(0, inputTokens - cacheWriteTokens - cacheWriteLongTokens)
  const cacheReadTokens = Math.min(mostRead, Math.floor(share * inputTokens))
  return { inputTokens, cacheReadTokens, cacheWriteTokens, cacheWriteLongTokens, outputTokens }
}

/** Whether the provider was ever seen to cache this conversation, or writes it now. */
const isCachingNow = ({ previous }: SentConversation, usage: Usage): boolean =>
  previous === undefined || isCaching(previous.evidence) || usage.cacheWriteTokens + usage.cacheWriteLongTokens > 0

/**
 * Tokens that were not read because of what we changed; `changed`: what stands behind the last end that is read, had nothing been changed, in
 * characters. Where that is all that the request before it sent, the provider has counted it, and reads as much, less a part of a step. It
 * has not where that ended in what the next request does not have, as this one does, or was shortened and this one is not. Where the record could
 * not be read, what is remembered may be of another form. Then the counts of earlier turns tell, and the rate.
 */
const rewrittenTokens = (
  sent: SentConversation,
  usage: Usage,
  { changed, retriedVerbatim }: { readonly changed: number; readonly retriedVerbatim: boolean },
): number => {
  const unread = usage.inputTokens - usage.cacheReadTokens
  const isLast = sent.isNext && !sent.unreadable && !sent.areTextsNew && changed === sent.freshCharacters
  const before = isLast && charactersLeftOpen(sent) === 0 && !retriedVerbatim ? (sent.previous?.inputTokens ?? 0) : 0
  if (before === 0) return Math.min(unread, tokensUpTo(sent, usage)(changed) - usage.cacheReadTokens)
  const readable = before - (before % (sent.prices.stepTokens ?? 1))
  return Math.min(unread, readable - sent.movedTokens - usage.cacheReadTokens)
}

/** What stands behind the end that would have been read, had we changed nothing. Absent: that is what was read. */
const changedOf = ({ retriedVerbatim }: ExchangeFacts, sent: SentConversation, usage: Usage): number | undefined => {
  if (retriedVerbatim) return sent.charactersBehindUnchanged ?? (sent.warm ? sent.freshCharacters : undefined)
  if (sent.unseen === 'kept' && isShortOfUnseen(sent, usage)) return sent.freshCharacters
  // What was not read stands before all that we changed.
  if (isShort(sent, usage) || isBehindNewTexts(sent, usage)) return undefined
  return sent.charactersBehindUnchanged ?? (isCachingNow(sent, usage) ? charactersBehindMoved(sent, usage) : undefined)
}

interface Difference {
  readonly saved: Saved
  /** Tokens that the provider did not read from its cache because we changed them. */
  readonly rewritten: number
  /** Nobody can tell what the provider would have read. */
  readonly isUncertain?: boolean
}

/** Whether a turn begins before the last marker that asks for the longer lifetime, as far as markers are known: nothing behind that is written for it. */
const beginsBeforeLong = ({ asked, prices, ends }: SentConversation): ((turn: number) => boolean) => {
  if (asked.surelyEnds !== 'markers') return () => true
  const asking = asked.markers.filter(({ lifetime }) => lifetime === prices.longLifetime)
  const last = Math.min(...asking.map(({ blocksBehind }) => blocksBehind))
  return (turn) => last < (ends.find((end) => end.turn === turn - 1)?.blocksBehind ?? Number.POSITIVE_INFINITY)
}

/** Tells whether a segment stands before the end of what was written for the longer lifetime. */
const standsInLong = (sent: SentConversation, usage: Usage): ((segment: PlacedSegment) => boolean) => {
  const long = writtenLongFirst(usage)
  if (long === 0) return () => false
  const upTo = tokensUpTo(sent, usage)
  const isAsked = beginsBeforeLong(sent)
  // By its middle: what is written ends at blocks, and the rate within a turn is not exact.
  return ({ charactersBehind, characters, turn }) =>
    isAsked(turn) && upTo(charactersBehind - characters / 2) < usage.cacheReadTokens + long
}

const nowhere: PlacedSegment = { charactersBehind: 0, characters: 0, turn: 0 }

/** Tokens that were saved of the segments of which this holds. */
const savedWhere = (
  { segments }: SentConversation,
  bySegment: readonly number[],
  holds: (segment: PlacedSegment) => boolean,
): number => bySegment.reduce((sum, tokens, index) => (holds(segments[index] ?? nowhere) ? sum + tokens : sum), 0)

/** What the provider would have read and taken in, had it got the original. */
const differenceOf = (facts: ExchangeFacts, usage: Usage, savings: Savings): Difference => {
  const { compaction, retriedVerbatim } = facts
  const { sent } = compaction
  const { tokensSaved, tokensSavedInPrefix, bySegment } = savings
  const readPrefix = usage.cacheReadTokens > 0 ? tokensSavedInPrefix : 0
  if (sent === undefined)
    return { saved: { tokensSaved, tokensSavedOfRead: readPrefix, tokensSavedOfLong: 0 }, rewritten: 0 }
  const changed = changedOf(facts, sent, usage)
  // What unseen answers have left the provider may have forgotten, or not: of a deletion the least is claimed.
  const isPerhapsKept = sent.unseen === 'perhaps kept' && isShortOfUnseen(sent, usage)
  const behind = isPerhapsKept ? sent.freshCharacters : (changed ?? charactersUnread(sent, usage))
  const forgotten = changed !== undefined && sent.mayBeGone && isForgotten(sent, usage)
  const isGone = forgotten !== false
  const isRead = ({ charactersBehind }: PlacedSegment): boolean => charactersBehind > behind && !isGone
  const isLong = standsInLong(sent, usage)
  const tokensSavedOfRead = savedWhere(sent, bySegment, isRead)
  const tokensSavedOfLong = savedWhere(sent, bySegment, (segment) => !isRead(segment) && isLong(segment))
  // A chain that was never read from a cache loses nothing by a change.
  const isCounted = changed !== undefined && !isGone && isCachingNow(sent, usage)
  const rewritten = isCounted ? rewrittenTokens(sent, usage, { changed, retriedVerbatim }) : 0
  // What was sent again as others had sent it the provider may keep as this branch had.
  const isEither = sent.asOthers === true && behind > sent.freshCharacters
  return {
    saved: { tokensSaved, tokensSavedOfRead, tokensSavedOfLong },
    rewritten: Math.round(Math.max(0, rewritten)),
    isUncertain: forgotten === 'unknown' || isEither || isPerhapsKept || isBackAfterChange(sent),
  }
}

/**
 * Counts as saved only what was forwarded shorter; an observed saving is named in the receipt and changes no total.
 * A request that was not served is not charged: it used nothing and saved nothing.
 */
export const receiptCounts = (facts: ExchangeFacts, reported: Reported, savings: Savings): ReceiptCounts => {
  const { compaction, target } = facts
  if (reported === 'not-served' || (reported === undefined && isNotServed(facts.status)))
    return { cacheRewriteTokens: 0, estimated: false }
  const forwarded = compaction.outcome === 'observed' ? noSavings : savings
  // What is told of no cache is exact where nothing can be cached.
  const isTold = reported !== undefined && (reported.cacheUntold !== true || compaction.sent?.warm !== true)
  const usage = isTold ? reported : estimatedUsage(facts, reported)
  const prices = pricesOf(target.provider.prices, compaction.model)
  const effectiveAfter = effectiveTokens(usage, prices)
  const { saved, rewritten, isUncertain } = differenceOf(facts, usage, forwarded)
  const net = effectiveTokensSaved(saved, usage, prices) - effectiveTokensRewritten(rewritten, usage, prices)
  return {
    tokensBefore: usage.inputTokens + forwarded.tokensSaved,
    tokensAfter: usage.inputTokens,
    effectiveTokensBefore: inHundredths(effectiveAfter + net),
    effectiveTokensAfter: inHundredths(effectiveAfter),
    cacheRewriteTokens: rewritten,
    // Nothing was counted of what could not be read, and nobody says how often it was read.
    estimated:
      !isTold ||
      areWritesUntold(usage, compaction.sent) ||
      usage.summed === true ||
      isUncertain === true ||
      (compaction.isEdited === true && compaction.outcome === 'compacted') ||
      savings.estimated ||
      (rewritten > 0 && compaction.sent?.unreadable === true),
  }
}
