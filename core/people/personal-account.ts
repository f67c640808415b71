// The account of a person's own: what the deployment lets everybody have who signs in.

import type { Account, Entitlement } from '../access/account.ts'
import { newAccount } from '../access/keys/issue.ts'
import { personalAccountId } from './person.ts'

export const personalAccountsWhen = ['on-first-login', 'off'] as const

export interface PersonalPolicy {
  /** Whether signing in a command line for the first time makes one. */
  readonly accounts: (typeof personalAccountsWhen)[number]
  readonly entitlements: readonly Entitlement[]
  readonly requestsPerMinute: number
}

export const defaultPersonalPolicy: PersonalPolicy = {
  accounts: 'on-first-login',
  entitlements: ['proxy'],
  requestsPerMinute: 120,
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
