// Row: how often DynamoDB is asked for one request of a conversation that goes on, counted on the wire between the functions
// and the tables.

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
import { atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { earlierRequests, nextRequest } from '../agent-session.ts'
import { connections, timed } from '../client.ts'
import { openCountingForwarder } from '../counting-forwarder.ts'
import { type Bench, compressorScript, openLineup, type Target } from '../lineup.ts'

const sizes = { full: 50, quick: 10 }
const warmUp = 3
/** The record of a conversation is written after the receipt. */
const recordMilliseconds = 200

const cases: readonly { readonly name: string; readonly limits: Limits }[] = [
  { name: 'no limit', limits: {} },
  { name: '1 limit', limits: { requestsPerMinute: 1_000_000 } },
  { name: '2 limits', limits: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000 } },
]

const silent = { write: () => {}, close: () => {} }
/** More than the session has: it begins with its last turns. */
const turnsApart = 100
const mostAttempts = 10
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
    const lineup = await openLineup(bench)
    ends.unshift(lineup.close)
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
    const upstream = `http://127.0.0.1:${lineup.direct.port}`
    const functions = await startChild({
      name: 'functions process',
      script: `${import.meta.dirname}/../../local/functions.ts`,
      environment: {
        ...functionsEnvironment({ upstreamAnthropic: upstream }, forwarder.endpoint, compressor.endpoint),
        // As on Lambda: what is looked up once is known for a minute.
        LOOKUP_CACHE_SECONDS: '60',
      },
      log: silent,
    })
    ends.unshift(functions.end)

    const ledger = dynamoLedger(dynamo)
    let sent = 0
    const request = async (target: Target, bodies: Iterable<Buffer>): Promise<void> => {
      const agent = connections(1)
      for (const body of bodies) {
        await timed(target, agent, body)
        sent += 1
      }
      agent.destroy()
      while ((await ledger.month(localAccount, month())).length < sent) await wait(20)
      await wait(recordMilliseconds)
    }
    const serviceWith = async (limits: Limits): Promise<Target> => {
      const headers = { ...lineup.direct.headers, 'x-service-auth-token': await keyWith(dynamo, limits) }
      return { ...lineup.direct, name: 'service', port: functions.port, prefix: '/provider-a', headers }
    }
    const next = nextRequest()
    const goingOn = function* (requests: number): Generator<Buffer> {
      for (let index = 0; index < requests; index += 1) yield next.fresh(sent)
    }

    // A table that has just been opened may answer later than a request waits for it.
    const remembered = async (target: Target): Promise<boolean> => {
      await request(target, earlierRequests(turnsApart))
      forwarder.taken()
      await request(target, goingOn(1))
      return !forwarder.taken().has('BatchGetItem chains')
    }
    const first = await serviceWith({})
    for (let attempt = 1; !(await remembered(first)); attempt += 1)
      if (attempt === mostAttempts) throw new Error('The conversation is not remembered.')
    const figures: Figure[] = []
    for (const { name, limits } of cases) {
      const target = await serviceWith(limits)
      await request(target, goingOn(warmUp))
      forwarder.taken()
      await request(target, goingOn(count))
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
        title: 'DynamoDB operations per request of a conversation that goes on, in the environment that knows it',
        conditions: [`${count} requests each, after ${warmUp} that looked up key and account and noted the key’s use`],
        figures,
      },
    ]
  } finally {
    for (const end of ends) await end()
  }
}
