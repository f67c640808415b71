// Effective input tokens: each token weighted by what the provider charges for it. What the provider's own cache saves is
// in both numbers and therefore never counted as ours.

import type { InputPrices } from '../caches/rules.ts'
import type { Usage } from './usage.ts'

export interface Saved {
  readonly tokensSaved: number
  /** Part of them in what the provider read from its cache, or would have, had we left it as it was. */
  readonly tokensSavedOfRead: number
  /** Part of them in what was written for the longer lifetime, where both were. */
  readonly tokensSavedOfLong: number
}

/** As receipts carry them. */
export const inHundredths = (tokens: number): number => Math.round(tokens * 100) / 100

/** The weight of what was sent. */
export const effectiveTokens = (usage: Usage, prices: InputPrices): number =>
  usage.inputTokens -
  usage.cacheReadTokens * (1 - prices.read) -
  usage.cacheWriteTokens * (1 - prices.write) -
  usage.cacheWriteLongTokens * (1 - prices.writeLong)

/** Tokens written for the longer lifetime where both were: they stand behind what was read, and before those of the shorter one. */
export const writtenLongFirst = ({ cacheWriteTokens, cacheWriteLongTokens }: Usage): number =>
  cacheWriteTokens > 0 ? cacheWriteLongTokens : 0

/** The mean weight of what this request did not read from the cache, without those. */
const unreadWeight = (usage: Usage, prices: InputPrices): number => {
  const before = writtenLongFirst(usage)
  const unread = usage.inputTokens - usage.cacheReadTokens - before
  const weight = effectiveTokens(usage, prices) - usage.cacheReadTokens * prices.read - before * prices.writeLong
  return unread > 0 ? weight / unread : 1
}

/** The weight that the deleted tokens would have had. */
export const effectiveTokensSaved = (
  { tokensSaved, tokensSavedOfRead, tokensSavedOfLong }: Saved,
  usage: Usage,
  prices: InputPrices,
): number =>
  tokensSavedOfRead * prices.read +
  tokensSavedOfLong * prices.writeLong +
  (tokensSaved - tokensSavedOfRead - tokensSavedOfLong) * unreadWeight(usage, prices)

/** What it cost that so many tokens were not read from the cache because we had changed them: they stand right behind what was. */
export const effectiveTokensRewritten = (rewritten: number, usage: Usage, prices: InputPrices): number => {
  const long = Math.min(rewritten, writtenLongFirst(usage))
  const cost = (tokens: number, weight: number): number => tokens * Math.max(0, weight - prices.read)
  return cost(long, prices.writeLong) + cost(rewritten - long, unreadWeight(usage, prices))
}
