// Row: how often DynamoDB is asked for one proxied request, counted on the wire between the functions and the tables.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { dynamoKeys } from '../../adapters/dynamo/keys.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables.ts'
import type { Limits } from '../../core/access/account.ts'
import { newServiceKey } from '../../core/access/issue.ts'
import { startChild } from '../../local/child.ts'
import { keepCompressor } from '../../local/compressor.ts'
import { localAccount } from '../../local/first-account.ts'
import { functionsEnvironment, localAws } from '../../local/functions-environment.ts'
import { openTables } from '../../local/tables.ts'
import { messagesBody } from '../bodies.ts'
import { connections, timed } from '../client.ts'
import { openCountingForwarder } from '../counting-forwarder.ts'
import { atMost, type Figure, type Section } from '../figures.ts'
import { type Bench, compressorScript, openStage, type Target } from '../stage.ts'

const sizes = { full: 50, quick: 10 }
const warmUp = 3

const cases: readonly { readonly name: string; readonly limits: Limits }[] = [
  { name: 'no limit', limits: {} },
  { name: '1 limit', limits: { requestsPerMinute: 1_000_000 } },
  { name: '2 limits', limits: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000 } },
]

const silent = { write: () => {}, close: () => {} }
const isRead = (operation: string): boolean => /^(Get|BatchGet|Query|Scan)/.test(operation)

const keyWith = async (dynamo: Dynamo, limits: Limits): Promise<string> => {
  const { secret, key } = newServiceKey(localAccount, randomBytes(32), Date.now(), { limits })
  await dynamoKeys(dynamo).put(key)
  return secret
}

const month = (): string => new Date().toISOString().slice(0, 7)

/** One section. */
export const dynamodb = async (bench: Bench): Promise<Section[]> => {
  const count = sizes[bench.scale]
  const ends: (() => unknown)[] = []
  try {
    const stage = await openStage(bench)
    ends.unshift(stage.close)
    const tables = await openTables(undefined, silent)
    ends.unshift(tables.end)
    const dynamo = openDynamo({
      tablePrefix: defaultTablePrefix,
      endpoint: tables.endpoint,
      deadlineMilliseconds: 5_000,
      ...localAws,
    })
    ends.unshift(dynamo.close)
    const forwarder = await openCountingForwarder(tables.endpoint, defaultTablePrefix)
    ends.unshift(forwarder.close)
    const compressor = await keepCompressor({ script: compressorScript, log: silent, report: () => {} })
    ends.unshift(compressor.end)
    const upstream = `http://127.0.0.1:${stage.direct.port}`
    const functions = await startChild({
      name: 'functions process',
      script: `${import.meta.dirname}/../../local/functions.ts`,
      environment: {
        ...functionsEnvironment({ upstreamA: upstream }, forwarder.endpoint, compressor.endpoint),
        // As on Lambda: what is looked up once is known for a minute.
        LOOKUP_CACHE_SECONDS: '60',
      },
      log: silent,
    })
    ends.unshift(functions.end)

    const ledger = dynamoLedger(dynamo)
    const body = messagesBody({ results: 10, kind: 'pretty', charactersPerResult: 2_000 })
    let sent = 0
    const request = async (target: Target, requests: number): Promise<void> => {
      const agent = connections(1)
      for (let index = 0; index < requests; index += 1) await timed(target, agent, body.fresh(index))
      agent.destroy()
      sent += requests
      while ((await ledger.month(localAccount, month())).length < sent) await wait(20)
    }

    const figures: Figure[] = []
    for (const { name, limits } of cases) {
      const headers = { ...stage.direct.headers, 'x-service-auth-token': await keyWith(dynamo, limits) }
      const target = { ...stage.direct, name: 'service', port: functions.port, prefix: '/provider-a', headers }
      await request(target, warmUp)
      forwarder.taken()
      await request(target, count)
      const asked = [...forwarder.taken()]
      const perRequest = (wanted: (operation: string) => boolean): number =>
        asked.reduce((sum, [operation, times]) => (wanted(operation) ? sum + times : sum), 0) / count
      const limitsSet = Object.keys(limits).length
      const reads: Figure = { subject: name, measure: 'reads', value: perRequest(isRead), unit: '', bar: atMost(1) }
      const writes = perRequest((operation) => !isRead(operation))
      figures.push(reads, { subject: name, measure: 'writes', value: writes, unit: '', bar: atMost(2 + limitsSet) })
      for (const [operation, times] of asked)
        figures.push({ subject: name, measure: operation, value: times / count, unit: '' })
    }
    return [
      {
        title: 'DynamoDB operations per proxied request',
        conditions: [`${count} requests each, after ${warmUp} that looked up key and account and noted the key’s use`],
        figures,
      },
    ]
  } finally {
    for (const end of ends) await end()
  }
}
