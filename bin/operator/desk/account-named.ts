// Accounts by their names: one that has to be there, or many, of which some may not be understood.

import { ItemNotValid } from '../../../adapters/dynamo/items.ts'
import type { Account } from '../../../core/access/account.ts'
import { nameFrom } from '../arguments/values.ts'
import type { Desk } from './desk.ts'
import { NotFound, Refused } from './faults.ts'

type Accounts = Pick<Desk, 'accounts'>

/** The account, if it is there. Throws `Refused`, with its name, where it is not understood. */
export const accountIfThere = async (accountId: string, { accounts }: Accounts): Promise<Account | undefined> => {
  try {
    return await accounts.find(accountId)
  } catch (cause) {
    if (!(cause instanceof ItemNotValid)) throw cause
    const why = `${cause.message} A newer version may have written it.`
    throw new Refused(`The account "${accountId}" is not understood. ${why}`, { cause })
  }
}

/** The account with this name. Throws `Refused` if there is none, or if it is not understood. */
export const accountNamed = async (argument: string, desk: Accounts): Promise<Account> => {
  const name = nameFrom(argument)
  const account = await accountIfThere(name, desk)
  if (account === undefined) throw new NotFound(`There is no account "${name}".`)
  return account
}

export interface AccountOrNot {
  readonly accountId: string
  /** Absent where there is none of this name, and where it is not understood. */
  readonly account?: Account
  /** Why it is not understood. */
  readonly fault?: string
}

/** All of these names: one that is not understood holds none of the others up. */
export const accountsNamed = (names: readonly string[], desk: Accounts): Promise<readonly AccountOrNot[]> =>
  Promise.all(
    names.map(async (accountId) => {
      try {
        const account = await accountIfThere(accountId, desk)
        return account === undefined ? { accountId } : { accountId, account }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return { accountId, fault: error.message }
      }
    }),
  )

/** What is said of those that are not understood, if there are any. */
export const faultsText = (found: readonly AccountOrNot[]): string | undefined =>
  found.flatMap(({ fault }) => fault ?? []).join('\n') || undefined
