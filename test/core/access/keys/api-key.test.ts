import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  holdsServiceKey,
  mintServiceKey,
  serviceKeyFault,
  serviceKeyHash,
} from '../../../../core/access/keys/api-key.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('a minted service key', () => {
  it('has the prefix, its cell, 41 characters and a checksum of 6, is well-formed, and is stored as a hash', () => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        const { secret, keyHash, suffix } = mintServiceKey(bytes)

        expect(secret).toMatch(/^ak_00[0-9A-Za-z]{41}[0-9A-Za-z]{6}$/)
        expect(serviceKeyFault(secret)).toBeUndefined()
        expect(keyHash).toBe(createHash('sha256').update(secret).digest('hex'))
        expect(serviceKeyHash(secret)).toBe(keyHash)
        expect(suffix).toBe(secret.slice(-4))
      }),
    )
  })

  it('carries 41 digits of the random bytes', () => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        const digits = mintServiceKey(bytes).secret.slice(5, 46)
        const value = [...digits].reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n)

        expect(value).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`) % 62n ** 41n)
      }),
    )
  })

  it('never changes for the same bytes: keys in use depend on it', () => {
    expect(mintServiceKey(new Uint8Array(32)).secret).toBe(`ak_${'0'.repeat(43)}03D58j`)
    expect(mintServiceKey(new Uint8Array(32).fill(255)).secret).toBe(
      'ak_00jskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp12gt2PJ',
    )
  })

  it.each([0, 31, 33])('cannot be made from %i bytes', (length) => {
    expect(() => mintServiceKey(randomBytes(length))).toThrow(RangeError)
  })
})

describe('the check of a service key’s form', () => {
  it('detects every single wrong character and every swap of neighbours', () => {
    fc.assert(
      fc.property(bytes32, fc.integer({ min: 3, max: 50 }), fc.nat(60), (bytes, index, shift) => {
        const { secret } = mintServiceKey(bytes)
        const right = secret.charAt(index)
        const wrong = alphabet.charAt((alphabet.indexOf(right) + 1 + shift) % 62)
        const typo = secret.slice(0, index) + wrong + secret.slice(index + 1)
        const next = secret.charAt(index + 1)
        const swapped = secret.slice(0, index) + next + right + secret.slice(index + 2)

        expect(serviceKeyFault(typo)).toBe('checksum')
        expect(serviceKeyFault(swapped)).toBe(right === next ? undefined : 'checksum')
      }),
    )
  })

  it.each([`ak_${'0'.repeat(43)}07FZ98`, 'ak_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp145ASXZ'])(
    'accepts a key from before there were cells, and finds it in a text',
    (former) => {
      expect(serviceKeyFault(former)).toBeUndefined()
      expect(holdsServiceKey(`Bearer ${former}`)).toBe(true)
      expect(holdsServiceKey(`/v1/${former}xy/models`)).toBe(true)
    },
  )

  const { secret } = mintServiceKey(randomBytes(32))
  it('finds a key in a text, and nothing in a text that only looks like one', () => {
    expect(holdsServiceKey(`key=${secret}&more`)).toBe(true)
    expect(holdsServiceKey(`key=${secret.slice(0, -1)}`)).toBe(false)
    expect(holdsServiceKey(`ak_${'0'.repeat(47)}${secret}`)).toBe(true)
  })

  it.each([
    ['an empty text', ''],
    ['another prefix', `sk_${secret.slice(3)}`],
    ['the prefix in capitals', `AK_${secret.slice(3)}`],
    ['a character too few', secret.slice(0, -1)],
    ['a character too many', `${secret}0`],
    ['two keys joined by a repeated header', `${secret}, ${secret}`],
    ['a space at its end', `${secret} `],
    ['a line break at its end', `${secret}\n`],
    ['a character outside base62', `${secret.slice(0, 20)}-${secret.slice(21)}`],
    ['a letter that is not ASCII', `${secret.slice(0, 20)}é${secret.slice(21)}`],
  ])('rejects %s for its shape', (_why, text) => {
    expect(serviceKeyFault(text)).toBe('shape')
  })
})
