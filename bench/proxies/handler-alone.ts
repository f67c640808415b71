// The handler's own work in one process and without sockets: the real pipeline and compressor, stores in memory, an upstream that
// answers at once. What is timed is from the request, as the platform hands it over, to the call that sends it upstream.

import { hash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import * as z from 'zod'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { readPrefixes } from '../../core/chain/identity/read-prefixes.ts'
import { rememberedChains } from '../../core/chain/record/remembered-chains.ts'
import type { StoredRecord } from '../../core/chain/record/store.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange/exchange.ts'
import { mostValues } from '../../core/exchange/request/request-body.ts'
import { scanBody } from '../../core/json/scan.ts'
import { utf8Of } from '../../core/json/utf8.ts'
import type { Outbound } from '../../core/upstream/outbound.ts'
import type { UpstreamResponse } from '../../core/upstream/send.ts'
import { provideAwsLambda } from '../../local/front/awslambda.ts'
import { memoryAccounts } from '../../testkit/memory/accounts.ts'
import { memoryChains } from '../../testkit/memory/chains.ts'
import { memoryCounters } from '../../testkit/memory/counters.ts'
import { memoryKeys } from '../../testkit/memory/keys.ts'
import { memoryLedger } from '../../testkit/memory/ledger.ts'
import { messages } from '../../testkit/provider/answers/messages.ts'
import { usualWords } from '../../testkit/provider/prompt.ts'
import { axes } from '../growth/steps.ts'
import { announce } from '../processes/answer-parent.ts'
import {
  type EarlierRequest,
  earlierRequests,
  nextRequest,
  shorterThan,
  usedTokens,
} from '../requests/agent-session.ts'
import { type BodyTemplate, messagesBody, smallBody, wentOn } from '../requests/bodies.ts'

/** Requests of each body: before those that count, and those. */
const { WARM_UP: warmUp, COUNTED: counted } = z
  .object({ WARM_UP: z.coerce.number(), COUNTED: z.coerce.number() })
  .parse(process.env)
/** Time to decide behind an answer, and to write the record. */
const betweenTurnsMilliseconds = 2_100
const mostSessions = 3

provideAwsLambda()
const { deploymentOver } = await import('../../lambdas/deployment.ts')

const account = newAccount('bench', 'organization', randomBytes(32), Date.now())
const { secret, key } = newServiceKey(account.accountId, randomBytes(32), Date.now())
const admitted = { ...account, apiAccess: true, entitlements: ['proxy'] as const }

/** One request's own work. */
interface Sample {
  readonly milliseconds: number
  readonly forwardedBytes: number
  /** What it leaves to the garbage collector, and what it keeps. Less, where that has run meanwhile. */
  readonly heapBytes: number
}

const answerTo = (request: Pick<EarlierRequest, 'isCached'>): readonly Buffer[] =>
  [
    ...messages.stream({
      model: 'claude-sonnet-4-5',
      said: { words: usualWords },
      tokens: usedTokens(request),
      turn: 1,
    }),
  ].map((text) => Buffer.from(text))
const answers = { cached: answerTo({ isCached: true }), uncached: answerTo({ isCached: false }) }
let answer = answers.cached

const heapBytes = (): number => getHeapStatistics().used_heap_size

let sent = { at: 0, bytes: 0, heap: 0 }
const send = async ({ body }: Outbound): Promise<UpstreamResponse> => {
  sent = { at: performance.now(), bytes: body.length, heap: heapBytes() }
  return {
    status: 200,
    headers: [['content-type', 'text/event-stream']],
    body: (async function* () {
      yield* answer
    })(),
  }
}

const records = new Map<string, StoredRecord>()
const deployment = deploymentOver({
  keys: memoryKeys(new Map([[key.keyHash, key]])),
  accounts: memoryAccounts(new Map([[admitted.accountId, admitted]])),
  counters: memoryCounters(),
  ledger: memoryLedger(new Map()),
  chains: memoryChains(records),
})
const silent = { info: () => {}, warn: () => {}, error: () => {} }
const ports = { ...deployment.ports, log: silent, measure: () => {}, send }
const route = { name: 'messages', dialect: dialects.messages }
const goesOn = exchange(route, { ...deployment, ports })

/** Of an environment that remembers nothing of what it has read, and finds what the others have left until now. */
const atFirstSight = () =>
  exchange(route, {
    ...deployment,
    ports: { ...ports, chains: rememberedChains(memoryChains(new Map(records)), 0) },
    prefixes: readPrefixes(randomBytes(32), 0),
  })

let requests = 0
const played = async (body: string, pipeline = goesOn): Promise<Sample> => {
  requests += 1
  const receivedAt = Date.now()
  const heap = heapBytes()
  const since = performance.now()
  const reply = await pipeline({
    id: String(requests).padStart(26, '0'),
    receivedAt,
    method: 'POST',
    path: '/provider-a/v1/messages',
    query: '',
    headers: {
      'x-service-auth-token': secret,
      'x-api-key': 'sk-upstream-of-the-bench',
      'content-type': 'application/json',
    },
    body,
    deadline: receivedAt + 600_000,
  })
  const { at, bytes, heap: heapThen } = sent
  if (typeof reply.body !== 'string') for await (const _chunk of reply.body);
  await reply.settle('whole')
  return { milliseconds: at - since, forwardedBytes: bytes, heapBytes: heapThen - heap }
}

interface Samples {
  readonly known: readonly Sample[]
  readonly firstSight: readonly Sample[]
  /** Milliseconds in which a function's runtime parses the event with such a body, before the handler is called. */
  readonly platform: readonly number[]
  /** Milliseconds of what nobody leaves out who reads such a body and recognises it: its bytes, their values, a digest, and a copy to be sent. */
  readonly least: readonly number[]
}

const leastOf = (body: string): number => {
  const since = performance.now()
  const bytes = utf8Of(body)
  scanBody(bytes, mostValues, undefined, body)
  hash('sha256', bytes)
  Buffer.from(bytes)
  return performance.now() - since
}

const parsedByPlatform = (body: string): number => {
  const event = JSON.stringify({ rawPath: '/provider-a/v1/messages', headers: {}, body, isBase64Encoded: false })
  const since = performance.now()
  JSON.parse(event)
  return performance.now() - since
}

/** After so many turns another conversation goes on from the same body. */
const turnsInAll = 16
/** None has the calls of another: what was said last would be the same. */
let conversations = 0

/** Each body twice: as it goes on, turn by turn, and as if it were the first of its conversation in this environment. */
const sampled = async ({ fresh }: Pick<BodyTemplate, 'fresh'>): Promise<Samples> => {
  const samples = { known: [] as Sample[], firstSight: [] as Sample[], platform: [] as number[], least: [] as number[] }
  const textOf = (number: number): string => fresh(100_000 + number).toString('utf8')
  const beginning = atFirstSight()
  for (let number = 0; number < warmUp + counted; number += 1) {
    const turn = number % turnsInAll
    const conversation = textOf(2 * (number - turn))
    if (turn === 0) {
      conversations += 1
      await played(conversation)
    }
    await wait(1)
    const known = await played(wentOn(conversation, conversations, turn + 1))
    await wait(1)
    const firstSight = await played(textOf(2 * number + 1), beginning)
    await wait(1)
    if (number < warmUp) continue
    samples.known.push(known)
    samples.firstSight.push(firstSight)
    samples.platform.push(parsedByPlatform(textOf(0)))
    samples.least.push(leastOf(textOf(2 * number)))
  }
  return samples
}

/** The next request of a session that is remembered. A busy machine may decide too late: then another one is. */
const rememberedSession = async (): Promise<ReturnType<typeof nextRequest>> => {
  for (let session = 1; session <= mostSessions; session += 1) {
    for (const { bytes, isCached } of earlierRequests(16, session)) {
      answer = isCached ? answers.cached : answers.uncached
      await played(bytes.toString('utf8'))
      await wait(betweenTurnsMilliseconds)
    }
    const next = nextRequest(session)
    const { forwardedBytes } = await played(next.bytes.toString('utf8'))
    if (forwardedBytes < shorterThan * next.bytes.length) return next
  }
  throw new Error('The session is not remembered.')
}

const small = smallBody(true)
announce(
  {},
  {
    small: () => sampled({ fresh: () => small }),
    plain: () => sampled(messagesBody({ results: 10, kind: 'plain', charactersPerResult: 19_600 })),
    pretty: () => sampled(messagesBody({ results: 10, kind: 'pretty', charactersPerResult: 15_800 })),
    'plain-2mb': () => sampled(messagesBody({ results: 100, kind: 'plain', charactersPerResult: 19_600 })),
    'coloured-2mb': () => sampled(messagesBody({ results: 100, kind: 'coloured', charactersPerResult: 19_600 })),
    'pretty-2mb': () => sampled(messagesBody({ results: 100, kind: 'pretty', charactersPerResult: 15_800 })),
    ...Object.fromEntries(
      axes.flatMap(({ steps }) => steps).map(({ question, body }) => [question, () => sampled(body())]),
    ),
    'chain-hit': async () => sampled(await rememberedSession()),
  },
)
