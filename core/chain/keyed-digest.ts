// Digests under the secret of an account: they tell nothing to those who do not have it.

import { createHmac, hash, type KeyObject } from 'node:crypto'
import { type BoundedMap, boundedMap } from '../collections/bounded-map.ts'

/** What SHA-256 takes in at a time, and what it gives. */
const [blockBytes, digestBytes] = [64, 32]
/** Longer kinds are for the runtime: what a client calls its model may be of any length. */
const usualKind = 300

/** The two texts of an HMAC (RFC 2104): the secret's blocks, each with room for what is digested behind it. */
interface Blocks {
  readonly inner: Buffer
  readonly outer: Buffer
}

const ofSecrets = new WeakMap<KeyObject, Blocks>()

const blocksOf = (secret: KeyObject): Blocks => {
  const known = ofSecrets.get(secret)
  if (known !== undefined) return known
  const bytes = secret.export()
  const padded = (pad: number, room: number): Buffer =>
    Buffer.alloc(blockBytes + room).map((_, at) => (at < blockBytes ? (bytes[at] ?? 0) ^ pad : 0)) as Buffer
  // Three bytes to a unit at most.
  const blocks = { inner: padded(0x36, 3 * usualKind + digestBytes), outer: padded(0x5c, digestBytes) }
  ofSecrets.set(secret, blocks)
  return blocks
}

/**
 * Of what is digested already; its kind tells it from everything else that is. 43 characters of base64url. An HMAC of the runtime's takes
 * several times as long as two digests at once.
 */
export const keyed = (secret: KeyObject, kind: string, digest: Buffer): string => {
  const isUsual =
    kind.length <= usualKind && digest.length <= digestBytes && (secret.symmetricKeySize ?? 0) <= blockBytes
  if (!isUsual) return createHmac('sha256', secret).update(kind).update(digest).digest('base64url')
  const { inner, outer } = blocksOf(secret)
  const behindKind = blockBytes + inner.write(kind, blockBytes)
  const end = behindKind + digest.copy(inner, behindKind)
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), blockBytes, 'latin1')
  return hash('sha256', outer, 'base64url')
}

/** Of one account. */
const mostRemembered = 100
const remembered = new WeakMap<KeyObject, BoundedMap<string>>()

/** The same of what requests have in common, such as what stands around a conversation: it is remembered. */
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
