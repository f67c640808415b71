// Effective input tokens: each token weighted by what the provider charges for it. What the provider's own cache saves is
// in both numbers and therefore never counted as ours.

import type { InputPrices } from './prices.ts'
import type { Usage } from './usage.ts'

export interface Saved {
  readonly tokensSaved: number
  /** Part of them in messages that an earlier request had carried already. */
  readonly tokensSavedInPrefix: number
}

/** The weight of what was sent. */
export const effectiveTokens = (usage: Usage, prices: InputPrices): number =>
  usage.inputTokens -
  usage.cacheReadTokens * (1 - prices.read) -
  usage.cacheWriteTokens * (1 - prices.write) -
  usage.cacheWriteLongTokens * (1 - prices.writeLong)

/** The mean weight of what this request did not read from the cache, and the weight of what it read, if it read any. */
const weights = (usage: Usage, prices: InputPrices): { readonly unread: number; readonly read: number } => {
  const unreadTokens = usage.inputTokens - usage.cacheReadTokens
  const unread =
    unreadTokens > 0 ? (effectiveTokens(usage, prices) - usage.cacheReadTokens * prices.read) / unreadTokens : 1
  return { unread, read: usage.cacheReadTokens > 0 ? prices.read : unread }
}

/**
 * The weight that the deleted tokens would have had: in the known prefix that of a cache read, if this request read any or
 * did not because of us; elsewhere that of what it did not read.
 */
export const effectiveTokensSaved = (saved: Saved, usage: Usage, prices: InputPrices, rewritten = 0): number => {
  const { unread, read } = weights(usage, prices)
  return (
    saved.tokensSavedInPrefix * (rewritten > 0 ? prices.read : read) +
    (saved.tokensSaved - saved.tokensSavedInPrefix) * unread
  )
}

/** What it cost that so many tokens were not read from the cache because we had changed them. */
export const effectiveTokensRewritten = (rewritten: number, usage: Usage, prices: InputPrices): number =>
  rewritten * Math.max(0, weights(usage, prices).unread - prices.read)
