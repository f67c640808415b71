// Signing in by the way of an issuer, over stores in memory: what a browser is given, and when it is given nothing. Issuers that lie
// stand in test/adapters/oidc.

import { beforeEach, describe, expect, it } from 'vitest'
import { sessionHash } from '../../core/people/browser-session.ts'
import { personIdOf } from '../../core/people/person.ts'
import type { Answer } from '../../dashboard/http.ts'
import type { Ports } from '../../dashboard/ports.ts'
import { type DashboardInMemory, dashboardInMemory, documentOf, now } from '../../testkit/memory/dashboard.ts'

const issuer = 'https://issuer.example'
const kept = { state: 's', nonce: 'n', verifier: 'v' }
const ana = { issuer, subject: 'ana', email: 'ana@example.com', emailVerified: true, name: 'Ana' }
const attributes = 'Path=/; HttpOnly; SameSite=Lax; Secure'
const forgotten = `__Host-sign-in=; ${attributes}; Max-Age=0`
const failed = {
  status: 303,
  headers: expect.objectContaining({ location: '/?problem=sign-in' }),
  cookies: [forgotten],
}

let dashboard: DashboardInMemory
let returned: Parameters<Ports['identity']['return']>[]
beforeEach(async () => {
  returned = []
  dashboard = await dashboardInMemory({
    identity: {
      leave: async () => ({ url: `${issuer}/authorize`, ...kept }),
      async return(...asked) {
        returned.push(asked)
        if (asked[0].searchParams.get('code') === 'bad') throw new Error('what the issuer said')
        return ana
      },
      signOutUrl: async () => `${issuer}/end`,
    },
  })
})

const leave = (to?: string): Promise<Answer> =>
  dashboard.ask({ path: '/auth/sign-in', query: new URLSearchParams(to === undefined ? {} : { to }) })
const cookieValue = (cookie = ''): string => /^[^=]+=([^;]*);/.exec(cookie)?.[1] ?? ''
const come = (cookies: readonly string[], code = 'good', later = 0): Promise<Answer> =>
  dashboard.ask({ path: '/auth/callback', query: new URLSearchParams({ code }), cookies, now: now + later })
const pending = async (to?: string): Promise<string> => `__Host-sign-in=${cookieValue((await leave(to)).cookies[0])}`
const isSignedIn = async (cookies: readonly string[]): Promise<boolean> =>
  (await dashboard.ask({ path: '/api/me', cookies })).status === 200

describe('a browser that signs in', () => {
  it('leaves for the issuer with a cookie of ten minutes, which no script reads', async () => {
    const { status, headers, cookies } = await leave()
    expect([status, headers.location]).toEqual([303, `${issuer}/authorize`])
    expect(cookies).toEqual([expect.stringMatching(/^__Host-sign-in=[\w-]{43}; /)])
    expect(cookies[0]).toMatch(`; ${attributes}; Max-Age=600`)
  })

  it('comes back once, to a session of its own, and to where it was going', async () => {
    const cookie = await pending('/keys')
    const { status, headers, cookies } = await come([cookie])
    expect([status, headers.location]).toEqual([303, '/keys'])
    expect(cookies).toEqual([forgotten, expect.stringMatching(/^__Host-session=[\w-]{43}; /)])
    expect(cookies[1]).toMatch(`; ${attributes}; Max-Age=604800`)
    const [[url, expected] = []] = returned
    expect([String(url), expected]).toEqual([
      'https://compaction.example.com/auth/callback?code=good',
      expect.objectContaining(kept),
    ])

    const session = `__Host-session=${cookieValue(cookies[1])}`
    const me = documentOf(await dashboard.ask({ path: '/api/me', cookies: [session] }))
    expect(me.person).toEqual({ id: personIdOf(issuer, 'ana'), name: 'Ana', email: 'ana@example.com' })
    const noted = await dashboard.ports.people.find(me.person.id)
    expect(noted).toEqual({ personId: me.person.id, ...ana, lastSignInAt: new Date(now).toISOString() })
    expect(await come([cookie])).toMatchObject(failed)
  })

  it('goes to no other site afterwards', async () => {
    expect((await come([await pending('//evil.example')])).headers.location).toBe('/')
  })

  it('ends the session that it had', async () => {
    const old = `__Host-session=${dashboard.cookies.owner}`
    expect(await isSignedIn([old])).toBe(true)
    await come([await pending(), old])
    expect(await isSignedIn([old])).toBe(false)
  })

  it('is given nothing without its cookie, after ten minutes, or where the issuer does not vouch for it', async () => {
    expect(await come([])).toMatchObject(failed)
    expect(await come(['__Host-sign-in=made-up'])).toMatchObject(failed)
    expect(await come([await pending()], 'good', 600_000)).toMatchObject(failed)
    expect(returned).toEqual([])
    const refused = await come([await pending()], 'bad')
    expect(refused).toMatchObject(failed)
    expect(JSON.stringify(refused)).not.toContain('what the issuer said')
    expect((await come([await pending()], 'good', 599_999)).cookies).toHaveLength(2)
  })
})

describe('a browser that signs out', () => {
  it('is told where it ends at the issuer, or else the page, and its session ends', async () => {
    const session = `__Host-session=${dashboard.cookies.owner}`
    const signOut = { method: 'POST', path: '/auth/sign-out', cookies: [session] }
    const answer = await dashboard.ask(signOut)
    expect(documentOf(answer)).toEqual({ signOutUrl: `${issuer}/end` })
    expect(answer.cookies).toEqual([`__Host-session=; ${attributes}; Max-Age=0`])
    expect(await dashboard.ports.browserSessions.find(sessionHash(dashboard.cookies.owner))).toBeUndefined()
    Object.assign(dashboard.ports.identity, { signOutUrl: () => Promise.reject(new Error('down')) })
    expect(documentOf(await dashboard.ask(signOut))).toEqual({ signOutUrl: '/' })
  })
})

describe('a cookie', () => {
  it('counts by its whole name', async () => {
    expect(await isSignedIn([`x__Host-session=${dashboard.cookies.owner}`])).toBe(false)
    expect(await isSignedIn([`other=__Host-session=${dashboard.cookies.owner}`])).toBe(false)
  })

  it('of a dashboard on this machine is one of its port', async () => {
    Object.assign(dashboard.ports.settings, { dashboardUrl: 'http://localhost:8788' })
    const [cookie] = (await leave()).cookies
    expect(cookie).toMatch(/^sign-in-8788=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(await isSignedIn([`session-8788=${dashboard.cookies.owner}`])).toBe(true)
    expect(await isSignedIn([`session-8789=${dashboard.cookies.owner}`])).toBe(false)
  })
})
