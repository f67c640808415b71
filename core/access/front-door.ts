// Whether a request came the way that the operator wants it to come: with a secret that only the front door knows.
// Says nothing about who calls: the service key does.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Headers } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'

/** Put on every request by the front door, over whatever the caller sent under this name. */
export const originSecretHeader = 'x-origin-verify'

/** Digests have equal lengths: neither content nor length shows in the time that a comparison takes. */
const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Throws a refusal of 403 when the request carries none of the accepted secrets. Several are accepted while one replaces
 * another. Without any there is no front door, and every request may pass.
 */
export const requireFrontDoor = (headers: Headers, accepted: readonly string[]): void => {
  if (accepted.length === 0) return
  const sent = digest(headers[originSecretHeader] ?? '')
  if (!accepted.some((secret) => timingSafeEqual(sent, digest(secret))))
    throw new Refusal('front-door-passed-by', 'This address is not for callers. Use the base URL of the service.')
}
