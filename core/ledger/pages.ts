// The ledger as the dashboard reads it: newest first, page by page.

import type { Receipt } from './receipt.ts'

export interface ReceiptPage {
  readonly receipts: readonly Receipt[]
  /** Where the next page begins: an exchange id. Absent where there is none. */
  readonly next?: string
}

export interface LedgerPages {
  /** `month` as `2026-11`. Throws `StoreUnreachable`. */
  month(accountId: string, month: string, limit: number, before?: string): Promise<ReceiptPage>
  /** Throws `StoreUnreachable`. */
  session(accountId: string, sessionId: string, limit: number, before?: string): Promise<ReceiptPage>
}
