// Row: how often DynamoDB is asked for one request of a conversation that goes on, counted on the wire between the functions
// and the tables.

import { setTimeout as wait } from 'node:timers/promises'
import type { Limits } from '../../core/access/account.ts'
import { atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { connections, streamFor, timed } from '../lineup/client.ts'
import { type CountedService, openCountedService } from '../lineup/counted-service.ts'
import { type Bench, openLineup, type Target } from '../lineup/lineup.ts'
import { type EarlierRequest, earlierRequests, nextRequest } from '../requests/agent-session.ts'

const sizes = { full: 50, quick: 10 }
/** A process has to have charged a counter eight times before it knows how it will find it. */
const warmUp = 10
/** The record of a conversation is written after the receipt. */
const recordMilliseconds = 200

const cases: readonly { readonly name: string; readonly limits: Limits }[] = [
  { name: 'no limit', limits: {} },
  { name: '1 limit', limits: { requestsPerMinute: 30_000 } },
  { name: '2 limits', limits: { requestsPerMinute: 30_000, tokensPerMinute: 8_000_000 } },
]

/** More than the session has: it begins with its last turns. */
const turnsApart = 100
const mostAttempts = 10
const isRead = (operation: string): boolean => /^(Get|BatchGet|Query|Scan)/.test(operation)

/** Sends requests one after another, each settled before the next. */
const clientOf = (service: CountedService) => {
  const next = nextRequest()
  let sent = 0
  const send = async (target: Target, requests: Iterable<EarlierRequest>): Promise<void> => {
    const agent = connections(1)
    for (const request of requests) {
      await timed(target, agent, request.bytes, streamFor(request))
      sent += 1
    }
    agent.destroy()
    await service.receiptsWritten(sent)
    await wait(recordMilliseconds)
  }
  /** So many further turns of the conversation. */
  function* turns(requests: number): Generator<EarlierRequest> {
    for (let index = 0; index < requests; index += 1) yield { bytes: next.fresh(sent), isCached: true }
  }
  return {
    begin: (target: Target) => send(target, earlierRequests(turnsApart)),
    goOn: (target: Target, requests: number) => send(target, turns(requests)),
  }
}

type Client = ReturnType<typeof clientOf>

/** A table that has just been opened may answer later than a request waits for it: then once more. */
const remembered = async (service: CountedService, client: Client): Promise<void> => {
  const target = await service.targetWith({})
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    await client.begin(target)
    service.taken()
    await client.goOn(target, 1)
    if (!service.taken().has('BatchGetItem chains')) return
  }
  throw new Error('The conversation is not remembered.')
}

const figuresOf = (subject: string, limits: Limits, asked: ReadonlyMap<string, number>, count: number): Figure[] => {
  const perRequest = (wanted: (operation: string) => boolean): number =>
    [...asked].reduce((sum, [operation, times]) => (wanted(operation) ? sum + times : sum), 0) / count
  const mostWrites = 2 + Object.keys(limits).length
  const writes = perRequest((operation) => !isRead(operation))
  return [
    { subject, measure: 'reads', value: perRequest(isRead), unit: '', bar: atMost(1) },
    { subject, measure: 'writes', value: writes, unit: '', bar: atMost(mostWrites) },
    ...[...asked].map(([measure, times]): Figure => ({ subject, measure, value: times / count, unit: '' })),
  ]
}

/** One section. */
export const dynamodb = async (bench: Bench): Promise<Section[]> => {
  const count = sizes[bench.scale]
  await using opened = new AsyncDisposableStack()
  const lineup = opened.adopt(await openLineup(bench), (open) => open.close())
  const service = await openCountedService(opened, lineup.direct)
  const client = clientOf(service)
  await remembered(service, client)
  const figures: Figure[] = []
  for (const { name, limits } of cases) {
    const target = await service.targetWith(limits)
    await client.goOn(target, warmUp)
    service.taken()
    await client.goOn(target, count)
    figures.push(...figuresOf(name, limits, service.taken(), count))
  }
  return [
    {
      title: 'DynamoDB operations per request of a conversation that goes on, in the environment that knows it',
      conditions: [
        `${count} requests each, after ${warmUp} that looked up key and account, noted the key’s use and got to know the counters`,
      ],
      figures,
    },
  ]
}
