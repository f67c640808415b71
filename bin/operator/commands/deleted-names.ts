// How an account is deleted, and who gets its name afterwards.

import type { Account } from '../../../core/access/account.ts'
import { UsageFault } from '../../usage-fault.ts'
import { accountIfThere } from '../desk/account-named.ts'
import type { Desk } from '../desk/desk.ts'
import { Refused } from '../desk/faults.ts'
import { hasHadKeys } from '../desk/ledger-owner.ts'
import { note } from '../desk/note.ts'
import { facts, type Output } from '../output/output.ts'

export const refuseAnotherName = (argument: string, confirm: string | undefined): void => {
  if (confirm !== argument) throw new UsageFault('--confirm must repeat the name of the account.')
}

/** Receipts stand under the name alone: those of a deleted account would be shown to the next one's people. */
export const refuseNameWithLedger = async (accountId: string, desk: Desk): Promise<void> => {
  if (!(await hasHadKeys(accountId, desk)) || (await accountIfThere(accountId, desk)) !== undefined) return
  throw new Refused(
    `An account "${accountId}" was deleted, and its ledger would be the new one's. Choose another name, or add --confirm ${accountId}.`,
  )
}

/** Its keys would otherwise come back to life with the next account of this name. */
export const deleteAccount = async (account: Account, desk: Desk): Promise<Output> => {
  const { accountId } = account
  if (account.apiAccess) throw new Refused(`Switch its API access off first: "account disable ${accountId}".`)
  const keys = await desk.keys.listByAccount(accountId)
  for (const key of keys) await desk.keys.revokeByHash(key.keyHash, desk.now)
  const { members, invitations } = await desk.members.list(accountId)
  for (const { secretHash } of invitations) await desk.members.take(accountId, secretHash)
  for (const { personId } of members) await desk.members.remove(accountId, personId)
  await desk.accounts.remove(accountId)
  await note(desk, accountId, 'account-deleted', accountId)
  const json = {
    accountId,
    keysRevoked: keys.length,
    membersRemoved: members.length,
    invitationsWithdrawn: invitations.length,
  }
  const text = `${facts({
    deleted: accountId,
    'keys revoked': keys.length,
    'members removed': members.length,
    'invitations withdrawn': invitations.length,
  })}
Its ledger stays: "ledger ${accountId}" and exports go on showing it.`
  return { json, text }
}
