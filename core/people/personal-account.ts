// The account of a person's own: what the deployment lets everybody have who signs in.

import type { Account, Entitlement } from '../access/account.ts'
import { newAccount } from '../access/issue.ts'
import { personalAccountId } from './person.ts'

export interface PersonalPolicy {
  /** Whether signing in a command line for the first time makes one. */
  readonly accounts: 'on-first-login' | 'off'
  readonly entitlements: readonly Entitlement[]
  readonly requestsPerMinute: number
}

/** `now` in milliseconds since the epoch. */
export const newPersonalAccount = (
  personId: string,
  { entitlements, requestsPerMinute }: PersonalPolicy,
  randomBytes32: Uint8Array,
  now: number,
): Account => ({
  ...newAccount(personalAccountId(personId), 'personal', randomBytes32, now),
  entitlements,
  limits: { requestsPerMinute },
})
