// Whose receipts the ledger has: an account's, or those of one that was deleted. Its revoked keys stay, and so does its name.

import type { Account } from '../../../core/access/account.ts'
import { nameFrom } from '../arguments/values.ts'
import { accountIfThere, accountsNamed, faultsText } from './account-named.ts'
import type { Desk } from './desk.ts'
import { NotFound } from './faults.ts'

export type LedgerOwner = Pick<Account, 'accountId'> & Partial<Pick<Account, 'prices' | 'createdAt'>>

/** Receipts come of keys and tokens alone, and those stay. */
export const hasHadKeys = async (accountId: string, { keys }: Pick<Desk, 'keys'>): Promise<boolean> =>
  (await keys.listByAccount(accountId)).length > 0

/** Throws `NotFound` if no account of this name is there, or was, and `Refused` if it is not understood. */
export const ledgerOwnerNamed = async (argument: string, desk: Desk): Promise<LedgerOwner> => {
  const accountId = nameFrom(argument)
  const account = await accountIfThere(accountId, desk)
  if (account !== undefined) return account
  if (await hasHadKeys(accountId, desk)) return { accountId }
  throw new NotFound(`There is no account "${accountId}".`)
}

/** Everybody who may have receipts, and what is said of those of whom no more is understood than that. */
export const ledgerOwners = async (
  desk: Desk,
): Promise<{ readonly owners: readonly LedgerOwner[]; readonly faults?: string | undefined }> => {
  const found = await accountsNamed(await desk.months.owners(), desk)
  return { owners: found.map(({ accountId, account }) => account ?? { accountId }), faults: faultsText(found) }
}
