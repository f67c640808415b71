// Tokens: what a person's command line is given when it signs in. A token is a service key that belongs to a person and a
// device besides its account: it travels in the same header, is found and judged in the same way, and has what the account
// has. It ends when nobody uses it.

import { defined } from '../../collections/defined.ts'
import type { ServiceKey } from '../account.ts'
import { type NewServiceKey, newServiceKey } from './issue.ts'

const day = 86_400_000
const idleMilliseconds = 30 * day
const wholeMilliseconds = 180 * day

/** Of a token, when it ends if it is used at `now` (milliseconds since the epoch) and not again; ISO 8601. Nothing for a key. */
export const expiryAfterUse = (
  { issuedTo, createdAt }: Pick<ServiceKey, 'issuedTo' | 'createdAt'>,
  now: number,
): string | undefined =>
  issuedTo === undefined
    ? undefined
    : new Date(Math.min(now + idleMilliseconds, Date.parse(createdAt) + wholeMilliseconds)).toISOString()

/** A new token of a person. `now` in milliseconds since the epoch. Throws as `newServiceKey` does. */
export const newToken = (
  accountId: string,
  issuedTo: NonNullable<ServiceKey['issuedTo']>,
  randomBytes32: Uint8Array,
  now: number,
): NewServiceKey => {
  const { secret, key } = newServiceKey(accountId, randomBytes32, now, { issuedTo, createdBy: issuedTo.personId })
  const expiresAt = expiryAfterUse(key, now)
  return { secret, key: { ...key, ...defined({ expiresAt }) } }
}
