// What a service has from its first start on: one organization that may do everything, and one key. What the operator has
// changed since is left as it is.

import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dynamoAccounts } from '../adapters/dynamo/accounts.ts'
import type { Dynamo } from '../adapters/dynamo/client.ts'
import { dynamoKeys, type KeyRecords } from '../adapters/dynamo/keys.ts'
import { entitlements } from '../core/access/account.ts'
import { serviceKeyHash } from '../core/access/api-key.ts'
import { newAccount, newServiceKey } from '../core/access/issue.ts'

export const localAccount = 'local'

const mint = async (keys: KeyRecords): Promise<string> => {
  const { secret, key } = newServiceKey(localAccount, randomBytes(32), Date.now())
  await keys.put(key)
  return secret
}

/** Whether the key can still be used. */
const works = async (keys: KeyRecords, secret: string): Promise<boolean> => {
  const key = await keys.find(serviceKeyHash(secret))
  if (key === undefined || key.accountId !== localAccount || key.revokedAt !== undefined) return false
  return key.expiresAt === undefined || Date.now() < Date.parse(key.expiresAt)
}

/**
 * The secret of the service's own key. No table holds it: it is kept in `keyFile`, readable by its owner alone, so that the
 * next start can show it again. Without the file, or when the key in it no longer works, there is a new key.
 */
export const ensureFirstKey = async (dynamo: Dynamo, keyFile: string | undefined): Promise<string> => {
  const keys = dynamoKeys(dynamo)
  if (keyFile === undefined) return mint(keys)
  const kept = (await readFile(keyFile, 'utf8').catch(() => '')).trim()
  if (kept !== '' && (await works(keys, kept))) return kept
  const secret = await mint(keys)
  await writeFile(keyFile, `${secret}\n`, { mode: 0o600 })
  // The mode above is for a new file only.
  await chmod(keyFile, 0o600)
  return secret
}

/** Makes the account when there is none. */
export const ensureFirstAccount = async (dynamo: Dynamo): Promise<void> => {
  const account = newAccount(localAccount, 'organization', randomBytes(32), Date.now())
  await dynamoAccounts(dynamo).put({ ...account, apiAccess: true, entitlements: [...entitlements] })
}
