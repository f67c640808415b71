// Effective input tokens: each token weighted by what the provider charges for it. What the provider's own cache saves is
// in both numbers and therefore never counted as ours.

import type { InputPrices } from '../caches/rules.ts'
import type { Usage } from './usage.ts'

export interface Saved {
  readonly tokensSaved: number
  /** Part of them in what the provider read from its cache, or would have, had we left it as it was. */
  readonly tokensSavedOfRead: number
}

/** The weight of what was sent. */
export const effectiveTokens = (usage: Usage, prices: InputPrices): number =>
  usage.inputTokens -
  usage.cacheReadTokens * (1 - prices.read) -
  usage.cacheWriteTokens * (1 - prices.write) -
  usage.cacheWriteLongTokens * (1 - prices.writeLong)

/**
 * The mean weight of what this request did not read from the cache. Where both lifetimes were written the longer one stands before the
 * shorter, and what we delete behind it.
 */
const unreadWeight = (usage: Usage, prices: InputPrices): number => {
  const before = usage.cacheWriteTokens > 0 ? usage.cacheWriteLongTokens : 0
  const unread = usage.inputTokens - usage.cacheReadTokens - before
  const weight = effectiveTokens(usage, prices) - usage.cacheReadTokens * prices.read - before * prices.writeLong
  return unread > 0 ? weight / unread : 1
}

/** The weight that the deleted tokens would have had. */
export const effectiveTokensSaved = (
  { tokensSaved, tokensSavedOfRead }: Saved,
  usage: Usage,
  prices: InputPrices,
): number => tokensSavedOfRead * prices.read + (tokensSaved - tokensSavedOfRead) * unreadWeight(usage, prices)

/** What it cost that so many tokens were not read from the cache because we had changed them. */
export const effectiveTokensRewritten = (rewritten: number, usage: Usage, prices: InputPrices): number =>
  rewritten * Math.max(0, unreadWeight(usage, prices) - prices.read)
