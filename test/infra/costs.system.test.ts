// docs/costs.md is what the arithmetic gives, and the arithmetic counts what really exists: the operations of a request on
// the tables, and the resources in the templates.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { scanItems } from '../../adapters/dynamo/commands.ts'
import { defaultTablePrefix, type TableShape, tableName, tables } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { type CountingForwarder, openCountingForwarder } from '../../bench/lineup/counting-forwarder.ts'
import type { Limits } from '../../core/access/account.ts'
import { newServiceKey } from '../../core/access/keys/issue.ts'
import { standing, tableOperations, tableUnits } from '../../lib/costs/assumptions.ts'
import { costsPage } from '../../lib/costs/page.ts'
import { parseStage } from '../../lib/stage/stage-file.ts'
import { localAccount } from '../../local/data/first-account.ts'
import { type OpenTables, openTables } from '../../local/data/tables.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { startChild } from '../../local/process/child.ts'
import { sizeOf } from '../../testkit/item-size.ts'
import { listen } from '../../testkit/listen.ts'
import { synthesise } from './synthesise.ts'

const stageOf = (document: unknown) => parseStage(document, 'The stage of this test')

describe('docs/costs.md', () => {
  it('is made from the arithmetic', () => {
    const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8')

    expect(page).toBe(costsPage(stageOf({}), stageOf({ compressor: { kind: 'serverless' } })))
  })

  it('counts the resources in the templates', () => {
    const stacks = synthesise({ region: 'us-east-1' })
    const metricsOf = z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).default([]) })
    // An alarm on an expression is charged for every metric in it.
    const watched = stacks.resources('AWS::CloudWatch::Alarm').map(([, { Properties }]) => {
      const stats = metricsOf.parse(Properties).Metrics.filter(({ MetricStat }) => MetricStat !== undefined)
      return Math.max(1, stats.length)
    })
    const madeByScaling = 2
    const managed = synthesise({ region: 'us-east-1', frontDoor: { firewall: 'managed' } })
    const [acl] = managed.resources('AWS::WAFv2::WebACL')
    const more = managed.resources('AWS::CloudWatch::Alarm').length - stacks.resources('AWS::CloudWatch::Alarm').length

    expect(more).toBe(standing.firewallAlarms)
    expect(watched.reduce((sum, metrics) => sum + metrics, madeByScaling)).toBe(standing.alarmMetrics)
    expect(stacks.resources('AWS::CloudWatch::Dashboard')).toHaveLength(standing.dashboards)
    expect(stacks.resources('AWS::SecretsManager::Secret')).toHaveLength(standing.secrets)
    expect(acl?.[1].Properties.Rules).toHaveLength(standing.firewallRules)
  })

  it('counts the write to an index if a table has one', () => {
    const shapes: readonly TableShape[] = Object.values(tables)
    for (const [operation, units] of Object.entries(tableUnits)) {
      const shape = shapes.find(({ name }) => operation.endsWith(` ${name}`))
      if (operation.startsWith('Get') || shape === undefined) continue
      expect(units).toBeGreaterThanOrEqual(shape.index === undefined ? 1 : 2)
    }
  })
})

/** What is written behind an answer may wait two seconds for background decisions. */
const patience = { timeout: 15_000 }

/** The first turns of a conversation, which its question identifies. `indent`: blanks that the results have, and lose. */
const turns = (question: string, results: number, indent: number): string => {
  const steps = Array.from({ length: results }, (_, index) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${index}`, name: 'list_orders', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `toolu_${index}`,
          content: JSON.stringify([{ index, paid: true }], null, indent),
        },
      ],
    },
  ])
  const messages = [{ role: 'user', content: question }, ...steps.flat()]
  return JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 64, messages })
}

const answer = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'None.' }],
  usage: { input_tokens: 100, output_tokens: 2 },
})

describe('a proxied request', () => {
  const ends: (() => unknown)[] = []
  let dynamo: Dynamo
  let stores: OpenTables
  let forwarder: CountingForwarder
  /** Two environments of a function: one has the first turn in memory, the other does not. */
  const environments: string[] = []

  beforeAll(async () => {
    const provider = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer))
    })
    const { origin: upstreamAnthropic, close } = await listen(provider)
    ends.unshift(close)

    const log = { write: () => {}, close: () => {} }
    stores = await openTables(undefined, log)
    ends.unshift(stores.end)
    dynamo = openDynamo({ tablePrefix: defaultTablePrefix, endpoint: stores.endpoint, ...localAws })
    ends.unshift(dynamo.close)
    forwarder = await openCountingForwarder(stores.endpoint)
    ends.unshift(forwarder.close)
    const started = [1, 2].map((name) =>
      startChild({
        name: `environment ${name}`,
        script: fileURLToPath(new URL('../../local/functions/functions.ts', import.meta.url)),
        environment: {
          // These bodies give the compressor nothing to do, so none listens.
          ...functionsEnvironment({ upstreamAnthropic }, forwarder.endpoint, 'http://127.0.0.1:9'),
          LOOKUP_CACHE_SECONDS: '60',
        },
        log,
      }),
    )
    for (const functions of await Promise.all(started)) {
      ends.unshift(functions.end)
      environments.push(`http://127.0.0.1:${functions.port}`)
    }
  }, 120_000)
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const send = async (environment: string | undefined, key: string, body: string): Promise<number> => {
    const response = await fetch(`${environment}/provider-a/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'sk-upstream',
        'x-service-auth-token': key,
        // Receipts of a session are in the index as well.
        'x-service-session-id': '018f5a3c-0000-7000-8000-000000000000',
      },
      body,
    })
    await response.arrayBuffer()
    return response.status
  }

  /**
   * The operations that reached the tables, without the lookup of a key and its account, which an environment does once.
   */
  const taken = (seen: Map<string, number>): Record<string, number> => {
    for (const [operation, times] of forwarder.taken())
      if (!/ (keys|entitlements)$/.test(operation)) seen.set(operation, (seen.get(operation) ?? 0) + times)
    return Object.fromEntries(seen)
  }

  /** Sends one request and returns its operations on the tables, those behind the answer included. */
  const operationsOf = async (environment: string | undefined, key: string, body: string) => {
    const seen = new Map<string, number>()
    // If a table does not answer in time, the caller gets 503 and asks again.
    await expect
      .poll(() => {
        forwarder.taken()
        return send(environment, key, body)
      }, patience)
      .toBe(200)
    await expect
      .poll(() => Object.keys(taken(seen)), patience)
      .toEqual(expect.arrayContaining(['PutItem ledger', expect.stringMatching(/^(Put|Update)Item chains$/)]))
    await wait(200)
    return taken(seen)
  }

  /** The operations of the second turn; undefined if one of the two could not read its record in time. */
  const secondTurn = async (
    key: string,
    question: string,
    indent: number,
  ): Promise<Record<string, number> | undefined> => {
    const [first, second] = environments
    const before = await operationsOf(first, key, turns(question, 1, indent))
    const seen = await operationsOf(second, key, turns(question, 2, indent))
    return 'PutItem chains' in before && 'PutItem chains' in seen ? seen : undefined
  }

  const limitsets: readonly { name: string; limits: Limits; indent?: number }[] = [
    { name: 'no limit', limits: {} },
    { name: 'text that loses something', limits: {}, indent: 2 },
    { name: 'one limit', limits: { requestsPerMinute: 1_000 } },
    { name: 'two limits', limits: { requestsPerMinute: 1_000, tokensPerMinute: 1_000_000 } },
  ]

  it.each(limitsets)(
    'puts on the tables what the arithmetic says, with $name',
    async ({ name, limits, indent = 0 }) => {
      const { secret, key } = newServiceKey(localAccount, randomBytes(32), Date.now(), { limits })
      await dynamoKeys(dynamo).put(key)
      const perLimit = Object.entries(tableOperations.perLimit)
      const charges = Object.keys(limits).length

      // A request waits for its record for 50 ms, which a new process or a busy machine may not keep. It then notes that
      // the record is in use, in place of writing another. The usual case is counted here.
      let seen: Record<string, number> | undefined
      const until = Date.now() + 90_000
      for (let attempt = 1; seen === undefined && Date.now() < until; attempt += 1)
        seen = await secondTurn(secret, `${name}, attempt ${attempt}`, indent)

      expect(seen).toEqual({
        ...tableOperations.perRequest,
        // One as the answer begins, and one in its place at the end.
        ...(indent === 0 ? {} : { 'PutItem chains': 2 }),
        ...(charges === 0 ? {} : Object.fromEntries(perLimit.map(([name, times]) => [name, times * charges]))),
      })
    },
    120_000,
  )

  it('writes a receipt no larger than the units that are counted for it', async () => {
    const { Items = [] } = await dynamo.documents.send(
      scanItems({ TableName: tableName(defaultTablePrefix, 'ledger') }),
    )
    // The item's own map bytes do not count.
    const kilobytes = Items.map((item) => Math.ceil((sizeOf(item) - 3) / 1024))

    expect(kilobytes.length).toBeGreaterThan(limitsets.length)
    for (const one of kilobytes) expect(one * 2).toBeLessThanOrEqual(tableUnits['PutItem ledger'])
    expect(JSON.stringify(Items)).toContain('"accountSession"')
  })
})
