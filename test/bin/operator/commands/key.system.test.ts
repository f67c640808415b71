// `key …`.

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { serviceKeyFault } from '../../../../core/access/keys/api-key.ts'
import { newToken } from '../../../../core/access/keys/token.ts'
import { testDeployment } from '../test-deployment.ts'

const { keys, operator, json, refusal, organization } = testDeployment()

describe('key', () => {
  it('create prints the secret this one time, and only its hash is stored', async () => {
    await organization('key-holder')
    const created = await json('key', 'create', 'key-holder')
    const { key: secret, keyId, suffix } = created

    expect(Object.keys(created)).toEqual(['key', 'keyId', 'suffix'])
    expect(serviceKeyFault(secret)).toBeUndefined()
    expect(suffix).toBe(secret.slice(-4))
    const listed = await json('key', 'list', 'key-holder')
    expect(listed).toEqual([
      {
        keyId,
        accountId: 'key-holder',
        suffix,
        limits: {},
        createdAt: expect.any(String),
        kind: 'key',
        state: 'active',
      },
    ])
    const stored = await keys().find(createHash('sha256').update(secret).digest('hex'))
    expect(stored).toMatchObject({ keyId, accountId: 'key-holder' })
    const { stdout } = await operator('key', 'list', 'key-holder')
    expect(stdout + JSON.stringify(listed) + JSON.stringify(stored)).not.toContain(secret.slice(0, -4))
  })

  it('create accepts an expiry and limits for the key', async () => {
    await organization('limited')
    const { keyId } = await json(
      ...['key', 'create', 'limited', '--expires', '2099-01-31T12:00:00+02:00'],
      ...['--requests-per-minute', '5', '--tokens-per-minute', '7000'],
    )
    const table = await operator('key', 'create', 'limited')

    expect(table.stdout).toMatch(/^key {5}ak_\w{49}\nkeyId {3}limited\.[0-9a-f]{12}\nsuffix {2}\w{4}\n/)
    const keys: { keyId: string }[] = await json('key', 'list', 'limited')
    expect(keys).toHaveLength(2)
    expect(keys.find((key) => key.keyId === keyId)).toMatchObject({
      limits: { requestsPerMinute: 5, tokensPerMinute: 7000 },
      expiresAt: '2099-01-31T10:00:00.000Z',
    })
  })

  it('has a label, and rotate makes a new one like it while the old one lives on for a day', async () => {
    await organization('rotating')
    const old = await json('key', 'create', 'rotating', '--label', 'build servers', '--requests-per-minute', '5')
    const fresh = await json('key', 'rotate', old.keyId, '--keep-hours', '2')
    const expected = { label: 'build servers', limits: { requestsPerMinute: 5 }, state: 'active' }
    const listed: { keyId: string; expiresAt?: string }[] = await json('key', 'list', 'rotating')
    expect(listed.find(({ keyId }) => keyId === fresh.keyId)).toMatchObject(expected)
    expect(listed.find(({ keyId }) => keyId === old.keyId)).toMatchObject({
      ...expected,
      expiresAt: fresh.oldKeyExpiresAt,
    })
    expect(Date.parse(fresh.oldKeyExpiresAt) - Date.now()).toBeLessThanOrEqual(2 * 3_600_000)
    expect(fresh.key).not.toBe(old.key)
    await json('key', 'revoke', old.keyId)
    expect(await refusal('key', 'rotate', old.keyId)).toContain('does not work any more')
    const { stdout } = await operator('key', 'list', 'rotating')
    expect(stdout).toMatch(/^key +kind +suffix +name +state +last used +expires\n/)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('list tells tokens of people’s command lines from the account’s keys, and cuts no id', async () => {
    await organization('a-name-of-length')
    const { keyId } = await json('key', 'create', 'a-name-of-length', '--label', 'the servers that build')
    const issuedTo = { personId: 'ana', device: 'ana’s laptop with a long name' }
    const { key: token } = newToken('a-name-of-length', issuedTo, randomBytes(32), Date.now())
    await keys().put(token)
    const listed: { keyId: string; kind: string }[] = await json('key', 'list', 'a-name-of-length')
    expect(Object.fromEntries(listed.map((one) => [one.keyId, one.kind]))).toEqual({
      [keyId]: 'key',
      [token.keyId]: 'token',
    })
    const { stdout } = await operator('key', 'list', 'a-name-of-length')
    const lineOf = (id: string) => stdout.split('\n').find((line) => line.startsWith(id))
    expect(lineOf(keyId)).toMatch(/ {2}key +….{4} +the ser.*… +active/)
    expect(lineOf(token.keyId)).toMatch(/ {2}token +….{4} +ana’s .*… +active/)
    expect(lineOf(token.keyId)).toMatch(/ {2}- {2}\d{4}-\d\d-\d\d$/)
    const wide = await operator('key', 'list', 'a-name-of-length', '--wide')
    expect(wide.stdout).toMatch(/ {2}token +….{4} .* ana’s laptop with a long name {2}ana {2}/)
  })

  it('list tells the last use to the hour in which it is noted once, and no closer', async () => {
    await organization('used')
    const { key: secret } = await json('key', 'create', 'used')
    await keys().touch(createHash('sha256').update(secret).digest('hex'), Date.parse('2026-11-22T11:07:00.000Z'))
    const { stdout } = await operator('key', 'list', 'used', '--wide')
    expect(stdout).toContain('2026-11-22T11:07:00.000Z, or up to an hour later')
  })

  it('revoke ends one key, and again changes nothing', async () => {
    await organization('revoking')
    const [gone, kept] = [await json('key', 'create', 'revoking'), await json('key', 'create', 'revoking')]

    const revoked = await json('key', 'revoke', gone.keyId)
    const again = await json('key', 'revoke', gone.keyId)

    expect(revoked).toMatchObject({ keyId: gone.keyId, state: 'revoked', revokedAt: expect.any(String) })
    expect(again).toEqual(revoked)
    const listed: { keyId: string; state: string }[] = await json('key', 'list', 'revoking')
    expect(Object.fromEntries(listed.map(({ keyId, state }) => [keyId, state]))).toEqual({
      [gone.keyId]: 'revoked',
      [kept.keyId]: 'active',
    })
  })

  it('create is refused to personal accounts and without API access', async () => {
    await json('account', 'create', 'a-person', '--kind', 'personal')
    await json('account', 'create', 'closed', '--kind', 'organization')

    expect(await refusal('key', 'create', 'a-person')).toBe(
      '"a-person" is a personal account. Only organizations can have keys.',
    )
    expect(await refusal('key', 'create', 'closed')).toBe(
      '"closed" has no API access. Enable it with "account enable-api".',
    )
    expect(await keys().listByAccount('a-person')).toEqual([])
    expect(await keys().listByAccount('closed')).toEqual([])
  })

  it('list says if an account has no keys', async () => {
    await organization('keyless')

    expect(await operator('key', 'list', 'keyless')).toMatchObject({
      code: 0,
      stdout: 'The account "keyless" has no keys.\n',
    })
  })

  it('revoke does not repeat a secret that was pasted instead of an id', async () => {
    const secret = `ak_${'7'.repeat(49)}`

    expect(await refusal('key', 'revoke', secret)).not.toContain('777')
  })
})
