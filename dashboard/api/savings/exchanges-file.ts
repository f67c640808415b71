// Exchanges as a file, part by part: those of a month, or of a session.

import { exchangeColumns } from '../../../core/ledger/file-columns.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { Answer } from '../../http.ts'
import { csvPart } from './csv.ts'

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
  return csvPart(name, exchangeColumns, rows, next)
}
