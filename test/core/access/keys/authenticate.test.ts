import { describe, expect, it } from 'vitest'
import type { Account, ServiceKey } from '../../../../core/access/account.ts'
import { authenticate, carriesServiceKey } from '../../../../core/access/keys/authenticate.ts'
import { Refusal } from '../../../../core/http/refusal.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryAccounts } from '../../../../testkit/memory/accounts.ts'
import { memoryKeys } from '../../../../testkit/memory/keys.ts'
import { account, now, serviceKey } from '../callers.ts'

const prepare = (options: { key?: Partial<ServiceKey>; account?: Partial<Account> | 'gone' } = {}) => {
  const { secret, key } = serviceKey(options.key)
  const keys = new Map([[key.keyHash, key]])
  const accounts = new Map<string, Account>()
  if (options.account !== 'gone') accounts.set('acme', account(options.account))
  const counted: string[] = []
  const ports = {
    keys: memoryKeys(keys),
    accounts: memoryAccounts(accounts),
    count: (name: string) => void counted.push(name),
  }
  return { secret, key, keys, ports, counted }
}

const refusalOf = async (attempt: Promise<unknown>): Promise<Refusal> => {
  const refusal = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (refusal instanceof Refusal) return refusal
  throw new Error(`Expected a refusal, got ${String(refusal)}`)
}

const withKey = (secret: string) => ({ 'x-service-auth-token': secret })

describe('a caller with a good key', () => {
  it('gets what the account and the key allow', async () => {
    const { secret, key, ports } = prepare()

    const grant = await authenticate(withKey(secret), ports, now)

    expect(grant.key).toEqual(key)
    expect(grant.account.accountId).toBe('acme')
  })

  it('is admitted until the last millisecond before the key expires', async () => {
    const { secret, ports } = prepare({ key: { expiresAt: new Date(now + 1).toISOString() } })

    expect((await authenticate(withKey(secret), ports, now)).key.suffix).toBe(secret.slice(-4))
  })

  it('has the use of the key recorded, at most once an hour', async () => {
    const noted: string[] = []
    for (const lastUsedAt of [undefined, now - 3_600_000, now - 3_599_999]) {
      const { secret, ports } = prepare({
        key: lastUsedAt === undefined ? {} : { lastUsedAt: new Date(lastUsedAt).toISOString() },
      })
      const touch = async () => void noted.push(String(lastUsedAt))
      await authenticate(withKey(secret), { ...ports, keys: { ...ports.keys, touch } }, now)
    }

    expect(noted).toEqual(['undefined', String(now - 3_600_000)])
  })

  it('neither waits for that record nor fails with it', async () => {
    const { secret, ports } = prepare()
    const never = { ...ports.keys, touch: () => new Promise<void>(() => undefined) }
    const failing = { ...ports.keys, touch: () => Promise.reject(new StoreUnreachable('down')) }

    const grants = [
      await authenticate(withKey(secret), { ...ports, keys: never }, now),
      await authenticate(withKey(secret), { ...ports, keys: failing }, now),
    ]
    await new Promise(setImmediate)

    expect(grants.map((grant) => grant.account.accountId)).toEqual(['acme', 'acme'])
  })
})

describe('a caller is refused', () => {
  const good = prepare()
  const mistyped = good.secret.slice(0, -1) + (good.secret.endsWith('0') ? '1' : '0')

  it.each([
    ['without the header', {}, 'service-key-missing'],
    ['with an empty header', withKey(''), 'service-key-missing'],
    ['with a key in another header', { authorization: `Bearer ${good.secret}` }, 'service-key-missing'],
    ['with a text of another form', withKey('sk-something'), 'service-key-invalid'],
    ['with two keys', withKey(`${good.secret},${good.secret}`), 'service-key-invalid'],
    ['with a mistyped key', withKey(mistyped), 'service-key-invalid'],
    ['with a key that nobody issued', withKey(serviceKey().secret), 'service-key-invalid'],
  ])('with 401 %s', async (why, headers, code) => {
    const refusal = await refusalOf(authenticate(headers, good.ports, now))

    expect([refusal.status, refusal.code]).toEqual([401, code])
    expect(good.counted).toEqual([])
    // Only a store can tell that nobody has issued it.
    expect(carriesServiceKey(headers)).toBe(why === 'with a key that nobody issued')
  })

  it.each([
    ['sent twice', `${good.secret}, ${good.secret}`],
    ['behind a scheme', `Bearer ${good.secret}`],
    ['in quotes', `"${good.secret}"`],
  ])('with a key %s, and is told to send it alone', async (_why, value) => {
    const { message } = await refusalOf(authenticate(withKey(value), good.ports, now))

    expect(message).toContain('send the key alone, and once')
    expect(message).not.toContain(good.secret)
  })

  it.each([
    ['that is revoked', prepare({ key: { revokedAt: '2026-01-01T00:00:00.000Z' } }), 401],
    ['that has expired', prepare({ key: { expiresAt: new Date(now).toISOString() } }), 401],
    ['whose expiry cannot be parsed', prepare({ key: { expiresAt: 'some day' } }), 401],
    ['whose account does not exist', prepare({ account: 'gone' }), 401],
    ['of a personal account', prepare({ account: { kind: 'personal' } }), 403],
    ['of an account without API access', prepare({ account: { apiAccess: false } }), 403],
  ])('with a key %s', async (_why, { secret, ports }, status) => {
    const refusal = await refusalOf(authenticate(withKey(secret), ports, now))

    expect(refusal.status).toBe(status)
    expect(refusal.message).not.toContain(secret)
  })

  it('before any store is read if the key is malformed', async () => {
    const reads: string[] = []
    const keys = { ...good.ports.keys, find: async (hash: string) => void reads.push(hash) }
    await authenticate(withKey(good.secret), good.ports, now)

    await refusalOf(authenticate(withKey(mistyped), { ...good.ports, keys }, now))

    expect(reads).toEqual([])
  })
})

describe('an outage', () => {
  const down = () => Promise.reject(new StoreUnreachable('down'))

  it.each(['keys', 'accounts'] as const)(
    'of the %s gives 503 with Retry-After, never 401, and is counted',
    async (store) => {
      const { secret, ports, counted } = prepare()
      const broken = { ...ports, [store]: { ...ports[store], find: down } }

      const refusal = await refusalOf(authenticate(withKey(secret), broken, now))

      expect([refusal.status, refusal.details.retryAfterSeconds]).toEqual([503, 5])
      expect(refusal.details.cause).toBeInstanceOf(StoreUnreachable)
      expect(counted).toEqual(['KeyStoreUnreachable'])
    },
  )

  it('is not what an error in this code counts as', async () => {
    const { secret, ports, counted } = prepare()
    const keys = { ...ports.keys, find: () => Promise.reject(new TypeError('a fault')) }

    await expect(authenticate(withKey(secret), { ...ports, keys }, now)).rejects.toThrow(TypeError)
    expect(counted).toEqual([])
  })
})
