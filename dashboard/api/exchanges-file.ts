// Exchanges as a file, part by part: those of a month, or of a session.

import { defined } from '../../core/collections/defined.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Answer } from '../http.ts'
import { csv } from './csv.ts'

const columns = [
  ...['exchangeId', 'receivedAt', 'keyId', 'sessionId', 'client', 'route', 'provider', 'model', 'compactionMode'],
  ...['outcome', 'reason', 'status', 'tokensBefore', 'tokensAfter', 'effectiveTokensBefore', 'effectiveTokensAfter'],
  ...['tokensSaved', 'cacheRewriteTokens', 'outputTokens'],
]
/** Below what a function may answer, 6 MB. */
export const linesOfFile = 5_000

/** `x-lines` counts the receipts, and `x-next-cursor` says where the next part begins. */
export const exchangesFile = (name: string, receipts: readonly Receipt[], next: string | undefined): Answer => {
  const rows = receipts.map(
    ({ millisecondsPerStep: _, usage: used, estimated, floorReached, retriedVerbatim, ...receipt }) => ({
      ...receipt,
      outputTokens: used?.outputTokens,
    }),
  )
  const answer = csv(name, columns, rows)
  const part = defined({ 'x-lines': String(rows.length), 'x-next-cursor': next })
  return { ...answer, headers: { ...answer.headers, ...part } }
}
