// What people do: keys, settings, members, links, and what is noted of it.

import { beforeEach, describe, expect, it } from 'vitest'
import { newSession, sessionHash } from '../../core/people/browser-session.ts'
import { newInvitation } from '../../core/people/invitation.ts'
import type { Answer } from '../../dashboard/http.ts'
import {
  type DashboardInMemory,
  dashboardInMemory,
  documentOf,
  now,
  type Position,
} from '../../testkit/memory/dashboard.ts'

let dashboard: DashboardInMemory
beforeEach(async () => {
  dashboard = await dashboardInMemory()
})

const acme = '/api/accounts/acme'
const get = (as: Position, path: string) => dashboard.ask({ as, path: `${acme}${path}` })
const post = (as: Position, path: string, body: unknown = {}, method = 'POST') =>
  dashboard.ask({ as, path: `${acme}${path}`, body, method })
const got = async (answer: Promise<Answer>) => documentOf(await answer)
const targets = async () => (await got(get('owner', '/audit'))).events.map((event: { target: string }) => event.target)
const actions = async () => (await got(get('owner', '/audit'))).events.map((event: { action: string }) => event.action)

describe('keys', () => {
  it('are generated with what was asked for, and noted', async () => {
    const { key } = await got(
      post('developer', '/keys', {
        label: ' CI ',
        expiresAt: '2027-01-31T00:00:00+01:00',
        requestsPerMinute: 60,
        tokensPerMinute: 1000,
      }),
    )
    expect(key).toMatchObject({
      label: 'CI',
      state: 'active',
      createdBy: 'developer',
      expiresAt: '2027-01-30T23:00:00.000Z',
      limits: { requestsPerMinute: 60, tokensPerMinute: 1000 },
      mayRevoke: true,
    })
    expect([await actions(), await targets()]).toEqual([['key-generated'], [`CI ak_…${key.suffix}`]])
  })

  it.each(['CI\u001b[2J', 'a\nb', 'a\u202eb', '\ud800'])('are not called %j', async (label) => {
    expect((await post('developer', '/keys', { label })).status).toBe(400)
  })

  it('are revoked by who made them or by owners, once', async () => {
    const mine = (await got(post('developer', '/keys'))).key
    const theirs = (await got(post('owner', '/keys'))).key
    expect((await post('developer', `/keys/${theirs.id}/revoke`)).status).toBe(403)
    const first = (await got(post('developer', `/keys/${mine.id}/revoke`))).key
    const second = (await got(post('owner', `/keys/${mine.id}/revoke`))).key
    expect([first.state, second.revokedAt]).toEqual(['revoked', first.revokedAt])
    expect((await post('owner', '/keys/other.0123456789ab/revoke')).status).toBe(404)
    expect(await actions()).toEqual(['key-revoked', 'key-generated', 'key-generated'])
    expect(await targets()).toEqual([`ak_…${mine.suffix}`, `ak_…${theirs.suffix}`, `ak_…${mine.suffix}`])
  })

  it('are made thirty at once by one person, with invitations among them, and one in two minutes from there on', async () => {
    for (let made = 0; made < 29; made += 1) expect((await post('owner', '/keys')).status).toBe(201)
    expect((await post('owner', '/members', { role: 'viewer' })).status).toBe(201)
    const refused = await post('owner', '/keys')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '120'])
    expect((await post('owner', '/members', { role: 'viewer' })).status).toBe(429)
    expect((await post('developer', '/keys')).status).toBe(201)
    const later = { as: 'owner', path: `${acme}/keys`, method: 'POST', body: {}, now: now + 120_000 } as const
    expect((await dashboard.ask(later)).status).toBe(201)
  })

  it('need API access, which the operator gives', async () => {
    const { acme: account } = Object.fromEntries(dashboard.accounts)
    if (account !== undefined) dashboard.accounts.set('acme', { ...account, apiAccess: false })
    const answer = await post('owner', '/keys')
    expect(answer.status).toBe(403)
    expect(documentOf(answer).error.message).toContain('npm run -s operator -- account enable-api acme')
  })

  it.each([
    [{ expiresAt: '2020-01-01T00:00:00Z' }],
    [{ label: 'x'.repeat(61) }],
    [{ requestsPerMinute: 0 }],
    [{ tokensPerMinute: 1.5 }],
    [{ apiAccess: true }],
  ])('are not made of %j', async (body) => {
    expect((await post('owner', '/keys', body)).status).toBe(400)
    expect(dashboard.keys.size).toBe(0)
  })
})

describe('settings', () => {
  it('change what an owner may change, and nothing else', async () => {
    const before = dashboard.accounts.get('acme')
    expect(await got(post('owner', '/settings', { mode: 'observe', prices: { claude: 3 } }, 'PATCH'))).toMatchObject({
      mode: 'observe',
      compressor: 'adeline-1',
      prices: { claude: 3 },
    })
    expect((await post('owner', '/settings', { apiAccess: false }, 'PATCH')).status).toBe(400)
    expect((await post('owner', '/settings', { limits: {} }, 'PATCH')).status).toBe(400)
    expect(dashboard.accounts.get('acme')).toEqual({
      ...before,
      compaction: { mode: 'observe', compressor: 'adeline-1' },
      prices: { claude: 3 },
    })
    expect(await actions()).toEqual(['settings-changed'])
  })

  it('refuse a price of what no schema sees', async () => {
    const prices = JSON.parse('{ "claude": 3, "__proto__": 4 }')
    const refused = await post('owner', '/settings', { prices }, 'PATCH')
    expect(refused.status).toBe(400)
    expect(String(refused.body)).toContain('This is not valid: __proto__.')
    expect(dashboard.accounts.get('acme')?.prices).toBeUndefined()
  })

  it.each([
    ['a rate that no table takes', { rate: 1e-200 }],
    ['a price that no table takes', { prices: { claude: 1e-200 } }],
    ['a model that is half a character', { prices: { 'a\ud800': 1 } }],
    ['a model that turns text around', { prices: { 'a\u202eb': 1 } }],
    ['more kinds of results than there are', { serverResults: Array(1_000).fill('mcp') }],
  ])('refuse %s', async (_what, change) => {
    expect((await post('owner', '/settings', change, 'PATCH')).status).toBe(400)
  })

  it('name a few of many faults', async () => {
    const refused = await post('owner', '/settings', { serverResults: Array(1_000).fill('none') }, 'PATCH')
    expect([refused.status, String(refused.body).length < 300]).toEqual([400, true])
  })

  it('say what holds of what the operator decides, and what is the service’s default', async () => {
    const defaults = { fileReads: 'aged', observations: 'results' }
    expect(await got(get('viewer', '/settings'))).toMatchObject({ defaults })
    expect(await got(get('viewer', '/settings'))).not.toHaveProperty('fileReads')
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    const set = { fileReads: 'keep' as const, serverResults: ['mcp' as const] }
    dashboard.accounts.set('acme', { ...account, compaction: { ...account.compaction, ...set } })
    expect(await got(get('viewer', '/settings'))).toMatchObject({ defaults, fileReads: 'keep', serverResults: ['mcp'] })
  })

  it('take a rate away again', async () => {
    await post('owner', '/settings', { rate: 0.5 }, 'PATCH')
    expect(dashboard.accounts.get('acme')?.compaction.rate).toBe(0.5)
    await post('owner', '/settings', { rate: null }, 'PATCH')
    expect(dashboard.accounts.get('acme')?.compaction).not.toHaveProperty('rate')
  })

  it('change what is done with file reads, and keep it when something else changes', async () => {
    await post('owner', '/settings', { fileReads: 'keep' }, 'PATCH')
    await post('owner', '/settings', { rate: 0.5 }, 'PATCH')
    expect(dashboard.accounts.get('acme')?.compaction).toMatchObject({ fileReads: 'keep', rate: 0.5 })
  })
})

describe('settings that the dashboard does not show', () => {
  it('stay when others change', async () => {
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    const compaction = { ...account.compaction, rate: 0.5, depth: 'deeper' }
    dashboard.accounts.set('acme', { ...account, compaction })
    await post('owner', '/settings', { mode: 'observe', rate: null }, 'PATCH')
    const { rate: _, ...kept } = compaction
    expect(dashboard.accounts.get('acme')?.compaction).toEqual({ ...kept, mode: 'observe' })
  })
})

describe('changes of settings', () => {
  it('undo nothing that somebody else changes at the same moment', async () => {
    const { accounts } = dashboard.ports
    const find = accounts.find.bind(accounts)
    // Both look before either writes.
    const before = await find('acme')
    accounts.find = async () => before
    await post('owner', '/settings', { mode: 'off' }, 'PATCH')
    await post('owner', '/settings', { rate: 0.5 }, 'PATCH')
    await post('owner', '/settings', { prices: { claude: 3 } }, 'PATCH')
    accounts.find = find
    expect(dashboard.accounts.get('acme')).toMatchObject({
      compaction: { mode: 'off', rate: 0.5 },
      prices: { claude: 3 },
    })
  })

  it('are noted where something differs, with its values, and no words of people', async () => {
    await post('owner', '/settings', { mode: 'off', compressor: 'adeline-1', rate: null, prices: {} }, 'PATCH')
    await post('owner', '/settings', { rate: 0.5, serverResults: ['mcp', 'web-fetch'] }, 'PATCH')
    await post('owner', '/settings', { rate: 0.5, prices: { 'a name': 3 } }, 'PATCH')
    await post('owner', '/settings', { mode: 'off' }, 'PATCH')
    expect(await targets()).toEqual([
      'prices',
      'rate default → 0.5, server results default → mcp,web-fetch',
      'mode repeated → off',
    ])
  })
})

describe('members', () => {
  const invited = async (body: object, as: Position = 'owner') => {
    const { link } = await got(post(as, '/members', body))
    return String(link).replace('https://compaction.example.com/join/', '')
  }

  it('join by a link, once, and it says by whom and as what', async () => {
    const token = await invited({ role: 'developer' })
    const path = `/api/join/${token}`
    expect(await got(dashboard.ask({ as: 'stranger', path }))).toMatchObject({
      account: 'acme',
      role: 'developer',
      invitedBy: 'owner',
    })
    expect(await got(dashboard.ask({ as: 'stranger', path, method: 'POST' }))).toEqual({ account: 'acme' })
    expect((await dashboard.ask({ as: 'person', path, method: 'POST' })).status).toBe(404)
    expect((await get('stranger', '/keys')).status).toBe(200)
    expect(await actions()).toEqual(['member-joined', 'member-invited'])
  })

  it('with a role of a newer version may do nothing, are listed, and keep what they have where a link raises them', async () => {
    const { members } = dashboard.ports
    const personId = dashboard.personIds.stranger
    const newer = { accountId: 'acme', personId, role: 'auditor', since: '2026-11-20T00:00:00.000Z', seat: 7 }
    await members.add(newer)
    expect((await get('stranger', '/keys')).status).toBe(403)
    const mine: { id: string; permissions: string[] }[] = (
      await got(dashboard.ask({ as: 'stranger', path: '/api/me' }))
    ).accounts
    expect(mine.find(({ id }) => id === 'acme')?.permissions).toEqual([])
    const listed: { id: string; role: string }[] = (await got(get('owner', '/members'))).members
    expect(listed.find(({ id }) => id === personId)?.role).toBe('auditor')

    const path = `/api/join/${await invited({ role: 'owner' })}`
    expect((await dashboard.ask({ as: 'stranger', path, method: 'POST' })).status).toBe(200)
    expect(await members.find('acme', personId)).toMatchObject(newer)
    expect((await post('owner', `/members/${personId}/role`, { role: 'viewer' })).status).toBe(200)
    expect((await get('stranger', '/keys')).status).toBe(200)
  })

  it('are told again that they have joined, because the answer was lost, for an hour and while they belong to it', async () => {
    const token = await invited({ role: 'developer' })
    const joins = (as: Position, later = 0) =>
      dashboard.ask({ as, path: `/api/join/${token}`, method: 'POST', now: now + later })
    const hour = 3_600_000
    expect(await got(joins('viewer'))).toEqual({ account: 'acme' })
    expect(await got(joins('viewer', hour - 1))).toEqual({ account: 'acme' })
    expect((await joins('viewer', hour)).status).toBe(404)
    expect([(await joins('stranger')).status, (await joins('owner')).status]).toEqual([404, 404])
    expect(await actions()).toEqual(['member-joined', 'member-invited'])
    await post('owner', `/members/${dashboard.personIds.viewer}/remove`)
    expect((await joins('viewer')).status).toBe(404)
  })

  it('are removed also for who asks again, because the answer was lost, and that is noted once', async () => {
    const path = `/members/${dashboard.personIds.developer}/remove`
    expect([(await post('owner', path)).status, (await post('owner', path)).status]).toEqual([200, 200])
    expect(await actions()).toEqual(['member-removed'])
  })

  it('keep the higher of two roles', async () => {
    const token = await invited({ role: 'viewer' })
    await dashboard.ask({ as: 'developer', path: `/api/join/${token}`, method: 'POST' })
    expect((await dashboard.ports.members.find('acme', dashboard.personIds.developer))?.role).toBe('developer')
  })

  it('join by a link for an address only with that address, verified', async () => {
    const token = await invited({ role: 'viewer', email: 'Stranger@example.com' })
    const refused = await dashboard.ask({ as: 'person', path: `/api/join/${token}` })
    expect(refused.status).toBe(403)
    expect(documentOf(refused).error.message).toMatch(/another e-mail address\. Ask for a link for yours/)
    expect(String(refused.body)).not.toContain('tranger@')
    const stranger = await dashboard.ports.people.find(dashboard.personIds.stranger)
    if (stranger !== undefined) await dashboard.ports.people.put({ ...stranger, emailVerified: false })
    expect((await dashboard.ask({ as: 'stranger', path: `/api/join/${token}` })).status).toBe(403)
    if (stranger !== undefined) await dashboard.ports.people.put(stranger)
    expect((await dashboard.ask({ as: 'stranger', path: `/api/join/${token}` })).status).toBe(200)
  })

  it('do not join by a link that has expired, was withdrawn, or was made up', async () => {
    const { token, invitation } = newInvitation(
      { accountId: 'acme', createdAt: new Date(0).toISOString() },
      'owner',
      new Uint8Array(32),
      now - 8 * 86_400_000,
    )
    await dashboard.ports.members.invite(invitation)
    const withdrawn = await invited({ role: 'owner' })
    const listed = (await got(get('owner', '/members'))).invitations
    // A table keeps what has expired for days.
    expect(listed).toHaveLength(1)
    for (const { id } of listed) await post('owner', `/invitations/${id}/remove`)
    for (const one of [token, withdrawn, `acme.${'x'.repeat(43)}`, 'acme', '..', `__proto__.${'x'.repeat(43)}`])
      expect((await dashboard.ask({ as: 'stranger', path: `/api/join/${one}`, method: 'POST' })).status).toBe(404)
  })

  it('are invited no more by a link that was withdrawn, which is noted once', async () => {
    await invited({ role: 'developer' })
    await invited({ role: 'viewer', email: 'ana@example.com' })
    const listed: { id: string; email?: string }[] = (await got(get('owner', '/members'))).invitations
    const [{ id } = expect.fail()] = listed.filter(({ email }) => email !== undefined)
    const withdraw = () => post('owner', `/invitations/${id}/remove`)
    expect((await Promise.all([withdraw(), withdraw()])).map(({ status }) => status)).toEqual([200, 200])
    expect((await withdraw()).status).toBe(200)
    expect((await post('owner', '/invitations/nothing/remove')).status).toBe(200)
    expect(await actions()).toEqual(['invitation-withdrawn', 'member-invited', 'member-invited'])
    expect((await targets())[0]).toBe('ana@example.com')
  })

  it('join by a link for seven days, to the millisecond', async () => {
    const week = 7 * 86_400_000
    const answer = await got(post('owner', '/members', { role: 'viewer' }))
    expect(answer.expiresAt).toBe(new Date(now + week).toISOString())
    const path = `/api/join/${String(answer.link).split('/').at(-1)}`
    // The sessions of the others end before the link does.
    const cookie = 'of the last day'
    await dashboard.ports.browserSessions.start(newSession(cookie, dashboard.personIds.stranger, now + week - 60_000))
    const join = async (later: number, method: string) =>
      (await dashboard.ask({ path, method, cookies: [`__Host-session=${cookie}`], now: now + later })).status
    expect([await join(week, 'GET'), await join(week, 'POST')]).toEqual([404, 404])
    expect([await join(week - 1, 'GET'), await join(week - 1, 'POST')]).toEqual([200, 200])
  })

  it.each([
    ['of nobody', undefined],
    ['made after the link', now + 1],
  ])('do not join an account %s of that name', async (_what, createdAt) => {
    const token = await invited({ role: 'owner' })
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    if (createdAt === undefined) dashboard.accounts.delete('acme')
    else dashboard.accounts.set('acme', { ...account, createdAt: new Date(createdAt).toISOString() })
    for (const method of ['GET', 'POST'])
      expect((await dashboard.ask({ as: 'stranger', path: `/api/join/${token}`, method })).status).toBe(404)
    expect(await dashboard.ports.members.find('acme', dashboard.personIds.stranger)).toBeUndefined()
  })

  it('join an account that was made by a clock that is ahead', async () => {
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    dashboard.accounts.set('acme', { ...account, createdAt: new Date(now + 30_000).toISOString() })
    const token = await invited({ role: 'viewer' })
    expect((await dashboard.ask({ as: 'stranger', path: `/api/join/${token}`, method: 'POST' })).status).toBe(200)
  })

  it.each([
    ['removed', '/remove', {}],
    ['an owner no more', '/role', { role: 'developer' }],
  ])('do not join by a link of somebody who is %s', async (_what, change, body) => {
    const { developer } = dashboard.personIds
    await post('owner', `/members/${developer}/role`, { role: 'owner' })
    const token = await invited({ role: 'owner' }, 'developer')
    expect((await got(get('owner', '/members'))).invitations).toHaveLength(1)
    await post('owner', `/members/${developer}${change}`, body)
    expect((await dashboard.ask({ as: 'developer', path: `/api/join/${token}`, method: 'POST' })).status).toBe(404)
    expect((await got(get('owner', '/members'))).invitations).toEqual([])
  })

  it('stay removed whatever else is asked of them at that moment', async () => {
    const { developer } = dashboard.personIds
    const { members } = dashboard.ports
    const list = members.list.bind(members)
    members.list = async (accountId) => {
      const listed = await list(accountId)
      await members.remove(accountId, developer)
      return listed
    }
    expect((await post('owner', `/members/${developer}/role`, { role: 'owner' })).status).toBe(404)
    expect(await members.find('acme', developer)).toBeUndefined()
  })

  it('read nothing that was done to a deleted account of the same name', async () => {
    await post('owner', '/keys', { label: 'of the first' })
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    dashboard.accounts.set('acme', { ...account, createdAt: new Date(now + 1).toISOString() })
    expect(await actions()).toEqual([])
  })

  it('read what was done to an account whose maker’s clock is ahead', async () => {
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    dashboard.accounts.set('acme', { ...account, createdAt: new Date(now + 60_000).toISOString() })
    await post('owner', '/keys', { label: 'early' })
    expect(await actions()).toEqual(['key-generated'])
  })

  it('read by the clocks what was noted before it named its account', async () => {
    const { createdAt } = dashboard.accounts.get('acme') ?? expect.fail()
    const event = { accountId: 'acme', personId: 'p', by: 'p', action: 'key-generated', target: 't' } as const
    const before = new Date(Date.parse(createdAt) - 1).toISOString()
    for (const at of [before, createdAt]) await dashboard.ports.audit.put({ ...event, eventId: at, at })
    const query = new URLSearchParams({ cursor: createdAt.slice(0, 7) })
    expect((await got(dashboard.ask({ as: 'owner', path: `${acme}/audit`, query }))).events).toEqual([
      { eventId: createdAt, at: createdAt, personId: 'p', by: 'p', action: 'key-generated', target: 't' },
    ])
  })

  it('read more than fifty deeds of a month page by page, and then the month before, as far as the account reaches', async () => {
    const account = dashboard.accounts.get('acme') ?? expect.fail()
    dashboard.accounts.set('acme', { ...account, createdAt: '2026-10-31T23:59:59.999Z' })
    const event = { accountId: 'acme', personId: 'p', by: 'p', action: 'key-generated' } as const
    const deeds = Array.from({ length: 61 }, (_, at) => ({
      eventId: String(at).padStart(3, '0'),
      at: at === 0 ? '2026-10-31T23:59:59.999Z' : '2026-11-01T00:00:00.000Z',
      target: `deed ${at}`,
    }))
    for (const deed of deeds) await dashboard.ports.audit.put({ ...event, ...deed })
    const pages: string[][] = []
    for (let cursor: string | undefined = '2026-11'; cursor !== undefined; ) {
      const query = new URLSearchParams({ cursor })
      const page = await got(dashboard.ask({ as: 'owner', path: `${acme}/audit`, query }))
      pages.push(page.events.map(({ target }: { target: string }) => target))
      cursor = page.next
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 10, 1])
    expect(pages.flat()).toEqual(deeds.map(({ target }) => target).toReversed())
  })

  it('read also what a newer version has noted of deeds that this one does not know', async () => {
    const at = new Date(now).toISOString()
    const event = { accountId: 'acme', personId: 'p', by: 'p', action: 'key-moved', target: 'to books', at }
    await dashboard.ports.audit.put({ ...event, eventId: at })
    await post('owner', '/keys', { label: 'CI' })
    expect((await actions()).sort()).toEqual(['key-generated', 'key-moved'])
  })

  it('cannot ask for an audit of a month that there is not', async () => {
    expect(
      (await dashboard.ask({ as: 'owner', path: `${acme}/audit`, query: new URLSearchParams({ cursor: '2026-13' }) }))
        .status,
    ).toBe(400)
  })

  it('change roles and leave, but the last owner stays', async () => {
    const { owner, viewer } = dashboard.personIds
    expect((await post('owner', `/members/${owner}/remove`)).status).toBe(400)
    expect((await post('owner', `/members/${owner}/role`, { role: 'viewer' })).status).toBe(400)
    expect((await post('owner', `/members/${viewer}/role`, { role: 'owner' })).status).toBe(200)
    expect((await post('owner', `/members/${owner}/remove`)).status).toBe(200)
    expect((await get('owner', '/members')).status).toBe(404)
    expect((await post('viewer', `/members/nobody/role`, { role: 'owner' })).status).toBe(404)
  })

  it('are listed with how many active keys they made, which outlive them', async () => {
    const { developer } = dashboard.personIds
    const revoked = (await got(post('developer', '/keys'))).key
    await post('developer', `/keys/${revoked.id}/revoke`)
    await post('developer', '/keys', { label: 'kept' })
    const listed = (await got(get('owner', '/members'))).members as { id: string; activeKeys: number }[]
    expect(listed.filter(({ activeKeys }) => activeKeys > 0)).toEqual([
      expect.objectContaining({ id: developer, activeKeys: 1 }),
    ])
    await post('owner', `/members/${developer}/role`, { role: 'viewer' })
    await post('owner', `/members/${developer}/remove`)
    expect((await targets()).slice(0, 2)).toEqual(['developer', 'developer, developer → viewer'])
    const { keys } = await got(get('owner', '/keys'))
    expect(keys.filter(({ state }: { state: string }) => state === 'active')).toHaveLength(1)
  })
})

describe('a session', () => {
  it('ends after 12 idle hours, after 7 days, and for a copied cookie too when its owner signs out', async () => {
    const hour = 3_600_000
    const at = async (later: number) => (await dashboard.ask({ as: 'owner', path: '/api/me', now: now + later })).status
    expect(await at(11 * hour)).toBe(200)
    // Used after 11 hours: noted, and good for 12 more.
    expect(await at(22 * hour)).toBe(200)
    expect(await at(35 * hour)).toBe(401)
    await dashboard.ports.browserSessions.start(newSession('old', dashboard.personIds.owner, now - 7 * 24 * hour))
    await dashboard.ports.browserSessions.touch(sessionHash('old'), now)
    expect((await dashboard.ask({ path: '/api/me', cookies: ['__Host-session=old'] })).status).toBe(401)

    const out = await dashboard.ask({ as: 'viewer', path: '/auth/sign-out', method: 'POST' })
    expect(out.cookies).toEqual(['__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0'])
    expect(documentOf(out)).toEqual({ signOutUrl: 'https://issuer.example/out' })
    expect((await dashboard.ask({ as: 'viewer', path: '/api/me' })).status).toBe(401)
  })
})
