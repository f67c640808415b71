// The token counts of a proxied exchange's receipt: what the provider reports, what we saved of it, what our changes cost.

import type { Savings } from '../compaction/savings.ts'
import { effectiveTokens, effectiveTokensRewritten, effectiveTokensSaved } from '../ledger/effective.ts'
import { pricesOf } from '../ledger/prices.ts'
import type { Receipt } from '../ledger/receipt.ts'
import type { Usage } from '../ledger/usage.ts'
import { estimatedTokens } from '../text/estimated-tokens.ts'
import type { ExchangeFacts } from './exchange-facts.ts'

export type ReceiptCounts = Pick<
  Receipt,
  'tokensBefore' | 'tokensAfter' | 'effectiveTokensBefore' | 'effectiveTokensAfter' | 'cacheRewriteTokens' | 'estimated'
>

/** Where the provider reports nothing: an estimate, read from the cache as far as the cache may hold what earlier requests sent. */
const estimatedUsage = ({ forwardedCharacters, compaction: { sent } }: ExchangeFacts): Usage => {
  const isCached = sent?.warm === true && !sent.changed
  const repeated = isCached ? sent.conversationCharacters - sent.freshCharacters : 0
  return {
    inputTokens: Math.ceil(estimatedTokens(forwardedCharacters)),
    cacheReadTokens: Math.floor(estimatedTokens(Math.max(0, Math.min(forwardedCharacters, repeated)))),
    cacheWriteTokens: 0,
    cacheWriteLongTokens: 0,
    outputTokens: 0,
  }
}

/** How many tokens the provider did not read from its cache because we changed them: everything unread that is not fresh text. */
const rewrittenTokens = (
  { compaction: { sent }, retriedVerbatim }: ExchangeFacts,
  usage: Usage,
  tokensSaved: number,
): number => {
  if (sent === undefined) return 0
  const { minCacheableTokens } = sent.prices
  // The prompt became too short to be cached, or was evicted: nobody knows which, so it counts against us.
  const isLost = usage.cacheReadTokens === 0 && tokensSaved > 0 && usage.inputTokens + tokensSaved >= minCacheableTokens
  if (!sent.changed && !(sent.warm && retriedVerbatim) && !(sent.surelyWarm && isLost)) return 0
  const perCharacter = usage.inputTokens / Math.max(1, sent.bodyCharacters)
  const unread = usage.inputTokens - usage.cacheReadTokens
  const repeated = (sent.conversationCharacters - sent.freshCharacters) * perCharacter
  return Math.round(Math.max(0, Math.min(repeated, unread - sent.freshCharacters * perCharacter)))
}

const rounded = (tokens: number): number => Math.round(tokens * 100) / 100

/**
 * Counts as saved only what was forwarded shorter; an observed saving is named in the receipt and changes no total.
 * A refused request is not charged: it used nothing and saved nothing.
 */
export const receiptCounts = (facts: ExchangeFacts, reported: Usage | undefined, savings: Savings): ReceiptCounts => {
  const { compaction, target } = facts
  if (facts.status >= 400 && reported === undefined) return { cacheRewriteTokens: 0, estimated: false }
  const forwarded = compaction.outcome === 'observed' ? { tokensSaved: 0, tokensSavedInPrefix: 0 } : savings
  const usage = reported ?? estimatedUsage(facts)
  const prices = pricesOf(target.provider.prices, compaction.model)
  const effectiveAfter = effectiveTokens(usage, prices)
  const rewritten = rewrittenTokens(facts, usage, forwarded.tokensSaved)
  const saved =
    effectiveTokensSaved(forwarded, usage, prices, rewritten) - effectiveTokensRewritten(rewritten, usage, prices)
  return {
    tokensBefore: usage.inputTokens + forwarded.tokensSaved,
    tokensAfter: usage.inputTokens,
    effectiveTokensBefore: rounded(effectiveAfter + saved),
    effectiveTokensAfter: rounded(effectiveAfter),
    cacheRewriteTokens: rewritten,
    estimated: reported === undefined || savings.estimated,
  }
}
