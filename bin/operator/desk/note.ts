// Enters what the operator does to an account where its owners read what was done.

import { defined } from '../../../core/collections/defined.ts'
import { type AuditAction, operator } from '../../../core/people/audit.ts'
import type { Desk } from './desk.ts'

/** Throws `StoreUnreachable`. `target` never holds a secret. */
export const note = async (
  { accounts, audit, newId, now }: Pick<Desk, 'accounts' | 'audit' | 'newId' | 'now'>,
  accountId: string,
  action: AuditAction,
  target: string,
): Promise<void> => {
  const accountCreatedAt = (await accounts.find(accountId))?.createdAt
  const at = new Date(now).toISOString()
  await audit.put({ accountId, eventId: newId(now), at, ...defined({ accountCreatedAt }), ...operator, action, target })
}
