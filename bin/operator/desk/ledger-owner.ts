// Whose receipts the ledger has: an account's, or those of one that was deleted. Its revoked keys stay, and so does its name.

import type { Account } from '../../../core/access/account.ts'
import { nameFrom } from '../arguments/values.ts'
import type { Desk } from './desk.ts'
import { Refused } from './faults.ts'

export type LedgerOwner = Pick<Account, 'accountId'> & Partial<Pick<Account, 'prices' | 'createdAt'>>

/** Receipts come of keys and tokens alone, and those stay. */
export const hasHadKeys = async (accountId: string, { keys }: Pick<Desk, 'keys'>): Promise<boolean> =>
  (await keys.listByAccount(accountId)).length > 0

/** Throws `Refused` if no account of this name is there, or was. */
export const ledgerOwnerNamed = async (argument: string, desk: Desk): Promise<LedgerOwner> => {
  const accountId = nameFrom(argument)
  const account = await desk.accounts.find(accountId)
  if (account !== undefined) return account
  if (await hasHadKeys(accountId, desk)) return { accountId }
  throw new Refused(`There is no account "${accountId}".`)
}

/** Everybody who may have receipts. */
export const ledgerOwners = async ({ accounts, months }: Desk): Promise<readonly LedgerOwner[]> =>
  Promise.all((await months.owners()).map(async (accountId) => (await accounts.find(accountId)) ?? { accountId }))
