// Gives a service, at its first start, one organization with every entitlement and one key. Leaves unchanged what the
// operator has changed since.

import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys, type KeyRecords } from '../../adapters/dynamo/accounts/keys.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { entitlements } from '../../core/access/account.ts'
import { serviceKeyHash } from '../../core/access/keys/api-key.ts'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { keyState } from '../../core/access/keys/key-state.ts'

export const localAccount = 'local'

const mint = async (keys: KeyRecords): Promise<string> => {
  const { secret, key } = newServiceKey(localAccount, randomBytes(32), Date.now())
  await keys.put(key)
  return secret
}

/** Whether the key is still valid. */
const works = async (keys: KeyRecords, secret: string): Promise<boolean> => {
  const key = await keys.find(serviceKeyHash(secret))
  return key !== undefined && key.accountId === localAccount && keyState(key, Date.now()) === 'active'
}

/**
 * Returns the secret of the service's own key. No table holds it. It stays in `keyFile`, readable by its owner alone, so
 * that the next start can show it again. Makes a new key if there is no file or if the key in it no longer works.
 */
export const ensureFirstKey = async (dynamo: Dynamo, keyFile: string | undefined): Promise<string> => {
  const keys = dynamoKeys(dynamo)
  if (keyFile === undefined) return mint(keys)
  const kept = (await readFile(keyFile, 'utf8').catch(() => '')).trim()
  if (kept !== '' && (await works(keys, kept))) return kept
  const secret = await mint(keys)
  await writeFile(keyFile, `${secret}\n`, { mode: 0o600 })
  // The mode above applies only to a new file.
  await chmod(keyFile, 0o600)
  return secret
}

/** Makes the account if there is none. */
export const ensureFirstAccount = async (dynamo: Dynamo): Promise<void> => {
  const account = newAccount(localAccount, 'organization', randomBytes(32), Date.now())
  await dynamoAccounts(dynamo).put({ ...account, apiAccess: true, entitlements: [...entitlements] })
}
