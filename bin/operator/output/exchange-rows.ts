// How one exchange is printed: in six columns that fit a terminal, or with all that its receipt says.

import type { Receipt } from '../../../core/ledger/receipt.ts'
import { savingsOf } from './exchange-savings.ts'
import { whole } from './figures.ts'
import type { Row } from './output.ts'

const clock = (iso: string): string => `${iso.slice(5, 10)} ${iso.slice(11, 19)}`

/** For a terminal of 80 columns. */
export const exchangeRow = (receipt: Receipt): Row => {
  const { receivedAt, route, model, outcome, reason, status, tokensBefore, tokensAfter } = receipt
  return {
    'time (UTC)': clock(receivedAt),
    'model or route': model ?? route,
    outcome: reason ?? outcome,
    status,
    before: tokensBefore === undefined ? undefined : whole(tokensBefore),
    after: tokensAfter === undefined ? undefined : whole(tokensAfter),
  }
}

/** With `--wide` and in files. */
export const wideRow = (receipt: Receipt) => {
  const exchange = savingsOf(receipt)
  return {
    received: exchange.receivedAt,
    session: exchange.sessionId,
    exchange: exchange.exchangeId,
    key: receipt.keyId,
    route: exchange.route,
    model: exchange.model,
    outcome: exchange.outcome,
    reason: receipt.reason,
    status: exchange.status,
    before: exchange.tokensBefore,
    after: exchange.tokensAfter,
    saved: exchange.tokensSaved,
    observed: exchange.tokensObserved,
    'charged before': exchange.effectiveTokensBefore,
    'charged after': exchange.effectiveTokensAfter,
    net: exchange.effectiveTokensSaved,
    'cache rewrites by us': exchange.cacheRewriteTokens,
    estimated: exchange.estimated ? 'yes' : 'no',
  }
}
