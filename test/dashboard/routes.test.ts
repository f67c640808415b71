// Every route with every position that somebody can be in, from every site that a request can come from: generated from the table
// of routes, so that a route without a rule cannot be added.

import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { permissionsOf, type Role } from '../../core/people/roles.ts'
import { answers } from '../../dashboard/answers.ts'
import { type Route, routes, routesOf } from '../../dashboard/routes.ts'
import { securityHeaders } from '../../dashboard/security-headers.ts'
import { refusalResponse } from '../../scripts/openapi/refusals.ts'
import {
  type DashboardInMemory,
  dashboardInMemory,
  dashboardUrl,
  documentOf,
  positions,
} from '../../testkit/memory/dashboard.ts'

const all: readonly Route[] = routes
const origin = { origin: dashboardUrl }
const sites = [
  { name: 'the dashboard itself', headers: { 'sec-fetch-site': 'same-origin' }, isOurs: true },
  { name: 'a browser that says its origin alone', headers: { 'sec-fetch-site': undefined, ...origin }, isOurs: true },
  { name: 'another port of the host', headers: { 'sec-fetch-site': 'same-site', ...origin }, isOurs: false },
  { name: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, isOurs: false },
  { name: 'a bookmark', headers: { 'sec-fetch-site': 'none' }, isOurs: false },
  {
    name: 'another origin, in an old browser',
    headers: { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
    isOurs: false,
  },
  { name: 'no browser', headers: { 'sec-fetch-site': undefined }, isOurs: false },
]
const callers = [...positions, 'nobody', 'signed-out'] as const
type Caller = (typeof callers)[number]

const documents: Readonly<Partial<Record<string, z.ZodType>>> = answers

/** What an answer with this status is. Programs that sign in are refused as RFC 6749 says. */
const schemaOf = (name: string, status: number): z.ZodType | undefined => {
  if (status < 300) return documents[name]
  return status < 400 || name.startsWith('oauth-') || name === 'device-authorization' ? undefined : refusalResponse
}

const pathOf = ({ path }: Route, account: string): string =>
  path.replace(':account', account).replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')

/** The first thing that must be said to this caller on this route; nothing when it is let through. */
const expected = ({ access }: Route, caller: Caller, account: string): number | undefined => {
  if (access.to === 'anyone' || access.to === 'program') return undefined
  // A cookie is no token, whoever sends it.
  if (access.to === 'token') return 401
  if (caller === 'nobody' || caller === 'signed-out') return 401
  if (access.to === 'person') return undefined
  const role: Role | undefined = (['viewer', 'developer', 'owner'] as const).find((one) => one === caller)
  const isPersonal = caller === 'person' && account === 'p-own'
  if (!isPersonal && (role === undefined || account !== 'acme')) return 404
  return permissionsOf(role ?? 'owner', isPersonal ? 'personal' : 'organization').includes(access.may) ? undefined : 403
}

describe('every route', () => {
  let dashboard: DashboardInMemory
  beforeEach(async () => {
    dashboard = await dashboardInMemory()
  })

  const asked = (
    route: Route,
    caller: Caller,
    account: string,
    headers: Readonly<Record<string, string | undefined>>,
  ) =>
    dashboard.ask({
      method: route.method,
      path: pathOf(route, account),
      // A body that no route takes: who is let through gets no further than its judgement.
      headers: { 'content-type': 'text/plain', ...headers } as Record<string, string>,
      ...(caller === 'nobody' ? {} : caller === 'signed-out' ? { cookies: ['__Host-session=gone'] } : { as: caller }),
    })

  it.each(all)('$name answers each caller from each site as it must', async (route) => {
    for (const account of ['acme', 'p-own', 'other', 'missing', '__proto__'])
      for (const caller of callers)
        for (const { name, headers, isOurs } of sites) {
          if (caller === 'stranger' && account === 'other') continue
          const { status, body } = await asked(route, caller, account, headers)
          const where = `${route.name} by ${caller} of ${account} from ${name}: ${body}`
          if (route.method !== 'GET' && !isOurs && route.access.to !== 'program') expect(status, where).toBe(403)
          else if (expected(route, caller, account) !== undefined)
            expect(status, where).toBe(expected(route, caller, account))
          else expect([200, 201, 303, 400, 404, 429], where).toContain(status)
          // As docs/openapi.json says.
          const schema = schemaOf(route.name, status)
          if (schema !== undefined) expect(schema.safeParse(JSON.parse(String(body))).error, where).toBeUndefined()
        }
  })

  it.each(all.filter(({ method }) => method !== 'GET'))('$name takes any body without failing', async (route) => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), async (body) => {
        const { status } = await dashboard.ask({
          method: route.method,
          path: pathOf(route, 'acme'),
          as: 'owner',
          body: body ?? {},
        })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })

  it.each(all.filter(({ method }) => method === 'GET'))('$name takes any query without failing', async (route) => {
    const query = fc.dictionary(
      fc.constantFrom('cursor', 'tz', 'days', 'from', 'to', 'by', 'month', 'model', 'client', 'limit', 'to', 'code'),
      fc.oneof(fc.string(), fc.constantFrom('2026-11', '2026-11-21', 'Europe/Berlin', '../..', '9'.repeat(30))),
    )
    await fc.assert(
      fc.asyncProperty(query, async (drawn) => {
        const { status } = await dashboard.ask({
          path: pathOf(route, 'acme'),
          as: 'owner',
          query: new URLSearchParams(drawn),
        })
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })

  it('lets each role do what it says here, and what the role before it may do', () => {
    const mayDo = (role: Role): string[] =>
      all
        .filter(({ access }) => access.to === 'member' && permissionsOf(role, 'organization').includes(access.may))
        .map(({ name }) => name)
    const viewer = [
      ...['overview', 'sessions', 'sessions-csv', 'session', 'exchanges', 'exchanges-csv'],
      ...['usage', 'usage-csv', 'ledger', 'ledger-csv', 'keys', 'settings'],
    ]
    const developer = [...viewer, 'generate-key', 'revoke-key', 'tokens', 'revoke-token']
    const owner = [
      ...developer,
      ...['change-settings', 'members', 'invite', 'change-role', 'remove-member', 'withdraw-invitation', 'audit'],
    ]
    expect(mayDo('viewer').toSorted()).toEqual(viewer.toSorted())
    expect(mayDo('developer').toSorted()).toEqual(developer.toSorted())
    expect(mayDo('owner').toSorted()).toEqual(owner.toSorted())
    expect(all.filter(({ access }) => access.to === 'anyone').map(({ name }) => name)).toEqual([
      'sign-in',
      'callback',
      'sign-out',
    ])
  })

  it('takes no body that is not said to be JSON, but of programs', async () => {
    const headers = [
      {},
      { 'content-type': 'text/plain; a=application/json' },
      { 'content-type': 'Application/JSON; charset=utf-8' },
    ]
    const statuses = headers.map(async (more) => {
      const none = { 'content-type': undefined } as unknown as Record<string, string>
      const asked = { as: 'owner', method: 'POST', path: '/api/accounts/acme/keys', body: {} } as const
      return (await dashboard.ask({ ...asked, headers: { ...none, ...more } })).status
    })
    expect(await Promise.all(statuses)).toEqual([400, 400, 201])
  })

  it('carries the same headers, refused or not', async () => {
    const policy = [
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
      ...["font-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ]
    for (const path of ['/', '/keys', '/api/me', '/auth/sign-in', '/api/nothing', '/assets/a.js', '/assets/b.js']) {
      const { headers } = await dashboard.ask({ path })
      expect(headers['content-security-policy']?.split('; ')).toEqual(policy)
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'clipboard-write=(self), camera=(), microphone=(), geolocation=(), payment=(), usb=()',
        'strict-transport-security': 'max-age=63072000',
      })
      expect(headers['cache-control']).toBe(
        path === '/assets/a.js' ? 'public, max-age=31536000, immutable' : 'no-store',
      )
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('says nothing of https where the dashboard is not there', () => {
    expect(securityHeaders('http://localhost:8788')).not.toHaveProperty('strict-transport-security')
  })

  it('is one of the table, or the page, or nothing', async () => {
    for (const path of ['/', '/device', '/join/x', '/keys', '/accounts/a', '/accounts/a/', '/accounts/a/sessions/s'])
      expect(await dashboard.ask({ path })).toMatchObject({ status: 200, body: expect.stringContaining('Page') })
    for (const path of ['/nope', '/keys/x', '/accounts/a/nope', '/accounts/a/keys/x'])
      expect(await dashboard.ask({ path })).toMatchObject({ status: 404, body: expect.stringContaining('Page') })
    expect((await dashboard.ask({ path: '/', method: 'HEAD' })).body).toBe('')
    expect((await dashboard.ask({ path: '/api/nothing' })).status).toBe(404)
    expect((await dashboard.ask({ path: '/assets/../secret' })).status).toBe(404)
    for (const [path, method, allow] of [
      ['/api/me', 'DELETE', 'GET, HEAD'],
      ['/keys', 'POST', 'GET, HEAD'],
      ['/auth/sign-out', 'GET', 'POST'],
      ['/api/accounts/a/keys', 'PUT', 'GET, POST, HEAD'],
    ] as const)
      expect(await dashboard.ask({ path, method })).toMatchObject({ status: 405, headers: { allow } })
  })

  it.each(['/anthropic/v1/messages', '/openai/v1/responses', '/v1/messages'])(
    'tells an agent that sends to %s of it where the base URL stands, and not what it is',
    async (path) => {
      const headers = { 'sec-fetch-site': undefined } as unknown as Record<string, string>
      const answer = await dashboard.ask({ path, method: 'POST', headers, body: {} })
      expect([answer.status, documentOf(answer).error.message]).toEqual([
        405,
        `This is the dashboard, not the base URL. It shows the base URL where a key is generated: ${dashboardUrl}`,
      ])
    },
  )

  it('never names a key by anything that opens it', async () => {
    const { body } = await dashboard.ask({ path: '/api/accounts/acme/keys', as: 'developer', method: 'POST', body: {} })
    const { secret, key } = JSON.parse(String(body))
    const list = String((await dashboard.ask({ path: '/api/accounts/acme/keys', as: 'owner' })).body)
    expect(secret).toMatch(/^ak_[0-9A-Za-z]{49}$/)
    expect(list).toContain(key.id)
    expect(list).not.toContain(secret)
    expect(list).not.toContain([...dashboard.keys.keys()][0] ?? 'hash')
  })

  it('says why a personal account has no keys', async () => {
    const answer = await dashboard.ask({ path: '/api/accounts/p-own/keys', as: 'person', method: 'POST', body: {} })
    expect([answer.status, documentOf(answer).error.message]).toEqual([
      403,
      'A personal account has no API key: use the command line.',
    ])
  })
})

describe('the paths of routes', () => {
  it('match whole segments alone', () => {
    const names = (path: string) => routesOf(path).map(({ route }) => route.name)
    expect(names('/api/accounts/acme/keys')).toEqual(['keys', 'generate-key'])
    expect(names('/api/accounts//keys')).toEqual([])
    expect(names('/api/accounts/acme/keys/')).toEqual([])
    expect(names('/API/me')).toEqual([])
  })
})
