// Sums, sessions and receipts as the dashboard tells them: flat, and without what no reader needs.

import type { sumsColumns } from '../../../core/ledger/file-columns.ts'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { Session } from '../../../core/savings/store.ts'
import { netOf, type Sums } from '../../../core/savings/sums.ts'

/** The sums, and their net. */
export const sumsView = (sums: Sums) => ({ ...sums, net: netOf(sums) })

export const sessionView = ({ sessionId, accountId: _, sums, ...facts }: Session) => ({
  id: sessionId,
  ...facts,
  ...sumsView(sums),
})

/** Everything but the fingerprint of the upstream key. */
export const receiptView = ({ upstreamKeyFingerprint: _, ...receipt }: Receipt) => receipt

/** Sums as cells. */
export const sumsCells = (sums: Sums): Record<(typeof sumsColumns)[number], number> => {
  const { outcomes: _outcomes, reasons: _reasons, counted: _counted, ...numbers } = sumsView(sums)
  return numbers
}
