// A receipt for tests.

import type { Receipt } from '../../../core/ledger/receipt.ts'

export const aReceipt = (more: Partial<Receipt> = {}): Receipt => ({
  accountId: 'acme',
  exchangeId: '01JBQ8Z0000000000000000000',
  receivedAt: '2026-11-03T10:00:00.000Z',
  keyId: 'acme.0123456789ab',
  route: 'messages',
  outcome: 'compacted',
  status: 200,
  segmentsCompacted: 2,
  tokensSaved: 40,
  cacheRewriteTokens: 0,
  estimated: false,
  millisecondsPerStep: {},
  ...more,
})
