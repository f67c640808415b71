// The dashboard of a service on this machine, over HTTP as a browser speaks it: signing in by the printed link and by the code, who
// may not, and what other servers on localhost cannot do.

import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterSuite } from '../../../testkit/after-suite.ts'
import { runOperator } from '../../bin/operator/run-operator.ts'
import { browserLike } from '../browser-like.ts'
import { type Facts, startProcess, startService, temporaryFolder } from '../service-process.ts'

const finallyDo = afterSuite()
let facts: Facts
let folder: string
beforeAll(async () => {
  folder = temporaryFolder(finallyDo)
  facts = (await startService(['--data', folder, '--port', '0', '--dashboard-port', '0'], { finallyDo })).facts
})

const url = () => facts.dashboardUrl ?? ''
const linkOf = (role: string) => facts.people?.find((person) => person.role === role)?.signInUrl ?? ''
const signedInAs = async (role: string) => {
  const browser = browserLike(url())
  expect((await browser.open(linkOf(role))).status).toBe(200)
  return browser
}

describe('the link that the start prints', () => {
  it('signs in by one click, as the owner or anybody else here', async () => {
    const browser = browserLike(url())
    const page = await browser.open(facts.signInUrl ?? '')
    expect([page.status, new URL(page.url).pathname + new URL(page.url).search]).toEqual([200, '/'])
    expect(await browser.json('/api/me')).toMatchObject({ accounts: [{ id: 'local', role: 'owner', apiAccess: true }] })

    expect(await browser.open(linkOf('viewer'))).toMatchObject({ status: 200 })
    expect(await browser.json('/api/me')).toMatchObject({ accounts: [{ id: 'local', role: 'viewer' }] })
    const person = await signedInAs('person')
    const { accounts } = await person.json('/api/me')
    expect(accounts).toMatchObject([{ kind: 'personal', apiAccess: false }])
    const refused = await person.post(`/api/accounts/${accounts[0].id}/keys`, {})
    expect(refused.status).toBe(403)
  })

  it('is kept for its owner alone, and another start has another', async () => {
    const path = join(folder, 'sign-in')
    expect(facts.signInUrl).toContain(readFileSync(path, 'utf8').trim())
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const browser = browserLike(url())
    const page = await browser.open(`${url()}/?start=${'x'.repeat(32)}&as=owner`)
    expect(new URL(page.url).search).toBe('?problem=start')
    expect((await browser.get('/api/me')).status).toBe(401)
  })

  it.each(['é'.repeat(32), '', 'x', '\u0000'.repeat(32)])('is refused as any other is: %j', async (code) => {
    const answer = await fetch(`${url()}/?start=${encodeURIComponent(code)}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?problem=start'])
  })

  it('is asked for by a line that is an address', async () => {
    const { port } = new URL(url())
    const [answer] = await once(
      request({ host: '127.0.0.1', port, path: '//', headers: { host: `localhost:${port}` } }).end(),
      'response',
    )
    answer.resume()
    expect(answer.statusCode).toBe(400)
  })

  it('is kept by no cache, and told to no other site', async () => {
    for (const link of [facts.signInUrl ?? '', `${url()}/?start=none`]) {
      const { status, headers } = await fetch(link, { redirect: 'manual' })
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        303,
        'no-store',
        'no-referrer',
      ])
    }
  })
})

describe('the issuer’s page', () => {
  it('asks for the code, and lets nobody in without it', async () => {
    const browser = browserLike(url())
    const form = await browser.open(`${url()}/auth/sign-in?to=/keys`)
    const asked = await form.text()
    expect(asked).toContain('Sign in to this machine’s service')
    // An invitation for somebody who is not here leads to this page: it says who is, and what else to do.
    for (const said of ['person@localhost.example', 'Nobody else can sign in on this machine.', 'without an address.'])
      expect(asked).toContain(said)
    expect((await browser.submit(form.url, { person: 'owner', code: 'guess' })).status).toBe(403)
    const code = new URL(facts.signInUrl ?? '').searchParams.get('start') ?? ''
    expect(asked).toContain('behind <code>start=</code>')
    const page = await browser.submit(form.url, { person: 'developer', code: ` ${code} ` })
    expect(new URL(page.url).pathname).toBe('/keys')
    expect(await browser.json('/api/me')).toMatchObject({ accounts: [{ role: 'developer' }] })
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'keys'])(
    'does not lead to %s afterwards',
    async (to) => {
      const browser = browserLike(url())
      const form = await browser.open(`${url()}/auth/sign-in?to=${encodeURIComponent(to)}`)
      const code = new URL(facts.signInUrl ?? '').searchParams.get('start') ?? ''
      expect((await browser.submit(form.url, { person: 'owner', code })).url).toBe(`${url()}/`)
    },
  )

  it('cannot be answered by another browser: the way back belongs to the one that left', async () => {
    const [mine, theirs] = [browserLike(url()), browserLike(url())]
    const left = await theirs.follow(`${url()}/auth/sign-in`, 1)
    expect(left.headers.get('location')).toContain('/issuer/auth?')
    const back = await mine.open(
      `${url()}/auth/callback?code=x&state=${new URL(left.headers.get('location') ?? '').searchParams.get('state')}`,
    )
    expect(new URL(back.url).search).toBe('?problem=sign-in')
  })
})

describe('a session', () => {
  it('lives in a cookie that no script reads, and dies everywhere when it is signed out of', async () => {
    const browser = await signedInAs('owner')
    const port = new URL(url()).port
    const set = browser.setCookies.find((cookie) => cookie.startsWith(`session-${port}=`)) ?? ''
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    const copy = browserLike(url(), browser.cookies())
    expect((await copy.get('/api/me')).status).toBe(200)
    expect(await (await browser.post('/auth/sign-out', {})).json()).toMatchObject({
      signOutUrl: expect.stringContaining(`${url()}/issuer/session/end?`),
    })
    expect((await copy.get('/api/me')).status).toBe(401)
  })

  it('is not made use of by other ports of localhost, nor disturbed by their cookies', async () => {
    const browser = await signedInAs('owner')
    const port = new URL(url()).port
    const forged = await browser.post('/api/accounts/local/keys', {}, { 'sec-fetch-site': 'same-site' })
    expect(forged.status).toBe(403)
    expect((await browser.post('/api/accounts/local/keys', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    // Set by a server on another port, under a name of ours, behind our own.
    const disturbed = browserLike(url(), [...browser.cookies(), 'session-1=x', `other-${port}=x`])
    expect((await disturbed.get('/api/me')).status).toBe(200)
  })
})

describe('a key that was generated', () => {
  it('works at once, and no more a moment after it was revoked', async () => {
    const browser = await signedInAs('developer')
    const made = await browser.post('/api/accounts/local/keys', { label: 'test' })
    const { secret, key } = JSON.parse(await made.text())
    const compress = () =>
      fetch(`${facts.baseUrl}/v1/compress`, {
        method: 'POST',
        headers: { 'x-service-auth-token': secret, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'helene-1', messages: [{ role: 'user', content: 'abcdefgh' }] }),
      })
    expect((await compress()).status).toBe(200)
    expect((await browser.post(`/api/accounts/local/keys/${key.id}/revoke`, {})).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect((await compress()).status).toBe(401)
  })
})

describe('a link of the operator’s', () => {
  it('names the dashboard that runs with these tables', async () => {
    const { stdout } = await runOperator(['member', 'add', 'local', '--role', 'viewer', '--data', folder, '--json'], {})
    const { link, path } = JSON.parse(stdout)
    expect(link).toBe(`${url()}${path}`)
    const person = await signedInAs('person')
    expect(await person.json(path.replace('/join/', '/api/join/'))).toMatchObject({ account: 'local', role: 'viewer' })
  })
})

describe('the front', () => {
  it('serves its own name alone, on both loopback addresses', async () => {
    const { port } = new URL(url())
    const statusOf = (host: string, address: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ host: address, port, path: '/', headers: { host } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
          .on('error', reject)
          .end()
      })
    expect(await statusOf(`localhost:${port}`, '127.0.0.1')).toBe(200)
    expect(await statusOf(`127.0.0.1:${port}`, '127.0.0.1')).toBe(421)
    expect(await statusOf(`evil.example:${port}`, '127.0.0.1')).toBe(421)
    if (existsSync('/proc/net/if_inet6') && readFileSync('/proc/net/if_inet6', 'utf8').includes(' lo'))
      expect(await statusOf(`localhost:${port}`, '::1')).toBe(200)
  })

  it('is left out when nobody wants it', async () => {
    const { facts: without } = await startService(['--memory', '--port', '0'])
    expect([without.dashboardUrl, without.signInUrl, without.people]).toEqual([undefined, undefined, undefined])
  })

  it('says which of its ports is taken', async () => {
    const { port } = new URL(url())
    const { code, err } = await startProcess(['--memory', '--port', '0', '--dashboard-port', port]).ended
    expect([code, err]).toEqual([
      1,
      `Port ${port} is taken. Choose another with --dashboard-port, or --dashboard-port 0 for any.\n`,
    ])
  })
})
