// Whether a key or token is good, and when its use is noted.

import type { ServiceKey } from '../account.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

/** `now` in milliseconds since the epoch. An expiry that cannot be read counts as past. */
export const keyState = (
  { revokedAt, expiresAt }: Pick<ServiceKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): KeyState => {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt !== undefined && !(now < Date.parse(expiresAt)) ? 'expired' : 'active'
}

/** How long a noted use stands for those that follow it, in milliseconds. */
export const useNotedMs = 3_600_000

/** Whether a use at `now` is to be noted. What a clock noted that was ahead is noted again. */
export const isUseToBeNoted = ({ lastUsedAt }: Pick<ServiceKey, 'lastUsedAt'>, now: number): boolean =>
  lastUsedAt === undefined || Math.abs(now - Date.parse(lastUsedAt)) >= useNotedMs
