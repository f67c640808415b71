import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountName } from '../../../../core/access/account-name.ts'
import { serviceKeyHash } from '../../../../core/access/keys/api-key.ts'
import { keyIdParts, newAccount, newServiceKey } from '../../../../core/access/keys/issue.ts'

const now = Date.parse('2026-11-03T10:00:00.000Z')

describe('a new account', () => {
  it('has no rights yet, and a chain secret of the given 32 bytes', () => {
    const bytes = randomBytes(32)

    expect(newAccount('acme', 'organization', bytes, now)).toEqual({
      accountId: 'acme',
      kind: 'organization',
      apiAccess: false,
      entitlements: [],
      limits: {},
      compaction: { mode: 'repeated', compressor: 'adeline-1' },
      chainSecret: bytes.toString('base64'),
      createdAt: '2026-11-03T10:00:00.000Z',
    })
  })

  it.each(['', 'a b', 'a#b', 'a.b', 'é', 'a\n', 'a'.repeat(64)])('cannot have the name %j', (name) => {
    expect(accountName.test(name)).toBe(false)
    expect(() => newAccount(name, 'personal', randomBytes(32), now)).toThrow('The name of an account')
  })

  it.each(['a', '0', '-', 'acme_2-x', 'ACME-Corp', 'a'.repeat(63)])('can have the name %s', (name) => {
    expect(newAccount(name, 'personal', randomBytes(32), now).accountId).toBe(name)
  })

  it('cannot be made with a short secret', () => {
    expect(() => newAccount('acme', 'personal', randomBytes(16), now)).toThrow(RangeError)
  })
})

describe('a new service key', () => {
  it('is stored without its secret, with an id from which its item is found', () => {
    const { secret, key } = newServiceKey('acme', randomBytes(32), now, {
      limits: { requestsPerMinute: 3 },
      expiresAt: '2027-01-01T00:00:00.000Z',
    })

    expect(key).toEqual({
      keyHash: serviceKeyHash(secret),
      keyId: `acme.${serviceKeyHash(secret).slice(0, 12)}`,
      accountId: 'acme',
      suffix: secret.slice(-4),
      limits: { requestsPerMinute: 3 },
      createdAt: '2026-11-03T10:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
    })
    expect(JSON.stringify(key)).not.toContain(secret.slice(3, -4))
    expect(keyIdParts(key.keyId)).toEqual({ accountId: 'acme', hashPrefix: key.keyHash.slice(0, 12) })
  })

  it('has no limits and no expiry unless they are given', () => {
    const { key } = newServiceKey('acme', randomBytes(32), now)

    expect(key.limits).toEqual({})
    expect('expiresAt' in key).toBe(false)
  })
})
