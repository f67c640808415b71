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

/**
 * The weight that the deleted tokens would have had: in the known prefix that of a cache read if this request read any,
 * elsewhere the mean weight of what this request did not read.
 */
export const effectiveTokensSaved = (saved: Saved, usage: Usage, prices: InputPrices): number => {
  const unread = usage.inputTokens - usage.cacheReadTokens
  const writing = unread > 0 ? (effectiveTokens(usage, prices) - usage.cacheReadTokens * prices.read) / unread : 1
  const reading = usage.cacheReadTokens > 0 ? prices.read : writing
  return saved.tokensSavedInPrefix * reading + (saved.tokensSaved - saved.tokensSavedInPrefix) * writing
}
