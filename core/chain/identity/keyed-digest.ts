// Digests under the secret of an account: they tell nothing to those who do not have it.

import { createHmac, type KeyObject } from 'node:crypto'
import { type BoundedMap, boundedMap } from '../../collections/bounded-map.ts'

/** Keys a digest; `kind` tells it from every other digest of the account. 43 characters of base64url. */
export const keyed = (secret: KeyObject, kind: string, digest: Buffer): string =>
  createHmac('sha256', secret).update(kind).update(digest).digest('base64url')

/** Of one account. */
const mostRemembered = 300
const remembered = new WeakMap<KeyObject, BoundedMap<string>>()

/** The same of what the next request asks for again, such as what stands around a conversation, or where it ends now: it is remembered. */
export const keyedOnce = (secret: KeyObject, kind: string, digest: Buffer): string => {
  const known = remembered.get(secret) ?? boundedMap<string>(mostRemembered)
  remembered.set(secret, known)
  const name = `${kind}${digest.toString('latin1')}`
  const found = known.get(name)
  if (found !== undefined) return found
  const made = keyed(secret, kind, digest)
  known.set(name, made)
  return made
}
