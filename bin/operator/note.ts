// Enters what the operator does to an account where its owners read what was done.

import { type AuditEvent, operator } from '../../core/people/audit.ts'
import type { Desk } from './command.ts'

/** Throws `StoreUnreachable`. `target` never holds a secret. */
export const note = (
  { audit, newId, now }: Pick<Desk, 'audit' | 'newId' | 'now'>,
  accountId: string,
  action: AuditEvent['action'],
  target: string,
): Promise<void> =>
  audit.put({ accountId, eventId: newId(now), at: new Date(now).toISOString(), ...operator, action, target })
