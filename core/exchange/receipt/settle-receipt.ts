// A receipt is written once it is made (`proxy-receipt.ts`, `direct-compress.ts`): it goes to the ledger, one line without
// content to the log, counts and times to the metrics and traces. Never rejects.

import type { Receipt } from '../../ledger/receipt.ts'
import { judgedReceipt } from '../../ledger/receipt-schema.ts'
import { exchangeMetrics } from '../../metrics/exchange-metrics.ts'
import type { Ports } from '../ports.ts'

/**
 * Writes the receipt as its readers accept it. A receipt that the ledger does not take is logged whole, so that it can be
 * written later.
 */
export const settleReceipt = async (
  facts: Receipt,
  { ledger, log, count, measure, trace, now }: Pick<Ports, 'ledger' | 'log' | 'count' | 'measure' | 'trace' | 'now'>,
): Promise<void> => {
  const receipt: Receipt = { ...facts, settledAt: new Date(now()).toISOString() }
  measure(exchangeMetrics(receipt))
  trace(receipt)
  try {
    const judged = judgedReceipt(receipt)
    await ledger.put(judged.receipt)
    if (judged.leftOut.length > 0)
      log.warn('receipt in part', { exchangeId: receipt.exchangeId, leftOut: judged.leftOut })
    log.info('exchange', { receipt: judged.receipt })
  } catch (error) {
    count('ReceiptLost')
    log.error('exchange without receipt', { receipt, cause: error instanceof Error ? error.name : 'unknown' })
  }
}
