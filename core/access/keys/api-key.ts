// What a service key looks like, and what may be kept of it. Knows no store: a malformed key is refused before anything is read.
// `ak_`, or `pt_` for a token of a person's command line, + 43 base62 characters + 6 base62 characters of checksum. The first two
// name the cell, the others are 244 random bits. A cell is a deployment of its own with a share of the accounts: a front door of
// several can tell from a key alone where it belongs. There is one so far. Keys of versions before 0.3.0 name no cell: theirs are
// 43 characters of 256 random bits, and their checksum tells them apart.
// The checksum is the first 32 bits of a SHA-256. It tells a typo from an unknown key and lets secret scanners confirm a find offline. It is no secret and no
// authentication, so a truncated SHA-256 does: it needs no code of ours and misses a typo once in 2^32.

import { createHash, hash } from 'node:crypto'
import { base62, base62Of32Bytes } from '../../text/base62.ts'

/** What a key and a token begin with. */
const prefixes = { key: 'ak_', token: 'pt_' } as const
type ServiceKeyKind = keyof typeof prefixes

const checksumCharacters = 6
const onlyCell = '00'
const shape = /^(?:ak|pt)_[0-9A-Za-z]{49}$/
/** What a checksum is taken over: with the word before it, the key names its cell. */
const forms = ['cell ', ''] as const

const checksum = (body: string): string =>
  base62(BigInt(createHash('sha256').update(body).digest().readUInt32BE()), checksumCharacters)

export interface MintedServiceKey {
  /** Shown once, stored nowhere. */
  readonly secret: string
  readonly keyHash: string
  /** The last four characters of the secret. */
  readonly suffix: string
}

/** SHA-256 of the secret, hex: so many random bits need no salt and no slow hash. */
export const serviceKeyHash = (secret: string): string => hash('sha256', secret)

/** Makes a key from 32 random bytes. Throws `RangeError` for any other number of bytes. */
export const mintServiceKey = (randomBytes32: Uint8Array, kind: ServiceKeyKind = 'key'): MintedServiceKey => {
  const body = prefixes[kind] + onlyCell + base62Of32Bytes(randomBytes32).slice(onlyCell.length)
  const secret = body + checksum(forms[0] + body)
  return { secret, keyHash: serviceKeyHash(secret), suffix: secret.slice(-4) }
}

/** Whether a service key stands anywhere in this text, of any account. */
export const holdsServiceKey = (text: string): boolean =>
  (text.includes(prefixes.key) || text.includes(prefixes.token)) &&
  // Looks ahead: the end of what only looks like a key may be the beginning of one.
  [...text.matchAll(/(?=((?:ak|pt)_[0-9A-Za-z]{49}))/g)].some(([, found = '']) => serviceKeyFault(found) === undefined)

/** Why this text cannot be a service key, or nothing. Says nothing about whether the key exists. */
export const serviceKeyFault = (text: string): 'shape' | 'checksum' | undefined => {
  if (!shape.test(text)) return 'shape'
  const body = text.slice(0, -checksumCharacters)
  const given = text.slice(-checksumCharacters)
  return forms.some((form) => checksum(form + body) === given) ? undefined : 'checksum'
}
