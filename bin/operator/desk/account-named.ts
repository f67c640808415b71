// An account that has to be there.

import type { Account } from '../../../core/access/account.ts'
import { nameFrom } from '../arguments/values.ts'
import type { Desk } from './desk.ts'
import { Refused } from './faults.ts'

/** The account with this name. Throws `Refused` if there is none. */
export const accountNamed = async (argument: string, { accounts }: Pick<Desk, 'accounts'>): Promise<Account> => {
  const name = nameFrom(argument)
  const account = await accounts.find(name)
  if (account === undefined) throw new Refused(`There is no account "${name}".`)
  return account
}
