// Receipts in memory: the same port and records as the adapter, proven by the same contract.

import type { LedgerRecords } from '../../adapters/dynamo/ledger/ledger.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'

/** Several of them over one `receipts` are replicas of one store. */
export const memoryLedger = (receipts: Map<string, Receipt> = new Map()): LedgerRecords => {
  const of = (accountId: string, wanted: (receipt: Receipt) => boolean): readonly Receipt[] =>
    [...receipts.values()]
      .filter((receipt) => receipt.accountId === accountId && wanted(receipt))
      .sort((one, other) => (one.exchangeId < other.exchangeId ? -1 : 1))
  return {
    async put(receipt) {
      const key = `${receipt.accountId}#${receipt.receivedAt.slice(0, 7)}#${receipt.exchangeId}`
      if (!receipts.has(key)) receipts.set(key, receipt)
    },
    async month(accountId, month) {
      return of(accountId, ({ receivedAt }) => receivedAt.startsWith(month))
    },
    async session(accountId, sessionId) {
      return of(accountId, (receipt) => receipt.sessionId?.toLowerCase() === sessionId.toLowerCase())
    },
  }
}
