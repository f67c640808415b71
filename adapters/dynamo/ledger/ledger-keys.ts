// The keys of the ledger. One account can send more receipts a second than DynamoDB writes under one key, and their ids only
// grow, so that splitting the key for heat cannot help: a month is kept in parts.

import { createHash } from 'node:crypto'

const parts = Array.from({ length: 16 }, (_, part) => String(part).padStart(2, '0'))

/** An account’s month. `month` as `2026-11`, in UTC. */
export const accountMonth = (accountId: string, month: string): string => `${accountId}#${month}`

/** The key of a session in the index. UUIDs are compared without regard to case. */
export const accountSession = (accountId: string, sessionId: string): string =>
  `${accountId}#${sessionId.toLowerCase()}`

export interface Placed {
  readonly accountId: string
  readonly exchangeId: string
  /** ISO 8601 in UTC. */
  readonly receivedAt: string
}

/** The key under which a receipt is written: its id decides the part, so that it is written once wherever it comes from. */
export const ledgerKey = ({ accountId, exchangeId, receivedAt }: Placed): string => {
  const [byte = 0] = createHash('sha256').update(exchangeId).digest()
  return `${accountMonth(accountId, receivedAt.slice(0, 7))}#${parts[byte % parts.length]}`
}

/** All keys of a month. The first is the whole month of receipts written before months had parts. */
export const ledgerKeys = (accountId: string, month: string): readonly string[] => {
  const whole = accountMonth(accountId, month)
  return [whole, ...parts.map((part) => `${whole}#${part}`)]
}
