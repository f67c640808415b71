// What exchanges saved, each and together. A net saving includes what a change cost elsewhere, so it may be negative.

import { defined } from '../../../core/collections/defined.ts'
import { inHundredths } from '../../../core/ledger/effective.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'

export interface ExchangeSavings {
  readonly exchangeId: string
  readonly receivedAt: string
  readonly sessionId?: string
  readonly route: string
  readonly model?: string
  readonly outcome: string
  readonly status: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly tokensSaved: number
  /** What would have been saved if the exchange had not only been observed. */
  readonly tokensObserved: number
  readonly effectiveTokensBefore: number
  readonly effectiveTokensAfter: number
  readonly effectiveTokensSaved: number
  readonly cacheRewriteTokens: number
  readonly estimated: boolean
}

const summed = [
  'tokensBefore',
  'tokensAfter',
  'tokensSaved',
  'tokensObserved',
  'effectiveTokensBefore',
  'effectiveTokensAfter',
  'effectiveTokensSaved',
  'cacheRewriteTokens',
] as const

export type Totals = Readonly<Record<(typeof summed)[number], number>> & {
  readonly exchanges: number
  /** Whether any of the sums includes an estimate. */
  readonly estimated: boolean
}

/** One exchange. Counts that its receipt lacks are 0: nothing was sent, or nothing was counted. */
export const savingsOf = (receipt: Receipt): ExchangeSavings => {
  const { tokensBefore = 0, tokensAfter = 0, effectiveTokensBefore = 0, effectiveTokensAfter = 0 } = receipt
  return defined({
    exchangeId: receipt.exchangeId,
    receivedAt: receipt.receivedAt,
    sessionId: receipt.sessionId,
    route: receipt.route,
    model: receipt.model,
    outcome: receipt.outcome,
    status: receipt.status,
    tokensBefore,
    tokensAfter,
    tokensSaved: tokensBefore - tokensAfter,
    tokensObserved: receipt.outcome === 'observed' ? receipt.tokensSaved : 0,
    effectiveTokensBefore,
    effectiveTokensAfter,
    effectiveTokensSaved: inHundredths(effectiveTokensBefore - effectiveTokensAfter),
    cacheRewriteTokens: receipt.cacheRewriteTokens,
    estimated: receipt.estimated,
  })
}

/** All exchanges together. */
export const totalsOf = (exchanges: readonly ExchangeSavings[]): Totals => {
  const sum = (field: (typeof summed)[number]): number =>
    inHundredths(exchanges.reduce((total, exchange) => total + exchange[field], 0))
  return {
    exchanges: exchanges.length,
    tokensBefore: sum('tokensBefore'),
    tokensAfter: sum('tokensAfter'),
    tokensSaved: sum('tokensSaved'),
    tokensObserved: sum('tokensObserved'),
    effectiveTokensBefore: sum('effectiveTokensBefore'),
    effectiveTokensAfter: sum('effectiveTokensAfter'),
    effectiveTokensSaved: sum('effectiveTokensSaved'),
    cacheRewriteTokens: sum('cacheRewriteTokens'),
    estimated: exchanges.some((exchange) => exchange.estimated),
  }
}
