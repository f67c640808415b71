// The account for which a machine is signed in, as its command asks in the address. Anybody may have written that address.

import { accountName } from '../../../core/access/account-name.ts'
import type { WaitingDevice } from './types.ts'

export type Account = WaitingDevice['accounts'][number]

/** The account that the command was told, or the first one where it was told none; `''` where nothing can be approved as asked. */
export const firstChosen = (accounts: readonly Account[], wanted: string | undefined): string =>
  accounts.find(({ id, isReady }) => isReady && (wanted === undefined || id === wanted))?.id ?? ''

/** Why the account that the command was told is none of them. What is no name of an account is not repeated: it may be advice. */
export const missing = (accounts: readonly Account[], wanted: string): string => {
  const name = accountName.test(wanted) ? wanted : 'an account'
  return accounts.some(({ id }) => id === wanted)
    ? `The command asks for ${name}, which has no API access yet.`
    : `The command asks for ${name}, to which you do not belong.`
}
