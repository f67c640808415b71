// A running service and its dashboard: what was sent a moment ago stands in it, says the same as the operator, obeys no name
// that a client chose, and what is secret is kept nowhere.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openDynamo } from '../../adapters/dynamo/client.ts'
import { scanItems } from '../../adapters/dynamo/commands.ts'
import { defaultTablePrefix, tableIds, tableName } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { listen } from '../../testkit/listen.ts'
import { runOperator } from '../bin/operator/run-operator.ts'
import { type BrowserLike, browserLike } from './browser-like.ts'
import { type Facts, type ServiceProcess, startService, temporaryFolder, until } from './service-process.ts'

const finallyDo = afterSuite()
let service: ServiceProcess & { readonly facts: Facts }
let owner: BrowserLike
let folder: string

beforeAll(async () => {
  folder = temporaryFolder(finallyDo)
  const upstream = await listen(
    createServer((request, response) => {
      request.resume().once('end', () => {
        const usage = {
          input_tokens: 4_000,
          output_tokens: 7,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ usage }))
      })
    }),
    { finallyDo },
  )
  const ports = ['--port', '0', '--dashboard-port', '0', '--upstream-anthropic', upstream.origin]
  service = await startService(['--data', folder, ...ports], { finallyDo })
  owner = browserLike(service.facts.dashboardUrl ?? '')
  await owner.open(service.facts.signInUrl ?? '')
})

/** A request with a tool result that loses its blanks, of a model that the client names. */
const send = async (sessionId: string, model: string, headers: Readonly<Record<string, string>> = {}) => {
  const rows = Array.from({ length: 60 }, (_, index) => ({ index, name: `row ${index}`, paid: true }))
  const call = { type: 'tool_use', id: 'toolu_1', name: 'list_orders', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: JSON.stringify(rows, null, 4) }
  const answer = await fetch(`${service.facts.baseUrl}/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'x-service-auth-token': service.facts.serviceKey,
      'x-api-key': 'sk-upstream',
      'content-type': 'application/json',
      'x-service-session-id': sessionId,
      ...headers,
    },
    body: JSON.stringify({
      model,
      max_tokens: 64,
      messages: [
        { role: 'user', content: 'Which orders are open?' },
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result] },
      ],
    }),
  })
  expect(answer.status).toBe(200)
  await answer.text()
}

const session = z.looseObject({ exchanges: z.number(), net: z.number() })

const sessionOf = async (sessionId: string) => {
  const answer = await owner.get(`/api/accounts/local/sessions/${sessionId}`)
  return answer.status === 200 ? session.parse(await answer.json()) : undefined
}

describe('a request', () => {
  it('stands among the sessions a second after its answer, with the net that the operator is told', async () => {
    const sessionId = randomUUID()
    await send(sessionId, 'claude-sonnet-5')
    // Behind the last byte its receipt waits for background decisions, two seconds at most.
    await until(async () => (await sessionOf(sessionId)) !== undefined, 3_500)
    const found = (await sessionOf(sessionId)) ?? expect.fail('There is no such session.')
    expect(found).toMatchObject({ exchanges: 1, client: 'header', models: ['claude-sonnet-5'] })
    expect(found.net).toBeGreaterThan(0)

    const { stdout } = await runOperator(['session', sessionId, '--account', 'local', '--json', '--data', folder])
    expect(found.net).toBeCloseTo(JSON.parse(stdout).totals.effectiveTokensSaved, 2)
    const { sessions } = await owner.json('/api/accounts/local/sessions')
    expect(sessions.map(({ id }: { id: string }) => id)).toContain(sessionId)
  }, 30_000)

  it('that was only observed changes no total, and has a figure of its own', async () => {
    const before = (await owner.json('/api/accounts/local/overview')).totals
    const sessionId = randomUUID()
    await send(sessionId, 'claude-sonnet-5', { 'x-service-compaction': 'observe' })
    await until(async () => (await sessionOf(sessionId)) !== undefined, 3_500)
    const { totals } = await owner.json('/api/accounts/local/overview')
    expect([totals.net, totals.gained, totals.givenBack]).toEqual([before.net, before.gained, before.givenBack])
    expect(totals.outcomes.observed).toBe(1)
    expect(before.outcomes.observed ?? 0).toBe(0)
    expect(totals.observedTokens).toBeGreaterThan(before.observedTokens)
  }, 30_000)
})

describe('a name that a client chose', () => {
  /** The first two are names as gateways give them; the others are no names, and are kept nowhere. */
  const kept = ['+1', '@SUM']
  const dropped = ['=cmd()', '<img src=x onerror=alert(1)>', '\u202egnihton', '\u001b[2Jgone', 'a,"b"']
  const names = [...kept, ...dropped]

  it('runs in no spreadsheet and steers no terminal', async () => {
    const sessionId = randomUUID()
    for (const name of names) await send(sessionId, name)
    await until(async () => (await sessionOf(sessionId))?.exchanges === names.length, 5_000)
    const month = new Date().toISOString().slice(0, 7)
    const today = new Date().toISOString().slice(0, 10)
    for (const path of [`usage.csv?from=${today}&to=${today}&by=model`, `ledger.csv?month=${month}`, 'sessions.csv']) {
      const csv = await (await owner.get(`/api/accounts/local/${path}`)).text()
      // No cell begins as a formula does, quoted or not.
      expect(csv).not.toMatch(/(^|,|\n)"?[=+@\t\r]/)
      expect(csv).toContain(`'${kept[0]}`)
      for (const name of dropped) expect(csv).not.toContain(name)
    }
    const { stdout } = await runOperator(['ledger', 'local', '--data', folder])
    for (const name of ['\u001b', '\u202e', '<img']) expect(stdout).not.toContain(name)
  }, 60_000)
})

describe('what is secret', () => {
  it('is in no table, no log and no list', async () => {
    const made = async (path: string, body: unknown) =>
      JSON.parse(await (await owner.post(`/api/accounts/local/${path}`, body)).text())
    const { secret, key } = await made('keys', { label: 'secret' })
    const { link } = await made('members', { role: 'viewer' })
    const [cookie = ''] = owner.cookies().filter((one) => one.startsWith('session-'))
    const secrets = [secret, link.slice(-43), cookie.slice(cookie.indexOf('=') + 1), service.facts.serviceKey]
    for (const one of secrets) expect(one.length).toBeGreaterThan(30)

    const { dynamodbEndpoint: endpoint } = service.facts
    const dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint, deadlineMilliseconds: 10_000, ...localAws })
    const dumped: string[] = []
    for (const id of tableIds) {
      const { Items } = await dynamo.documents.send(scanItems({ TableName: tableName(defaultTablePrefix, id) }))
      dumped.push(JSON.stringify(Items))
    }
    dynamo.close()
    const said = [service.err(), readFileSync(join(folder, 'service.log'), 'utf8')]
    const listed = ['keys', 'members', 'audit'].map((path) => owner.get(`/api/accounts/local/${path}`))
    const answers = await Promise.all(listed.map(async (answer) => (await answer).text()))
    expect(dumped.join()).toContain(key.id)
    for (const text of [...dumped, ...said, ...answers])
      for (const one of secrets) expect(text.includes(one)).toBe(false)
  }, 30_000)
})
