// Checks the dashboard as a browser meets it before anybody has signed in: its headers, its files, the way to the issuer.

import * as z from 'zod'
import { securityHeaders } from '../../dashboard/security-headers.ts'
import { Skipped } from '../../testkit/skipped.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { exchange, valuesOf, type WireAnswer } from '../exchange.ts'
import { expect } from '../outcome.ts'
import { judgeRefusal } from './refusal.ts'

interface Dashboard {
  readonly url: string
  ask(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<WireAnswer>
  form(path: string, fields: Readonly<Record<string, string>>): Promise<WireAnswer>
}

const dashboardOf = ({ dashboardUrl }: DeployedService): Dashboard => {
  if (dashboardUrl === undefined) throw new Skipped('needs --dashboard-url')
  return {
    url: dashboardUrl,
    ask: (path, headers = {}, method = 'GET') => exchange(dashboardUrl, { method, path, headers }),
    form: (path, fields) =>
      exchange(dashboardUrl, {
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }),
  }
}

/** Every header that an answer must carry, in the spelling that it must have. */
const judgeHeaders = (answer: WireAnswer, url: string): void => {
  for (const [name, value] of Object.entries(securityHeaders(url))) {
    const seen = valuesOf(answer, name).join(', ')
    expect(seen === value, `${name}: ${seen === '' ? 'missing' : seen.slice(0, 80)}`)
  }
}

const page: Check = {
  name: 'dashboard: the page, its headers and its files',
  means: 'no stranger’s script runs in it, no site frames it, and the front keeps files alone',
  async run(deployment) {
    const { url, ask } = dashboardOf(deployment)
    const answer = await ask('/')
    expect(answer.status === 200, `${answer.status}`)
    judgeHeaders(answer, url)
    const files = [...new Set(answer.body.toString('utf8').match(/\/assets\/[\w.-]+/g) ?? [])]
    expect(files.length > 1, 'the page names no files')
    for (const path of files) {
      const file = await ask(path)
      const kept = valuesOf(file, 'cache-control').join(', ')
      expect(file.status === 200 && kept.includes('immutable'), `${path}: ${file.status}, ${kept || 'not to be kept'}`)
    }
    return `200 with all headers, ${files.length} files`
  },
}

const closed: Check = {
  name: 'dashboard: 401 without a session',
  means: 'nobody sees an account without signing in, and errors carry the same headers',
  async run(deployment) {
    const { url, ask } = dashboardOf(deployment)
    const answer = await ask('/api/me')
    judgeHeaders(answer, url)
    return judgeRefusal(answer, { status: 401, type: 'authentication_error' })
  },
}

const leaves: Check = {
  name: 'dashboard: signing in leaves for the issuer',
  means: 'the issuer answers, and what comes back from it can be bound to this browser',
  answers: 'issuer',
  async run(deployment) {
    const { url, ask } = dashboardOf(deployment)
    const answer = await ask('/auth/sign-in')
    const [location = ''] = valuesOf(answer, 'location')
    expect(answer.status === 303 && URL.canParse(location), `${answer.status}, to ${location || 'nowhere'}`)
    const { origin, searchParams: asked } = new URL(location)
    expect(asked.get('response_type') === 'code', 'no code is asked for')
    expect(asked.get('code_challenge_method') === 'S256', 'no PKCE')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect((asked.get(name) ?? '').length > 20, `${name} is missing or short`)
    expect(asked.get('redirect_uri') === `${url}/auth/callback`, `back to ${asked.get('redirect_uri')}`)
    const [cookie = ''] = valuesOf(answer, 'set-cookie')
    const parts = url.startsWith('https:') ? ['__Host-sign-in=', '; Secure'] : ['sign-in-']
    for (const part of [...parts, '; HttpOnly', '; SameSite=Lax', 'Path=/'])
      expect(cookie.includes(part), `the cookie lacks ${part}`)
    return `303 to ${origin}`
  },
}

const ownPageAlone: Check = {
  name: 'dashboard: takes nothing from another site',
  means: 'a page elsewhere cannot act as the person who looks at it',
  async run(deployment) {
    const { ask } = dashboardOf(deployment)
    let seen = ''
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, {}])
      seen = judgeRefusal(await ask('/auth/sign-out', headers, 'POST'), { status: 403, type: 'permission_error' })
    return `${seen}, from another site, from another port, and without a site`
  },
}

const waiting = z.object({ device_code: z.string().min(40), user_code: z.string(), verification_uri: z.url() })
const refused = z.object({ error: z.string() })

const device: Check = {
  name: 'dashboard: a command line may ask to be signed in',
  means: 'a machine without a browser gets a code, and nothing before a person has approved it',
  async run(deployment) {
    const { url, form } = dashboardOf(deployment)
    const asked = await form('/oauth/device_authorization', { client_id: 'compaction', device: 'verify-deployment' })
    expect(asked.status === 200, `${asked.status}: ${asked.body.toString('utf8').slice(0, 160)}`)
    const { device_code, user_code, verification_uri } = waiting.parse(JSON.parse(asked.body.toString('utf8')))
    expect(/^[A-Z]{4}-[A-Z]{4}$/.test(user_code), `the code ${user_code}`)
    expect(verification_uri === `${url}/device`, `approved at ${verification_uri}`)
    const answer = await form('/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'compaction',
      device_code,
    })
    const { error } = refused.parse(JSON.parse(answer.body.toString('utf8')))
    expect(answer.status === 400 && error === 'authorization_pending', `${answer.status} ${error}`)
    return `a code, then ${answer.status} ${error}`
  },
}

export const dashboardChecks: readonly Check[] = [page, closed, leaves, ownPageAlone, device]
