// A table that fails in the middle of what a person does: at every call of every store, before the call and behind it. What is done
// then is done in a way that can be ended by doing it again, and nothing good stands that nobody has.

import { describe, expect, it } from 'vitest'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import type { Answer } from '../../dashboard/http.ts'
import {
  type DashboardInMemory,
  dashboardInMemory,
  documentOf,
  now,
  type Position,
} from '../../testkit/memory/dashboard.ts'

const stores = ['people', 'members', 'browserSessions', 'audit', 'keys', 'accounts', 'deviceLogins'] as const
const acme = '/api/accounts/acme'

interface Illness {
  /** The call that fails, of those since this was set. */
  at: number
  /** Whether what was asked is done all the same. */
  isBehind: boolean
  /** What has failed. */
  failed: string
}

type Store = Record<string, (...given: unknown[]) => Promise<unknown>>

/** Makes one call of all stores fail. */
const fallIll = ({ ports }: DashboardInMemory, at: number, isBehind: boolean): Illness => {
  const illness: Illness = { at, isBehind, failed: '' }
  for (const name of stores) {
    const store = ports[name] as unknown as Store
    for (const [method, call] of Object.entries(store))
      store[method] = async (...given) => {
        illness.at -= 1
        if (illness.at !== -1) return call(...given)
        illness.failed = `${name}.${method}`
        if (illness.isBehind) await call(...given)
        throw new StoreUnreachable('ill')
      }
  }
  return illness
}

const post = (dashboard: DashboardInMemory, as: Position, path: string, body: unknown = {}) =>
  dashboard.ask({ as, path, body, method: 'POST' })
const form = (dashboard: DashboardInMemory, path: string, members: Record<string, string>) =>
  dashboard.ask({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ client_id: 'compaction', ...members })),
  })
const poll = (dashboard: DashboardInMemory, code: string) =>
  form(dashboard, '/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: code })

/** The code of a machine that was approved. */
const approved = async (dashboard: DashboardInMemory): Promise<string> => {
  const begun = documentOf(await form(dashboard, '/oauth/device_authorization', {}))
  expect(
    (await post(dashboard, 'developer', `/api/device/${begun.user_code}/approve`, { account: 'acme' })).status,
  ).toBe(200)
  return begun.device_code
}

const actions = async ({ ports }: DashboardInMemory): Promise<readonly string[]> =>
  (await ports.audit.list('acme', '2026-11')).map(({ action }) => action)
const active = ({ keys }: DashboardInMemory) => [...keys.values()].filter(({ revokedAt }) => revokedAt === undefined)
const roleOf = async ({ ports, personIds }: DashboardInMemory, position: Position) =>
  (await ports.members.find('acme', personIds[position]))?.role

interface Deed {
  readonly what: string
  /** What was there before. */
  readonly before?: (dashboard: DashboardInMemory) => Promise<string>
  readonly does: (dashboard: DashboardInMemory, before: string) => Promise<Answer>
  /** Holds after the first answer, and after a second attempt behind an error. */
  readonly holds: (dashboard: DashboardInMemory, answer: Answer, failed: string) => Promise<void>
}

const withToken = async (dashboard: DashboardInMemory): Promise<string> =>
  String((await poll(dashboard, await approved(dashboard))).status)

const deeds: readonly Deed[] = [
  {
    what: 'a removed member has no token left',
    before: withToken,
    does: (dashboard) => post(dashboard, 'owner', `${acme}/members/${dashboard.personIds.developer}/remove`),
    holds: async (dashboard, answer, failed) => {
      const role = await roleOf(dashboard, 'developer')
      if (role === undefined) expect(active(dashboard)).toEqual([])
      if (answer.status === 200) expect(role).toBeUndefined()
      // Of a write whose answer was lost twice nobody can say more.
      if (role === undefined && failed !== 'members.remove')
        expect(await actions(dashboard)).toContain('member-removed')
    },
  },
  {
    what: 'who may only look from now on has no token left',
    before: withToken,
    does: (dashboard) =>
      post(dashboard, 'owner', `${acme}/members/${dashboard.personIds.developer}/role`, { role: 'viewer' }),
    holds: async (dashboard, answer) => {
      const role = await roleOf(dashboard, 'developer')
      if (role === 'viewer') expect(active(dashboard)).toEqual([])
      if (answer.status === 200)
        expect([role, await actions(dashboard)]).toEqual(['viewer', expect.arrayContaining(['member-role-changed'])])
    },
  },
  {
    what: 'a link lets somebody in, or is still good',
    before: async (dashboard) =>
      documentOf(await post(dashboard, 'owner', `${acme}/members`, { role: 'viewer' })).link.replace(/^.*\//, ''),
    does: (dashboard, token) => post(dashboard, 'stranger', `/api/join/${token}`),
    holds: async (dashboard, answer) => {
      const isIn = (await roleOf(dashboard, 'stranger')) !== undefined
      const { invitations } = await dashboard.ports.members.list('acme')
      expect(invitations).toHaveLength(isIn ? 0 : 1)
      if (answer.status === 200)
        expect([isIn, (await actions(dashboard)).toSorted()]).toEqual([true, ['member-invited', 'member-joined']])
    },
  },
  {
    what: 'a key that is there was shown, and noted',
    does: (dashboard) => post(dashboard, 'developer', `${acme}/keys`, { label: 'CI' }),
    holds: async (dashboard, answer, failed) => {
      if (failed === 'keys.put') return
      const shown = answer.status === 201 ? [documentOf(answer).key.id] : []
      expect(active(dashboard).map(({ keyId }) => keyId)).toEqual(shown)
      expect(await actions(dashboard)).toEqual(shown.map(() => 'key-generated'))
    },
  },
  {
    what: 'a machine is approved, and that is noted, or it still waits',
    before: async (dashboard) => documentOf(await form(dashboard, '/oauth/device_authorization', {})).user_code,
    does: (dashboard, code) => post(dashboard, 'developer', `/api/device/${code}/approve`, { account: 'acme' }),
    holds: async (dashboard, answer, failed) => {
      if (failed !== 'deviceLogins.decide') expect([200, 503]).toContain(answer.status)
      if (answer.status === 200) expect(await actions(dashboard)).toEqual(['token-approved'])
    },
  },
  {
    what: 'a token that is there was given out',
    before: approved,
    does: poll,
    holds: async (dashboard, answer) => expect(active(dashboard)).toHaveLength(answer.status === 200 ? 1 : 0),
  },
]

describe('where a table fails in the middle', () => {
  it.each(deeds)('$what', async ({ before, does, holds }) => {
    for (const isBehind of [false, true])
      for (let at = 0; ; at += 1) {
        const dashboard = await dashboardInMemory()
        const there = (await before?.(dashboard)) ?? ''
        const illness = fallIll(dashboard, at, isBehind)
        const first = await does(dashboard, there)
        const { failed } = illness
        if (failed === '') break
        await holds(dashboard, first, failed)
        expect(String(first.body)).not.toContain('Nothing was changed')
        if (first.status === 503) await holds(dashboard, await does(dashboard, there), failed)
      }
  })

  it.each([
    { method: 'POST', path: '/keys', body: {}, isChange: true },
    { method: 'PATCH', path: '/settings', body: { mode: 'off' }, isChange: true },
    { method: 'GET', path: '/overview', body: undefined, isChange: false },
  ] as const)('$method is told that it may have been done in part: $isChange', async ({ isChange, path, ...asked }) => {
    const dashboard = await dashboardInMemory()
    fallIll(dashboard, 0, false)
    const answer = await dashboard.ask({ ...asked, as: 'owner', path: `${acme}${path}` })
    expect(answer.status).toBe(503)
    expect(documentOf(answer).error.message.includes('may have been done in part')).toBe(isChange)
  })

  it('a use that cannot be noted is one all the same', async () => {
    const dashboard = await dashboardInMemory()
    const token = documentOf(await poll(dashboard, await approved(dashboard))).access_token
    const touch = async () => {
      throw new StoreUnreachable('ill')
    }
    Object.assign(dashboard.ports.browserSessions, { touch })
    Object.assign(dashboard.ports.keys, { touch })
    const later = now + 3 * 3_600_000
    const seen = await dashboard.ask({ as: 'viewer', path: `${acme}/overview`, now: later })
    const asked = await dashboard.ask({
      path: '/api/cli/me',
      headers: { authorization: `Bearer ${token}` },
      now: later,
    })
    expect([seen.status, asked.status]).toEqual([200, 200])
  })

  it('says what was done although it cannot be noted, and logs that without words of people', async () => {
    const dashboard = await dashboardInMemory()
    const lines: unknown[] = []
    dashboard.ports.log.error = (...line) => lines.push(line)
    let tried = 0
    dashboard.ports.audit.put = async () => {
      tried += 1
      throw new StoreUnreachable('ill')
    }
    const answer = await post(dashboard, 'owner', `${acme}/members`, { role: 'viewer', email: 'ana@example.com' })
    expect([answer.status, tried]).toEqual([201, 3])
    expect(lines).toEqual([['done without a note', expect.objectContaining({ action: 'member-invited' })]])
    expect(JSON.stringify(lines)).not.toContain('ana@')
  })
})
