// What so many tokens of input are worth that do not travel: by the providers' list prices, and weighted as the ledger weighs them.

import { dollarsText } from '../../bin/operator/output/figures.ts'
import { pricesOf } from '../../core/caches/rows.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { effectiveTokensSaved } from '../../core/ledger/effective.ts'
import { listPriceOf } from '../../core/savings/list-prices.ts'
import { moneyOf } from '../../core/savings/money.ts'
import type { Conversation } from './conversation.ts'

export interface Worth {
  /** US dollars of a request that the provider reads nothing of from its cache, and of one whose beginning it reads from there. */
  readonly uncached: number
  readonly cached: number
}

/** Of a token that no cache holds. */
const uncachedToken = {
  inputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cacheWriteLongTokens: 0,
  outputTokens: 0,
}

/** `price`: dollars of a million uncached input tokens, in place of the list's. Nothing for a model that has no price. */
export const worthOf = (
  tokensSaved: number,
  { dialect, model = '' }: Pick<Conversation, 'dialect' | 'model'>,
  price: number | undefined = listPriceOf(model),
): Worth | undefined => {
  if (price === undefined) return undefined
  const prices = pricesOf(dialects[dialect].provider.prices, model)
  const dollars = (tokensSavedOfRead: number): number => {
    const net = effectiveTokensSaved({ tokensSaved, tokensSavedOfRead, tokensSavedOfLong: 0 }, uncachedToken, prices)
    return moneyOf([{ model, net }], { [model]: price }).dollars
  }
  return { uncached: dollars(0), cached: dollars(tokensSaved) }
}

/** What tokens cost, in words that follow a number of them; nothing without a price. */
export type Money = (tokens: number) => string

/** Of a conversation. */
export const moneyFor =
  (conversation: Pick<Conversation, 'dialect' | 'model'>, price?: number): Money =>
  (tokens) => {
    const worth = worthOf(tokens, conversation, price)
    return worth === undefined
      ? ''
      : `, ${dollarsText(worth.uncached)} each time uncached, ${dollarsText(worth.cached)} read from the cache`
  }
