import { describe, expect, it } from 'vitest'
import { chainSecretOf, keyDigests, secretsIn } from '../../../../core/access/keys/deployment-secrets.ts'

const one = 'a'.repeat(40)
const other = 'b'.repeat(40)
const hash = 'f'.repeat(64)

describe('the secrets in a text', () => {
  it('are separated by commas or line ends', () => {
    expect(secretsIn('')).toEqual([])
    expect(secretsIn(`${one}\n`)).toEqual([one])
    expect(secretsIn(`${one}, ${other}\n`)).toEqual([one, other])
  })

  it('are long, and never repeated in an error', () => {
    expect(secretsIn('c'.repeat(32))).toEqual(['c'.repeat(32)])
    expect(() => secretsIn('c'.repeat(31))).toThrow(/at least 32 characters/)
    expect(() => secretsIn(`${one},hunter2`)).toThrow(/at least 32 characters/)
    expect(() => secretsIn('hunter2')).not.toThrow(/hunter2/)
  })
})

describe('the digests of a key', () => {
  it('are its hash alone in a deployment without a secret', () => {
    expect(keyDigests(hash, [])).toEqual([hash])
  })

  it('begin with the one of the newest secret, and end with the hash of before there was one', () => {
    const [newest, older, last, ...rest] = keyDigests(hash, [one, other])

    expect([newest, older]).toEqual([keyDigests(hash, [one])[0], keyDigests(hash, [other])[0]])
    expect(newest).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set([newest, older, hash]).size).toBe(3)
    expect([last, ...rest]).toEqual([hash])
  })

  it('never change: keys in use are found by them', () => {
    expect(keyDigests(hash, [one])[0]).toBe('06502883a52a87db4ceaaa828af4c36b5bad8239d130d65efd2a511075a05bcd')
  })
})

describe('what keys the digests of conversations', () => {
  const ofAccount = Buffer.alloc(32, 7).toString('base64')

  it('is the account’s own secret where the deployment has none', () => {
    expect(chainSecretOf(ofAccount, [])).toBe(ofAccount)
  })

  it('is 32 bytes that follow from both, and from the newest alone', () => {
    const keyed = chainSecretOf(ofAccount, [one, other])

    expect(Buffer.from(keyed, 'base64')).toHaveLength(32)
    expect(keyed).toBe(chainSecretOf(ofAccount, [one]))
    expect(
      new Set([keyed, chainSecretOf(ofAccount, [other]), chainSecretOf(Buffer.alloc(32, 8).toString('base64'), [one])])
        .size,
    ).toBe(3)
  })

  it('never changes: records of conversations are found by it', () => {
    expect(chainSecretOf(ofAccount, [one])).toBe('zn6FIBZgA7ArIvy7NVQvL1d76c5KDvRAAzonke5q+FM=')
  })
})
