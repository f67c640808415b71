// The dashboard's shipped bundle under AWS's runtime client, with its parameter and its tables: what it says before it knows
// where it is, and after.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import type { BufferedAnswer } from '../../lambdas/dashboard-over.ts'
import type { DashboardSettings } from '../../lambdas/settings/dashboard-settings.ts'
import { dashboardBundle } from '../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../lib/bundles/write-bundle.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { testDynamo } from '../contract/dynamo-stores.ts'
import { type LambdaFunction, startFunction } from './lambda-function.ts'

const finallyDo = afterSuite()
const tablePrefix = 'runtime-'
const parameter = '/runtime-dashboard'
const secret = 'the-secret-of-the-front'
const settings: DashboardSettings = {
  dashboardUrl: 'https://savings.example.com',
  baseUrl: 'https://service.example.com',
  // Nobody listens there, so the issuer does not answer.
  issuer: 'https://127.0.0.1:9/pool',
  clientId: 'a-client',
  operatorContact: '#platform',
}

/** Loaded before the function: its clocks are a minute ahead once this file is there. */
const minuteAhead = (file: string): string =>
  `import { existsSync } from 'node:fs'
for (const clock of [Date, performance]) {
  const now = clock.now.bind(clock)
  clock.now = () => now() + (existsSync(${JSON.stringify(file)}) ? 60_000 : 0)
}`

let stored: string | undefined
let later: string
let lambda: LambdaFunction

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
  finallyDo(() => rmSync(folder, { recursive: true }))
  writeBundle(dashboardBundle, folder)
  later = join(folder, 'later')
  const embedded = await openEmbeddedDynamo()
  finallyDo(embedded.close)
  const dynamo = testDynamo(embedded.endpoint, tablePrefix)
  await createTables(dynamo)
  dynamo.close()
  const systemsManager = await listen(
    createServer(async (request, response) => {
      const { Name } = JSON.parse(await text(request))
      const known = stored !== undefined && Name === parameter
      response.writeHead(known ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(known ? { Parameter: { Name, Value: stored } } : { __type: 'ParameterNotFound' }))
    }),
    { finallyDo },
  )
  lambda = await startFunction({
    name: 'dashboard',
    taskRoot: folder,
    variables: {
      TABLE_PREFIX: tablePrefix,
      SETTINGS_PARAMETER: parameter,
      ORIGIN_SECRETS: secret,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint,
      AWS_ENDPOINT_URL_SSM: systemsManager.origin,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(minuteAhead(later))}`,
    },
  })
  finallyDo(lambda.stop)
}, 120_000)
afterAll(() => {
  stored = undefined
})

const invoke = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
  const event = {
    ...{ rawPath: path, rawQueryString: '', isBase64Encoded: false, requestContext: { http: { method } } },
    headers: { 'x-origin-verify': secret, ...headers },
  }
  const answered = JSON.parse(await text(await lambda.invoke(JSON.stringify(event), 60_000)))
  return answered as BufferedAnswer & { readonly errorMessage?: string }
}

describe('the dashboard’s function', () => {
  it('fails as long as its parameter is missing or not valid, and works once it is there', async () => {
    expect((await invoke('/')).errorMessage).toBeDefined()
    stored = JSON.stringify({ ...settings, dashboardUrl: 'not a URL' })
    expect((await invoke('/')).errorMessage).toMatch(/not valid: dashboardUrl/)

    stored = JSON.stringify(settings)
    expect(await invoke('/')).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } })
  })

  it('serves the page that was built with it, and its files for ever', async () => {
    const { body } = await invoke('/keys')
    const files = [...body.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path)
    expect(files).toHaveLength(3)
    for (const path of files)
      expect(await invoke(path)).toMatchObject({
        statusCode: 200,
        headers: { 'cache-control': expect.stringContaining('immutable') },
      })
  })

  it('asks who asks, with the same headers as the page', async () => {
    const { statusCode, headers } = await invoke('/api/me')
    expect(statusCode).toBe(401)
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('says that the issuer is away, and names it to nobody', async () => {
    const { statusCode, body } = await invoke('/auth/sign-in')
    expect(statusCode).toBe(503)
    expect(body).not.toContain('127.0.0.1')
  })

  it('hears within a minute of what a deployment has changed in its parameter', async () => {
    const named = async () => JSON.parse((await invoke('/.well-known/oauth-authorization-server')).body).issuer
    stored = JSON.stringify({ ...settings, dashboardUrl: 'https://moved.example.com' })

    expect(await named()).toBe('https://savings.example.com')
    writeFileSync(later, '')
    expect(await named()).toBe('https://moved.example.com')
  })

  it('lets nobody past its front', async () => {
    expect((await invoke('/', { 'x-origin-verify': 'a guess' })).statusCode).toBe(403)
  })
})
