// Tokens: what is particular to them beside keys.

import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account, ServiceKey } from '../../../../core/access/account.ts'
import { holdsServiceKey, mintServiceKey, serviceKeyFault } from '../../../../core/access/keys/api-key.ts'
import { authenticate } from '../../../../core/access/keys/authenticate.ts'
import { expiryAfterUse, newToken } from '../../../../core/access/keys/token.ts'
import { Refusal } from '../../../../core/http/refusal.ts'
import { memoryAccounts } from '../../../../testkit/memory/accounts.ts'
import { memoryKeys } from '../../../../testkit/memory/keys.ts'
import { account, now, serviceKey } from '../callers.ts'

const day = 86_400_000
const issuedTo = { personId: 'ana', device: 'laptop' }
const token = () => newToken('acme', issuedTo, randomBytes(32), now)
const at = (milliseconds: number): string => new Date(now + milliseconds).toISOString()

const callerOf = (key: ServiceKey, change: Partial<Account>) => {
  const keys = new Map([[key.keyHash, key]])
  const ports = {
    keys: memoryKeys(keys),
    accounts: memoryAccounts(new Map([['acme', account(change)]])),
    count: () => {},
    dashboardUrl: 'https://d.example',
  }
  return { ports, kept: () => keys.get(key.keyHash) }
}

const refusalOf = async (secret: string, ports: ReturnType<typeof callerOf>['ports'], when = now): Promise<Refusal> => {
  try {
    await authenticate(secret === '' ? {} : { 'x-service-auth-token': secret }, ports, when)
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('Expected a refusal.')
}

describe('a token', () => {
  it('looks like a key with another beginning, and is found wherever a key is', () => {
    const { secret, key } = token()
    expect(secret).toMatch(/^pt_[0-9A-Za-z]{49}$/)
    expect(serviceKeyFault(secret)).toBeUndefined()
    expect(serviceKeyFault(`ak_${secret.slice(3)}`)).toBe('checksum')
    expect(holdsServiceKey(`x-api-key: ${secret}`)).toBe(true)
    expect(key).toMatchObject({ issuedTo, createdBy: 'ana', suffix: secret.slice(-4), expiresAt: at(30 * day) })
    expect(mintServiceKey(new Uint8Array(32), 'token').secret).toMatch(/^pt_0{43}/)
  })

  it('ends 30 days after its last use, and 180 days after it was made', () => {
    fc.assert(
      fc.property(fc.nat(400 * day), (used) => {
        const { key } = token()
        const expiry = Date.parse(expiryAfterUse(key, now + used) ?? '')
        expect(expiry).toBe(Math.min(now + used + 30 * day, now + 180 * day))
      }),
    )
    expect(expiryAfterUse(serviceKey().key, now)).toBeUndefined()
  })

  it('lives on by being used, as long as it may', async () => {
    const { secret, key } = token()
    const { ports, kept } = callerOf(key, { kind: 'personal', apiAccess: false })
    for (const used of [29, 58, 87, 116, 145, 174, 179]) {
      await authenticate({ 'x-service-auth-token': secret }, ports, now + used * day)
      expect(kept()).toMatchObject({ lastUsedAt: at(used * day), expiresAt: at(Math.min(used + 30, 180) * day) })
    }
    expect((await refusalOf(secret, ports, now + 180 * day)).message).toContain('has expired')
  })

  it('asks the stores what a key asks them, and no more', async () => {
    const asked = async ({ secret, key }: { secret: string; key: ServiceKey }) => {
      const { ports } = callerOf(key, {})
      const calls: string[] = []
      const noting = <Store extends object>(name: string, store: Store): Store =>
        new Proxy(store, {
          get: (target, method, receiver) => {
            calls.push(`${name}.${String(method)}`)
            return Reflect.get(target, method, receiver)
          },
        })
      const noted = { ...ports, keys: noting('keys', ports.keys), accounts: noting('accounts', ports.accounts) }
      await authenticate({ 'x-service-auth-token': secret }, noted, now)
      return calls
    }
    expect(await asked(token())).toEqual(['keys.find', 'accounts.find', 'keys.touch'])
    expect(await asked(serviceKey())).toEqual(await asked(token()))
  })

  it('ends when nobody uses it', async () => {
    const { secret, key } = token()
    const { ports } = callerOf(key, {})
    expect((await authenticate({ 'x-service-auth-token': secret }, ports, now + 30 * day - 1)).key.keyId).toBe(
      key.keyId,
    )
    const idle = callerOf(key, {})
    expect((await refusalOf(secret, idle.ports, now + 30 * day)).status).toBe(401)
  })
})

describe('accounts', () => {
  it.each([
    ['an organization', 'key', { kind: 'organization', apiAccess: true }, undefined],
    ['an organization', 'token', { kind: 'organization', apiAccess: true }, undefined],
    ['an organization without API access', 'key', { kind: 'organization', apiAccess: false }, 'API access is not'],
    ['an organization without API access', 'token', { kind: 'organization', apiAccess: false }, 'API access is not'],
    ['a personal account', 'token', { kind: 'personal', apiAccess: false }, undefined],
    ['a personal account', 'key', { kind: 'personal', apiAccess: false }, 'A personal account has no API key'],
    ['a personal account', 'key', { kind: 'personal', apiAccess: true }, 'A personal account has no API key'],
  ] as const)('%s: a %s', async (_whose, what, change, refused) => {
    const { secret, key } = what === 'token' ? token() : serviceKey()
    const { ports } = callerOf(key, change)
    if (refused === undefined)
      expect((await authenticate({ 'x-service-auth-token': secret }, ports, now)).account.kind).toBe(change.kind)
    else {
      const refusal = await refusalOf(secret, ports)
      expect([refusal.status, refusal.message]).toEqual([403, expect.stringContaining(refused)])
    }
  })
})

describe('a refusal of 401', () => {
  it.each([
    '',
    'sk-something',
    mintServiceKey(randomBytes(32)).secret,
    mintServiceKey(randomBytes(32), 'token').secret,
  ])('names the way on', async (secret) => {
    const { ports } = callerOf(token().key, {})
    const { message, details, status } = await refusalOf(secret, ports)
    expect(status).toBe(401)
    expect(details.members).toEqual({ dashboard_url: 'https://d.example' })
    expect(message).toMatch(
      /Get a key at https:\/\/d\.example, or sign in with `npx https:\/\/d\.example\/cli\/compaction\.tgz login`\.$/,
    )
    expect(message).not.toContain(secret || 'secret')
  })

  it('of a token tells revoked from expired', async () => {
    const { secret, key } = token()
    const revoked = callerOf({ ...key, revokedAt: at(-1) }, {})
    expect((await refusalOf(secret, revoked.ports)).message).toContain(
      'The token of this command line has been revoked',
    )
  })

  it('names none where there is no dashboard', async () => {
    const { ports } = callerOf(token().key, {})
    const { dashboardUrl: _, ...without } = ports
    const error = await authenticate({}, without, now).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: 'Send your service API key in the X-Service-Auth-Token header.' })
    expect((error as Refusal).details.members).toBeUndefined()
  })
})
