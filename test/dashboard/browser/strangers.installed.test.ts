// What strangers can do to the page, in a real browser: names of models and labels, cookies of an upstream, a page on another
// port. And what the page costs until it can be used.

import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDynamo } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../../adapters/embedded/local-aws.ts'
import { type Listening, listen } from '../../../testkit/listen.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { emptyDashboard } from './dashboard-of-tests.ts'

const hostile = '<img src=x onerror=alert(1)>'
const turning = '\u202egnihton\u001b[2J'
const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69'
const refusedId = '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a70'

let upstream: Listening

// Before the service is opened, which is told of it.
beforeAll(async () => {
  upstream = await listen(
    createServer((request, response) => {
      // Under the name of the dashboard's own cookie.
      const { port } = new URL(address())
      request.resume()
      response.setHeader('set-cookie', `session-${port}=x; Path=/`)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>An upstream</p>')
    }),
  )
})
afterAll(() => upstream.close())

const { address, service, signedIn } = emptyDashboard({}, () => ({ upstreamAnthropic: upstream.origin }))

/** An exchange that a provider refused; three exchanges of one session, which has cost more in all; of models that no provider has. */
const fill = async (): Promise<void> => {
  const { dynamodbEndpoint: endpoint } = service().facts
  const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 10_000, ...localAws })
  const ledger = dynamoLedger(dynamo)
  const models = [hostile, turning, 'claude-sonnet-5']
  for (const [index, model] of models.entries())
    await ledger.put(
      aReceipt({
        ...{ accountId: 'local', sessionId, model, client: 'codex', receivedAt: new Date().toISOString() },
        exchangeId: `01J0000000000000000000000${index}`,
        ...{ tokensBefore: 9_000, tokensAfter: 9_000, effectiveTokensBefore: 9_000, effectiveTokensAfter: 12_000 },
      }),
    )
  await ledger.put(
    aReceipt({
      ...{
        accountId: 'local',
        sessionId: refusedId,
        client: 'codex',
        receivedAt: new Date().toISOString(),
        status: 401,
      },
      ...{ exchangeId: '01J00000000000000000000009', outcome: 'compacted', model: 'claude-sonnet-5', tokensSaved: 0 },
      ...{ tokensBefore: 0, tokensAfter: 0, effectiveTokensBefore: 0, effectiveTokensAfter: 0 },
    }),
  )
  dynamo.close()
}

beforeAll(fill)

describe('a stranger’s name', () => {
  it('is text on every screen, and turns nothing around', async () => {
    const page = await signedIn()
    const made = (label: string): Promise<number> =>
      page.evaluate(
        async ([given, site]) => {
          const headers = { 'content-type': 'application/json' }
          const body = JSON.stringify({ label: given })
          return (await fetch(`${site}/api/accounts/local/keys`, { method: 'POST', headers, body })).status
        },
        [label, address()],
      )
    expect(await made(turning)).toBe(400)
    expect(await made(hostile)).toBe(201)
    for (const screen of ['', '/sessions', `/sessions/${sessionId}`, '/usage?by=model', '/usage?tab=ledger', '/keys']) {
      await page.goto(`${address()}/accounts/local${screen}`)
      await page.waitForSelector('main h1')
      await page.waitForSelector(`text=${hostile}`)
      const seen = await page.locator('main').innerText()
      expect([screen, seen.includes('\u202e'), seen.includes('\u001b')]).toEqual([screen, false, false])
      expect(await page.locator('main img').count()).toBe(0)
    }
  }, 60_000)
})

describe('a session that cost more', () => {
  it('says so with a minus and in words, and lowers the total; dollars stand only where there are prices', async () => {
    const page = await signedIn()
    await page.goto(`${address()}/accounts/local`)
    await page.waitForSelector('.hero-figure')
    const hero = page.locator('.hero')
    expect(await hero.innerText()).toMatch(/\u22129\.00k/)
    expect(await hero.innerText()).toMatch(/cost more than it saved/)
    expect(await page.locator('main').innerText()).not.toContain('$')

    const changed = await page.evaluate(async (site) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ prices: { 'claude-sonnet': 1_000 } })
      return (await fetch(`${site}/api/accounts/local/settings`, { method: 'PATCH', headers, body })).status
    }, address())
    expect(changed).toBe(200)
    await page.reload()
    await page.waitForSelector('text=at your prices')
    // Three thousand effective tokens more, at a thousand dollars a million; the other two models have no price.
    expect(await page.locator('main').innerText()).toMatch(
      /\u2212\$3\.00 at your prices, without 2 models that have none/,
    )
  }, 30_000)
})

describe('a session of refused requests', () => {
  it('shows no share of the input that is paid, and what was answered', async () => {
    const page = await signedIn()
    await page.goto(`${address()}/accounts/local/sessions`)
    const row = page.locator('tbody tr', { has: page.locator(`a[href$="${refusedId}"]`) })
    expect(await row.locator('td[data-name="Input paid"]').innerText()).toBe('–')
    await page.goto(`${address()}/accounts/local/sessions/${refusedId}`)
    await page.waitForSelector('text=answered with 401')
  }, 30_000)
})

describe('an upstream', () => {
  it('that sets a cookie of the dashboard’s name disturbs no session', async () => {
    const page = await signedIn()
    const other = await page.context().newPage()
    const { baseUrl, serviceKey } = service().facts
    await other.setExtraHTTPHeaders({ 'x-service-auth-token': serviceKey, 'x-api-key': 'sk-upstream' })
    await other.goto(`${baseUrl}/anthropic/v1/anything`)
    expect(await other.textContent('p')).toBe('An upstream')
    const { port } = new URL(address())
    const set = await page.context().cookies(baseUrl)
    expect(set.map(({ name, value }) => [name, value])).toContainEqual([`session-${port}`, 'x'])

    await page.reload()
    await page.waitForSelector('.hero-figure')
    expect(new URL(page.url()).pathname).toBe('/accounts/local')
  }, 30_000)
})

describe('a page on another port', () => {
  it('cannot act for who is signed in, though the browser sends the cookies along', async () => {
    const page = await signedIn()
    const evil = await listen(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Another port</title>')
      }),
    )
    try {
      const other = await page.context().newPage()
      await other.goto(`http://localhost:${new URL(evil.origin).port}/`)
      const answered = other.waitForEvent('requestfinished', (request) => request.method() === 'POST')
      await other.evaluate((site) => {
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: `${site}/auth/sign-out`,
          enctype: 'text/plain',
        })
        document.body.append(form)
        form.submit()
      }, address())
      const request = await answered
      expect((await request.allHeaders()).cookie).toContain('session-')
      expect((await request.response())?.status()).toBe(403)
      expect((await request.allHeaders())['sec-fetch-site']).toBe('same-site')
    } finally {
      await evil.close()
    }
    await page.reload()
    await page.waitForSelector('.hero-figure')
  }, 30_000)
})

describe('the page', () => {
  it('shows its first figure after five answers', async () => {
    const page = await signedIn()
    await page.goto('about:blank')
    const answered: string[] = []
    // The document, its script and style sheet, who asks, and the figure: nothing else is answered.
    await page.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (!/^\/accounts\/local$|^\/assets\/.*\.(js|css)$|^\/api\/me$|\/overview$/.test(pathname)) return
      answered.push(pathname)
      await route.continue()
    })
    await page.goto(`${address()}/accounts/local`, { waitUntil: 'commit' })
    await page.waitForSelector('.hero-figure')
    expect(answered, answered.join()).toHaveLength(5)
  }, 30_000)
})
