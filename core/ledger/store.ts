// Where receipts are kept, as the core sees it.

import type { Receipt } from './receipt.ts'

export interface LedgerStore {
  /** Writes the receipt once; the same exchange id again changes nothing. Throws `StoreUnreachable`. */
  put(receipt: Receipt): Promise<void>
}
