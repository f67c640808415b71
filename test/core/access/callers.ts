// Accounts, keys and grants for the tests of this folder.

import { randomBytes } from 'node:crypto'
import type { Account, Grant, ServiceKey } from '../../../core/access/account.ts'
import { newAccount, newServiceKey } from '../../../core/access/keys/issue.ts'

export const now = Date.parse('2026-11-03T10:00:00.000Z')

/** An organization with API access, the entitlements of `enable-api` and no limits. */
export const account = (more: Partial<Account> = {}): Account => ({
  ...newAccount('acme', 'organization', randomBytes(32), now),
  apiAccess: true,
  entitlements: ['proxy', 'compress'],
  ...more,
})

export const serviceKey = (more: Partial<ServiceKey> = {}): { secret: string; key: ServiceKey } => {
  const { secret, key } = newServiceKey('acme', randomBytes(32), now)
  return { secret, key: { ...key, ...more } }
}

export const grant = (accountMore: Partial<Account> = {}, keyMore: Partial<ServiceKey> = {}): Grant => ({
  account: account(accountMore),
  key: serviceKey(keyMore).key,
})
