// What every key store promises.

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { KeyRecords } from '../../adapters/dynamo/accounts/keys.ts'
import { newServiceKey } from '../../core/access/keys/issue.ts'
import { newToken } from '../../core/access/keys/token.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z')
const hour = 3_600_000

const accountName = (): string => `acme-${randomBytes(6).toString('hex')}`
const newKey = (accountId: string, now = start) => newServiceKey(accountId, randomBytes(32), now).key

export const keysContract = (replica: () => KeyRecords): void => {
  it('returns a key by its hash as it was put, and nothing by another hash', async () => {
    const { key } = newServiceKey(accountName(), randomBytes(32), start, {
      limits: { requestsPerMinute: 5, tokensPerMinute: 7 },
      expiresAt: '2027-01-01T00:00:00.000Z',
    })
    expect(await replica().put(key)).toBe(true)

    expect(await replica().find(key.keyHash)).toEqual(key)
    expect(await replica().find(newKey(key.accountId).keyHash)).toBeUndefined()
  })

  it('does not overwrite an existing key', async () => {
    const key = newKey(accountName())
    await replica().put(key)

    expect(await replica().put({ ...key, suffix: 'xxxx' })).toBe(false)
    expect(await replica().find(key.keyHash)).toEqual(key)
  })

  it('records a use at most once an hour', async () => {
    const key = newKey(accountName())
    await replica().put(key)

    const uses = [start, start + hour - 1, start + hour, start + hour + 1]
    const noted: (string | undefined)[] = []
    for (const use of uses) {
      await replica().touch(key.keyHash, use)
      noted.push((await replica().find(key.keyHash))?.lastUsedAt)
    }

    const first = new Date(start).toISOString()
    const second = new Date(start + hour).toISOString()
    expect(noted).toEqual([first, first, second, second])
  })

  it('notes a use again where a clock has noted it that was ahead', async () => {
    const key = newKey(accountName())
    await replica().put(key)
    await replica().touch(key.keyHash, start + 24 * hour)

    await replica().touch(key.keyHash, start)

    expect((await replica().find(key.keyHash))?.lastUsedAt).toBe(new Date(start).toISOString())
  })

  it('moves the end of a token with its use, and keeps whom it was given to', async () => {
    const { key } = newToken(accountName(), { personId: 'ana', device: 'laptop' }, randomBytes(32), start)
    await replica().put(key)
    expect(await replica().find(key.keyHash)).toEqual(key)

    const expiresAt = '2026-12-24T00:00:00.000Z'
    await replica().touch(key.keyHash, start, expiresAt)
    await replica().touch(key.keyHash, start + hour - 1, '2027-01-01T00:00:00.000Z')

    expect(await replica().find(key.keyHash)).toEqual({ ...key, expiresAt, lastUsedAt: new Date(start).toISOString() })
  })

  it('creates no key when the use of an unknown one is recorded', async () => {
    const { keyHash } = newKey(accountName())

    await replica().touch(keyHash, start)

    expect(await replica().find(keyHash)).toBeUndefined()
  })

  it('lists the keys of one account, oldest first', async () => {
    const [mine, other] = [accountName(), accountName()]
    const keys = [newKey(mine, start), newKey(mine, start + 1000), newKey(mine, start + 2000)]
    for (const key of [...keys].reverse()) await replica().put(key)
    await replica().put(newKey(other))

    expect(await replica().listByAccount(mine)).toEqual(keys)
    expect(await replica().listByAccount(accountName())).toEqual([])
  })

  it('revokes a key by its id, permanently, and no other key', async () => {
    const account = accountName()
    const [key, other] = [newKey(account), newKey(account)]
    for (const one of [key, other]) await replica().put(one)

    const revoked = await replica().revoke(key.keyId, start + 5000)
    const again = await replica().revoke(key.keyId, start + 9000)

    expect(revoked).toEqual({ ...key, revokedAt: new Date(start + 5000).toISOString() })
    expect(again).toEqual(revoked)
    expect(await replica().find(key.keyHash)).toEqual(revoked)
    expect(await replica().find(other.keyHash)).toEqual(other)
  })

  it('lets a key expire at a time, and no other key', async () => {
    const account = accountName()
    const [key, other] = [newKey(account), newKey(account)]
    for (const one of [key, other]) await replica().put(one)
    const expiresAt = new Date(start + 5000).toISOString()

    expect(await replica().expire(key.keyId, expiresAt)).toEqual({ ...key, expiresAt })
    expect(await replica().find(key.keyHash)).toEqual({ ...key, expiresAt })
    expect(await replica().find(other.keyHash)).toEqual(other)
    expect(await replica().expire('acme.000000000000', expiresAt)).toBeUndefined()
  })

  it('revokes a key by its hash as well, and makes none', async () => {
    const [key, unknown] = [newKey(accountName()), newKey(accountName())]
    await replica().put(key)

    const revoked = await replica().revokeByHash(key.keyHash, start + 5000)
    expect(revoked).toEqual({ ...key, revokedAt: new Date(start + 5000).toISOString() })
    expect(await replica().revokeByHash(key.keyHash, start + 9000)).toEqual(revoked)
    expect(await replica().revokeByHash(unknown.keyHash, start)).toBeUndefined()
    // As the list of its account has it, too.
    const [listed] = await replica().listByAccount(key.accountId)
    expect((await replica().revokeByHash(listed?.keyHash ?? '', start + 9000))?.revokedAt).toBe(revoked?.revokedAt)
    expect(await replica().find(unknown.keyHash)).toBeUndefined()
  })

  it.each([
    ['that no key has', 'acme.000000000000'],
    ['that is malformed', 'rubbish'],
    ['that is a hash', 'a'.repeat(64)],
    ['that is empty', ''],
  ])('revokes nothing for an id %s', async (_why, keyId) => {
    expect(await replica().revoke(keyId, start)).toBeUndefined()
  })
}
