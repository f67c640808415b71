// Makes accounts and keys, for the operator's commands and the local service.
// Knows no store and draws no random bytes.

import type { Account, AccountKind, ServiceKey } from '../account.ts'
import { accountName, accountNameForm } from '../account-name.ts'
import { defaultPolicy } from '../policy.ts'
import { mintServiceKey } from './api-key.ts'

const keyIdShape = /^([A-Za-z0-9_-]{1,63})\.([0-9a-f]{12})$/

/** A new account: no API access, no entitlements, no limits. `now` in milliseconds since the epoch. */
export const newAccount = (accountId: string, kind: AccountKind, randomBytes32: Uint8Array, now: number): Account => {
  if (!accountName.test(accountId)) throw new RangeError(`The name of an account is ${accountNameForm}.`)
  if (randomBytes32.length !== 32) throw new RangeError('A chain secret is made from exactly 32 random bytes.')
  return {
    accountId,
    kind,
    apiAccess: false,
    entitlements: [],
    limits: {},
    compaction: defaultPolicy,
    chainSecret: Buffer.from(randomBytes32).toString('base64'),
    createdAt: new Date(now).toISOString(),
  }
}

export interface NewServiceKey {
  /** Is shown once. */
  readonly secret: string
  /** Is stored. */
  readonly key: ServiceKey
}

/**
 * A new key of an account. `now` in milliseconds since the epoch, `expiresAt` in ISO 8601.
 * Its id is the account's name and the first 48 bits of the key's hash: the id alone leads to the item
 * (the account through the index, the hash from there), and tells nothing about the secret.
 */
export const newServiceKey = (
  accountId: string,
  randomBytes32: Uint8Array,
  now: number,
  options: Partial<Pick<ServiceKey, 'limits' | 'expiresAt' | 'label' | 'createdBy' | 'issuedTo'>> = {},
): NewServiceKey => {
  const { secret, keyHash, suffix } = mintServiceKey(randomBytes32, options.issuedTo === undefined ? 'key' : 'token')
  const key: ServiceKey = {
    keyHash,
    keyId: `${accountId}.${keyHash.slice(0, 12)}`,
    accountId,
    suffix,
    createdAt: new Date(now).toISOString(),
    limits: {},
    ...options,
  }
  return { secret, key }
}

/** The account and the beginning of the hash that a key id names, or nothing when it is not a key id. */
export const keyIdParts = (keyId: string): { accountId: string; hashPrefix: string } | undefined => {
  const [, accountId, hashPrefix] = keyIdShape.exec(keyId) ?? []
  return accountId === undefined || hashPrefix === undefined ? undefined : { accountId, hashPrefix }
}
