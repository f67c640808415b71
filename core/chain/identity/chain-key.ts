// The secret of an account as its digests are keyed by it.

import { createSecretKey, type KeyObject } from 'node:crypto'
import { boundedMap } from '../../collections/bounded-map.ts'

/** To make a key takes as long as to digest with it. */
const keys = boundedMap<KeyObject>(100)

/** Of a secret of 32 bytes in base64. Several times faster than giving the bytes again for every digest. Throws for any other text. */
export const chainKeyOf = (secret: string): KeyObject => {
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = createSecretKey(secret, 'base64')
  if (key.symmetricKeySize !== 32) throw new RangeError('A chain secret is 32 bytes.')
  keys.set(secret, key)
  return key
}
