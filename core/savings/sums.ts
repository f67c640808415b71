// What a set of exchanges used and saved, in numbers that add up: the sums of two sets are the sums of both together.
// An exchange that cost more than it saved counts against the others.

import { inHundredths } from '../ledger/effective.ts'
import type { Receipt } from '../ledger/receipt.ts'

export interface Sums {
  readonly exchanges: number
  /** Exchanges whose tokens were counted. The others have no part in any count of tokens. */
  readonly counted: number
  /** How often each outcome and each reason stood in a receipt. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly reasons: Readonly<Record<string, number>>
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly effectiveBefore: number
  readonly effectiveAfter: number
  /** Effective tokens that exchanges with a positive net saved. */
  readonly gained: number
  /** Effective tokens that exchanges with a negative net cost, as a positive number. `gained - givenBack` is the net. */
  readonly givenBack: number
  /** Tokens that `observe` would have deleted. They are part of no other number. */
  readonly observedTokens: number
  readonly cacheRewriteTokens: number
  /** Read from the provider's own cache: would be there without us, and is never counted as saved. */
  readonly providerCacheReadTokens: number
  readonly outputTokens: number
  /** Exchanges with an estimate among their counts. */
  readonly estimatedExchanges: number
}

/** Of no exchange. */
export const noSums: Sums = {
  exchanges: 0,
  counted: 0,
  outcomes: {},
  reasons: {},
  tokensBefore: 0,
  tokensAfter: 0,
  effectiveBefore: 0,
  effectiveAfter: 0,
  gained: 0,
  givenBack: 0,
  observedTokens: 0,
  cacheRewriteTokens: 0,
  providerCacheReadTokens: 0,
  outputTokens: 0,
  estimatedExchanges: 0,
}

/** Beyond it numbers lie so far apart that what is added to one comes out a hundredth beside it. */
const mostWithHundredths = 2 ** 44

/**
 * Rounded after every step, sums of millions of them stay exact. The largest go on in whole tokens: an account that has so many in one
 * sum has sent a hundred million requests of a hundred thousand, and half a token of one of these is as little as a hundredth of two thousand.
 */
const hundredths = (tokens: number): number =>
  Math.abs(tokens) < mostWithHundredths ? inHundredths(tokens) : Math.round(tokens)

/**
 * An upstream of a caller's own can report any usage: sums beyond whole numbers would be of no whole count any more, the table would
 * refuse them, and the receipts of everybody behind them would wait.
 */
const bounded = (tokens: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, hundredths(tokens)))

/** Of one exchange. */
export const sumsOf = (receipt: Receipt): Sums => {
  const { tokensBefore = 0, tokensAfter = 0, effectiveTokensBefore = 0, effectiveTokensAfter = 0, usage } = receipt
  const net = hundredths(effectiveTokensBefore - effectiveTokensAfter)
  return {
    exchanges: 1,
    counted: receipt.tokensBefore === undefined ? 0 : 1,
    outcomes: { [receipt.outcome]: 1 },
    reasons: receipt.reason === undefined ? {} : { [receipt.reason]: 1 },
    tokensBefore,
    tokensAfter,
    effectiveBefore: effectiveTokensBefore,
    effectiveAfter: effectiveTokensAfter,
    gained: Math.max(0, net),
    givenBack: Math.max(0, -net),
    observedTokens: receipt.outcome === 'observed' ? receipt.tokensSaved : 0,
    cacheRewriteTokens: receipt.cacheRewriteTokens,
    providerCacheReadTokens: usage?.cacheReadTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    estimatedExchanges: receipt.estimated ? 1 : 0,
  }
}

const countsOfBoth = (one: Sums['reasons'], other: Sums['reasons']): Record<string, number> => {
  const sum: Record<string, number> = { ...one }
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** Both together. */
export const plus = (one: Sums, other: Sums): Sums => {
  const both = (name: Exclude<keyof Sums, 'outcomes' | 'reasons'>): number => bounded(one[name] + other[name])
  return {
    exchanges: both('exchanges'),
    counted: both('counted'),
    outcomes: countsOfBoth(one.outcomes, other.outcomes),
    reasons: countsOfBoth(one.reasons, other.reasons),
    tokensBefore: both('tokensBefore'),
    tokensAfter: both('tokensAfter'),
    effectiveBefore: both('effectiveBefore'),
    effectiveAfter: both('effectiveAfter'),
    gained: both('gained'),
    givenBack: both('givenBack'),
    observedTokens: both('observedTokens'),
    cacheRewriteTokens: both('cacheRewriteTokens'),
    providerCacheReadTokens: both('providerCacheReadTokens'),
    outputTokens: both('outputTokens'),
    estimatedExchanges: both('estimatedExchanges'),
  }
}

/** All of them together. */
export const total = (sums: Iterable<Sums>): Sums => {
  let all = noSums
  for (const one of sums) all = plus(all, one)
  return all
}

/** Effective tokens saved; negative where compaction cost more than it saved. */
export const netOf = ({ gained, givenBack }: Pick<Sums, 'gained' | 'givenBack'>): number =>
  hundredths(gained - givenBack)
