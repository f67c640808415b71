// A machine is signed in by its code: as programs speak it, and as people decide it.

import { beforeEach, describe, expect, it } from 'vitest'
import { personalAccountId } from '../../core/people/person.ts'
import {
  type DashboardInMemory,
  dashboardInMemory,
  documentOf,
  now,
  type Position,
} from '../../testkit/memory/dashboard.ts'

const second = 1000
const day = 86_400_000
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

let dashboard: DashboardInMemory
beforeEach(async () => {
  dashboard = await dashboardInMemory()
})

type Form = Readonly<Record<string, string>>
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'compaction/0.2.0' }

/** As a program sends it: no header of a browser's. */
const post = (path: string, form: Form | string, later = 0, address = '192.0.2.1') =>
  dashboard.ask({
    method: 'POST',
    path,
    headers: { ...formHeaders, 'sec-fetch-site': undefined } as unknown as Record<string, string>,
    body: typeof form === 'string' ? form : String(new URLSearchParams(form)),
    now: now + later,
    address,
  })
const begin = async (form: Form = {}, later = 0) =>
  documentOf(await post('/oauth/device_authorization', { client_id: 'compaction', device: 'laptop', ...form }, later))
const poll = async (deviceCode: string, later = 0) => {
  const form = { client_id: 'compaction', grant_type: deviceGrant, device_code: deviceCode }
  const answer = await post('/oauth/token', form, later)
  return { status: answer.status, ...documentOf(answer) }
}
const look = (as: Position, code: string, later = 0) =>
  dashboard.ask({ as, path: `/api/device/${code}`, now: now + later })
const approve = (as: Position, code: string, account: string, later = 0) =>
  dashboard.ask({ as, method: 'POST', path: `/api/device/${code}/approve`, body: { account }, now: now + later })
const deny = (as: Position, code: string) =>
  dashboard.ask({ as, method: 'POST', path: `/api/device/${code}/deny`, body: {} })
const askWith = (token: string, path: string, later = 0) =>
  dashboard.ask({ path, headers: { authorization: `Bearer ${token}` }, now: now + later })

/** A token of this position in this account. */
const signIn = async (as: Position, account: string): Promise<string> => {
  const { device_code: deviceCode, user_code: code } = await begin()
  expect((await approve(as, code, account)).status).toBe(200)
  return (await poll(deviceCode)).access_token
}

describe('a machine', () => {
  it('is told where its person goes, and is given its token once', async () => {
    const begun = await begin()
    expect(begun).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'https://compaction.example.com/device',
      verification_uri_complete: `https://compaction.example.com/device?code=${begun.user_code}`,
      expires_in: 600,
      interval: 3,
    })
    expect((await poll(begun.device_code)).error).toBe('authorization_pending')
    expect((await poll(begun.device_code, 3 * second)).error).toBe('authorization_pending')
    expect((await approve('developer', begun.user_code, 'acme')).status).toBe(200)
    expect(await poll(begun.device_code, 6 * second)).toEqual({
      status: 200,
      access_token: expect.stringMatching(/^pt_[0-9A-Za-z]{49}$/),
      token_type: 'Bearer',
      expires_in: 30 * 86_400,
      scope: 'proxy savings',
      base_url: 'https://service.example.com',
      account: { id: 'acme', kind: 'organization' },
      person: { name: 'developer', email: 'developer@example.com' },
    })
    expect(await poll(begun.device_code, 9 * second)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('is told every other outcome apart', async () => {
    const { device_code: denied, user_code: code } = await begin()
    expect((await deny('developer', code)).status).toBe(200)
    expect(await poll(denied)).toMatchObject({ status: 400, error: 'access_denied' })

    const { device_code: impatient } = await begin()
    await poll(impatient)
    expect(await poll(impatient, second)).toMatchObject({ status: 400, error: 'slow_down' })
    expect(await poll(impatient, 4 * second)).toMatchObject({ status: 400, error: 'authorization_pending' })

    expect(await poll(impatient, 600 * second)).toMatchObject({ status: 400, error: 'expired_token' })
    expect(await poll('made-up')).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('is given nothing when its person has left meanwhile', async () => {
    const { device_code: deviceCode, user_code: code } = await begin()
    await approve('developer', code, 'acme')
    await dashboard.ports.members.remove('acme', dashboard.personIds.developer)
    expect((await poll(deviceCode)).error).toBe('access_denied')
    expect(dashboard.keys.size).toBe(0)
  })

  it('is given nothing that works when its person is removed at that very moment', async () => {
    const { device_code: deviceCode, user_code: code } = await begin()
    await approve('developer', code, 'acme')
    const { keys } = dashboard.ports
    const put = keys.put.bind(keys)
    // Removed, with all tokens that are there, between the look at the membership and the write of the token.
    keys.put = async (key) => {
      const path = `/api/accounts/acme/members/${dashboard.personIds.developer}/remove`
      expect((await dashboard.ask({ as: 'owner', method: 'POST', path, body: {} })).status).toBe(200)
      return put(key)
    }
    expect((await poll(deviceCode)).error).toBe('access_denied')
    expect([...dashboard.keys.values()].filter(({ revokedAt }) => revokedAt === undefined)).toEqual([])
  })

  it('is given a token that its account’s list does not have yet, only once it has', async () => {
    const { device_code: deviceCode, user_code: code } = await begin()
    await approve('developer', code, 'acme')
    const { keys } = dashboard.ports
    const list = keys.listByAccount.bind(keys)
    // The index lags, and meanwhile its person is removed: nothing of the token is seen then.
    let looks = 0
    keys.listByAccount = async (account) => {
      looks += 1
      if (looks > 2) return list(account)
      if (looks === 1) {
        const path = `/api/accounts/acme/members/${dashboard.personIds.developer}/remove`
        expect((await dashboard.ask({ as: 'owner', method: 'POST', path, body: {} })).status).toBe(200)
      }
      return []
    }
    expect((await poll(deviceCode)).error).toBe('access_denied')
    expect([...dashboard.keys.values()].filter(({ revokedAt }) => revokedAt === undefined)).toEqual([])
    expect(looks).toBeGreaterThan(2)
  })

  it.each([
    ['/oauth/device_authorization', '', 'invalid_request', 400],
    ['/oauth/device_authorization', 'client_id=other', 'invalid_client', 401],
    ['/oauth/device_authorization', 'client_id=compaction&client_id=compaction', 'invalid_request', 400],
    ['/oauth/device_authorization', 'client_id=compaction&scope=keys', 'invalid_scope', 400],
    ['/oauth/token', 'client_id=compaction&grant_type=password', 'unsupported_grant_type', 400],
    ['/oauth/token', `client_id=compaction&grant_type=${deviceGrant}`, 'invalid_request', 400],
    ['/oauth/token', `client_id=other&grant_type=${deviceGrant}&device_code=c`, 'invalid_client', 401],
    ['/oauth/revoke', '', 'invalid_request', 400],
  ])('%s answers %j with %s', async (path, form, error, status) => {
    const answer = await post(path, form)
    expect([answer.status, documentOf(answer).error]).toEqual([status, error])
  })

  it('is answered only where it says that it sends a form', async () => {
    const typed = async (type?: string): Promise<number> => {
      const headers = { 'sec-fetch-site': undefined, 'content-type': type } as unknown as Record<string, string>
      const asked = { method: 'POST', path: '/oauth/device_authorization', body: 'client_id=compaction' }
      return (await dashboard.ask({ ...asked, headers })).status
    }
    expect([await typed(), await typed('application/json'), await typed('text/plain')]).toEqual([400, 400, 400])
    expect(await typed('Application/X-WWW-Form-Urlencoded; charset=UTF-8')).toBe(200)
  })

  it('may ask thirty times a minute from one address', async () => {
    const asked = async (address: string, later = 0) =>
      (await post('/oauth/device_authorization', 'client_id=compaction', later, address)).status
    for (let count = 0; count < 30; count += 1) expect(await asked('192.0.2.7')).toBe(200)
    const refused = await post('/oauth/device_authorization', 'client_id=compaction', 0, '192.0.2.7')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2'])
    expect(await asked('192.0.2.8')).toBe(200)
    expect(await asked('192.0.2.7', 60 * second)).toBe(200)
  })
})

describe('a person', () => {
  it('sees what asks, and for which accounts it can be approved', async () => {
    const { user_code: code } = await begin({ device: ` ${'x'.repeat(59)}💻${'x'.repeat(20)}` })
    const own = personalAccountId(dashboard.personIds.developer)
    expect(documentOf(await look('developer', code.toLowerCase().replace('-', '')))).toEqual({
      device: `${'x'.repeat(59)}💻`,
      program: 'compaction/0.2.0',
      address: '192.0.2.1',
      requestedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 600 * second).toISOString(),
      accounts: [
        { id: 'acme', kind: 'organization', isReady: true },
        { id: own, kind: 'personal', isReady: true },
      ],
    })
    // Who may only look has no command line there.
    expect(documentOf(await look('viewer', code)).accounts).toEqual([
      { id: personalAccountId(dashboard.personIds.viewer), kind: 'personal', isReady: true },
    ])
    expect((await dashboard.ask({ path: `/api/device/${code}` })).status).toBe(401)
  })

  it('is told of an organization without API access that it is not ready', async () => {
    const { user_code: code } = await begin()
    expect(documentOf(await look('stranger', code)).accounts[0]).toEqual({
      id: 'other',
      kind: 'organization',
      isReady: false,
    })
  })

  it('approves no more machines than she may make keys', async () => {
    const generate = { as: 'developer', method: 'POST', path: '/api/accounts/acme/keys', body: {} } as const
    for (let made = 0; made < 29; made += 1) expect((await dashboard.ask(generate)).status).toBe(201)
    await signIn('developer', 'acme')
    const { user_code: code, device_code: deviceCode } = await begin()
    expect((await approve('developer', code, 'acme')).status).toBe(429)
    expect((await poll(deviceCode)).error).toBe('authorization_pending')
  })

  it('sees no name that begins a line or turns text around', async () => {
    const { user_code: code } = await begin({ device: 'laptop\u202e\napproved before\u001b[2J' })
    expect(documentOf(await look('developer', code)).device).toBe('laptop␦␦approved before␦[2J')
  })

  it('approves for no account where that is not allowed', async () => {
    const { user_code: code, device_code: deviceCode } = await begin()
    expect((await approve('viewer', code, 'acme')).status).toBe(403)
    expect((await approve('developer', code, 'other')).status).toBe(404)
    const stranger = await approve('stranger', code, 'other')
    expect([stranger.status, documentOf(stranger).error.message]).toEqual([
      403,
      expect.stringContaining('npm run -s operator -- account enable-api other'),
    ])
    expect((await approve('developer', code, personalAccountId(dashboard.personIds.owner))).status).toBe(404)
    expect((await poll(deviceCode)).error).toBe('authorization_pending')
  })

  it('decides once', async () => {
    const { user_code: code } = await begin()
    expect((await deny('owner', code)).status).toBe(200)
    expect((await approve('developer', code, 'acme')).status).toBe(404)
    expect((await look('developer', code)).status).toBe(404)
    const { user_code: late } = await begin()
    expect((await approve('developer', late, 'acme', 600 * second)).status).toBe(404)
  })

  it('is answered as before when she says it again, because the answer was lost, and nobody else is', async () => {
    const { user_code: code, device_code: deviceCode } = await begin()
    const first = documentOf(await approve('developer', code, 'acme'))
    const { access_token: token } = await poll(deviceCode, 3 * second)
    const again = await approve('developer', code, 'acme', 6 * second)
    expect([again.status, documentOf(again)]).toEqual([200, first])
    const own = personalAccountId(dashboard.personIds.developer)
    const others = [
      approve('owner', code, 'acme'),
      approve('developer', code, own),
      deny('developer', code),
      look('developer', code),
      approve('developer', code, 'acme', 600 * second),
    ]
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await poll(deviceCode, 9 * second)).error).toBe('invalid_grant')
    expect([...dashboard.keys.values()]).toHaveLength(1)
    expect((await askWith(token, '/api/cli/me')).status).toBe(200)
    expect((await dashboard.ports.audit.list('acme', '2026-11')).map(({ action }) => action)).toEqual([
      'token-approved',
    ])

    const { user_code: denied } = await begin()
    expect([(await deny('owner', denied)).status, (await deny('owner', denied)).status]).toEqual([200, 200])
    expect((await deny('viewer', denied)).status).toBe(404)
  })

  it('gets a personal account with the first login, by the policy, and no key with it', async () => {
    const own = personalAccountId(dashboard.personIds.viewer)
    const token = await signIn('viewer', own)
    expect(dashboard.accounts.get(own)).toMatchObject({
      kind: 'personal',
      apiAccess: false,
      entitlements: ['proxy'],
      limits: { requestsPerMinute: 120 },
    })
    // API access is for keys, of which it has none.
    expect(documentOf(await askWith(token, '/api/cli/me'))).toMatchObject({
      account: { id: own, kind: 'personal' },
      entitlements: ['proxy'],
    })
    const generated = await dashboard.ask({ as: 'viewer', method: 'POST', path: `/api/accounts/${own}/keys`, body: {} })
    expect([generated.status, documentOf(generated).error.message]).toEqual([
      403,
      'A personal account has no API key: use the command line.',
    ])
    const chainSecret = dashboard.accounts.get(own)?.chainSecret
    await signIn('viewer', own)
    expect(dashboard.accounts.get(own)?.chainSecret).toBe(chainSecret)
  })

  it('gets none where the policy says so', async () => {
    dashboard = await dashboardInMemory()
    const { settings } = dashboard.ports
    Object.assign(settings, { personal: { ...settings.personal, accounts: 'off' } })
    const { user_code: code } = await begin()
    expect(documentOf(await look('viewer', code)).accounts).toEqual([])
    const own = personalAccountId(dashboard.personIds.viewer)
    expect((await approve('viewer', code, own)).status).toBe(404)
    expect(dashboard.accounts.has(own)).toBe(false)
  })

  it('may be wrong ten times in ten minutes, at once or in a row, and right as often as she likes', async () => {
    const { user_code: code } = await begin()
    for (let count = 0; count < 30; count += 1) expect((await look('developer', code)).status).toBe(200)
    const wrong = await Promise.all(Array.from({ length: 25 }, () => look('developer', 'BBBB-BBBB')))
    expect(wrong.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(15)
    expect((await look('developer', code)).status).toBe(429)
    expect((await approve('developer', code, 'acme')).status).toBe(429)
    expect((await look('owner', code)).status).toBe(200)
    expect((await look('developer', code, 60 * second)).status).toBe(200)
  })
})

describe('a token', () => {
  it('is worth its account and person to the command line, until it is revoked', async () => {
    const token = await signIn('developer', 'acme')
    const me = documentOf(await askWith(token, '/api/cli/me'))
    expect(me).toEqual({
      account: { id: 'acme', kind: 'organization' },
      person: { name: 'developer', email: 'developer@example.com' },
      token: {
        id: expect.stringMatching(/^acme\.[0-9a-f]{12}$/),
        suffix: token.slice(-4),
        device: 'laptop',
        expiresAt: new Date(now + 30 * day).toISOString(),
      },
      entitlements: ['proxy', 'compress'],
      mode: 'repeated',
      baseUrl: 'https://service.example.com',
      version: '1.2.3',
      minimumCli: '0.2.0',
    })
    // What it is entitled to is worth nothing while its API access is off.
    Object.assign(dashboard.accounts.get('acme') ?? {}, { apiAccess: false })
    expect(documentOf(await askWith(token, '/api/cli/me')).entitlements).toEqual([])
    Object.assign(dashboard.accounts.get('acme') ?? {}, { apiAccess: true })
    expect((await post('/oauth/revoke', { token })).status).toBe(200)
    expect((await askWith(token, '/api/cli/me')).status).toBe(401)
    // Again, or of a token that nobody has: nothing is told apart.
    for (const other of [token, `pt_${'0'.repeat(49)}`, 'x'])
      expect((await post('/oauth/revoke', { token: other })).status).toBe(200)
  })

  it('lives as long as it is used', async () => {
    const token = await signIn('developer', 'acme')
    for (const used of [29, 58, 87]) expect((await askWith(token, '/api/cli/me', used * day)).status).toBe(200)
    expect((await askWith(token, '/api/cli/me', 117 * day)).status).toBe(401)
  })

  it('is listed to its person and to owners, and revoked by them, and is no key', async () => {
    const token = await signIn('developer', 'acme')
    await signIn('owner', 'acme')
    const list = async (as: Position) =>
      documentOf(await dashboard.ask({ as, path: '/api/accounts/acme/tokens' })).tokens as {
        id: string
        person: string
      }[]
    const [mine] = await list('developer')
    expect(await list('developer')).toEqual([
      {
        id: mine?.id,
        device: 'laptop',
        person: 'developer',
        suffix: token.slice(-4),
        state: 'active',
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 30 * day).toISOString(),
      },
    ])
    expect((await list('owner')).map(({ person }) => person).sort()).toEqual(['developer', 'owner'])
    expect(documentOf(await dashboard.ask({ as: 'owner', path: '/api/accounts/acme/keys' })).keys).toEqual([])

    const revoke = (as: Position, id: string | undefined, what = 'tokens') =>
      dashboard.ask({ as, method: 'POST', path: `/api/accounts/acme/${what}/${id}/revoke`, body: {} })
    const theirs = (await list('owner')).find(({ person }) => person === 'owner')?.id
    expect((await revoke('developer', theirs)).status).toBe(404)
    expect((await revoke('developer', mine?.id, 'keys')).status).toBe(404)
    expect((await revoke('viewer', mine?.id)).status).toBe(403)
    expect(documentOf(await revoke('owner', mine?.id)).token).toMatchObject({ state: 'revoked', device: 'laptop' })
    expect((await askWith(token, '/api/cli/me')).status).toBe(401)
    const { events } = documentOf(await dashboard.ask({ as: 'owner', path: '/api/accounts/acme/audit' }))
    // All at one moment: their order is chance.
    const told = events.map(({ action, by, target }: Record<string, string>) => [action, by, target])
    expect(told.sort()).toEqual([
      ['token-approved', 'developer', 'laptop'],
      ['token-approved', 'owner', 'laptop'],
      ['token-revoked', 'owner', 'laptop'],
    ])
  })

  it.each([
    ['leaves', 'remove', {}],
    ['may only look from now on', 'role', { role: 'viewer' }],
  ])('ends when its person %s', async (_why, what, body) => {
    const token = await signIn('developer', 'acme')
    const kept = await signIn('owner', 'acme')
    const path = `/api/accounts/acme/members/${dashboard.personIds.developer}/${what}`
    expect((await dashboard.ask({ as: 'owner', method: 'POST', path, body })).status).toBe(200)
    expect([...dashboard.keys.values()].filter(({ revokedAt }) => revokedAt !== undefined)).toHaveLength(1)
    expect((await askWith(token, '/api/cli/me')).status).toBe(401)
    expect((await askWith(kept, '/api/cli/me')).status).toBe(200)
  })

  it.each(['Bearer', 'Bearer x', 'Basic x', `Bearer ak_${'0'.repeat(43)}07FZ98`])(
    'is not "%s"',
    async (authorization) => {
      const answer = await dashboard.ask({ path: '/api/cli/me', headers: { authorization } })
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
    },
  )

  it('asks for savings of days within three months', async () => {
    const token = await signIn('developer', 'acme')
    const savings = (query: string) =>
      dashboard.ask({
        path: '/api/cli/savings',
        query: new URLSearchParams(query),
        headers: { authorization: `Bearer ${token}` },
      })
    for (const query of ['', 'since=92d&by=model', 'since=2026-09-01', 'since=2026-11-21&by=day,key&tz=Asia/Kolkata'])
      expect(documentOf(await savings(query)), query).toMatchObject({ rows: [], totals: { exchanges: 0, net: 0 } })
    for (const query of [
      'since=93d',
      'since=0d',
      'since=soon',
      'since=2026-01-01',
      'since=2027-01-01',
      'tz=Mars',
      'by=person',
    ])
      expect((await savings(query)).status, query).toBe(400)
    expect((await askWith(token, '/api/cli/sessions/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
