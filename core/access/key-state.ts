// Whether a key or token is good, for lists of them.

import type { ServiceKey } from './account.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

/** `now` in milliseconds since the epoch. An expiry that cannot be read counts as past. */
export const keyState = (
  { revokedAt, expiresAt }: Pick<ServiceKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): KeyState => {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt !== undefined && !(now < Date.parse(expiresAt)) ? 'expired' : 'active'
}
