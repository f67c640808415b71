// Exchanges as a file, part by part: those of a month, or of a session.

import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { Answer } from '../../http.ts'
import { csvPart } from './csv.ts'

const columns = [
  ...['exchangeId', 'receivedAt', 'keyId', 'sessionId', 'client', 'route', 'provider', 'model', 'compactionMode'],
  ...['outcome', 'reason', 'status', 'tokensBefore', 'tokensAfter', 'effectiveTokensBefore', 'effectiveTokensAfter'],
  ...['tokensSaved', 'cacheRewriteTokens', 'outputTokens'],
]
/** Below what a function may answer, 6 MB. */
export const linesOfFile = 5_000

/** `next`: where the next part begins, if there is one. */
export const exchangesFile = (name: string, receipts: readonly Receipt[], next: string | undefined): Answer => {
  const rows = receipts.map(
    ({ millisecondsPerStep: _, usage: used, estimated, floorReached, retriedVerbatim, ...receipt }) => ({
      ...receipt,
      outputTokens: used?.outputTokens,
    }),
  )
  return csvPart(name, columns, rows, next)
}
