// What every receipt begins with.

import type { Grant } from '../../access/account.ts'
import { defined } from '../../collections/defined.ts'
import type { Inbound } from '../../http/inbound.ts'
import type { Receipt } from '../../ledger/receipt.ts'
import type { RequestOptions } from '../request/request-options.ts'

/** Who, when, and in which session. */
export const receiptHead = (
  inbound: Pick<Inbound, 'id' | 'receivedAt'>,
  grant: Grant,
  { sessionId, client }: RequestOptions,
): Pick<Receipt, 'accountId' | 'exchangeId' | 'receivedAt' | 'keyId' | 'sessionId' | 'client'> => ({
  accountId: grant.account.accountId,
  exchangeId: inbound.id,
  receivedAt: new Date(inbound.receivedAt).toISOString(),
  keyId: grant.key.keyId,
  ...defined({ sessionId, client }),
})
