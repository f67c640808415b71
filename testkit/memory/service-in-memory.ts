// A whole service in memory: the real pipeline, real policies, memory stores, and an upstream and a compressor that a test scripts.

import { setImmediate } from 'node:timers/promises'
import { setAlarm } from '../../adapters/process/alarm.ts'
import type { Account, ServiceKey } from '../../core/access/account.ts'
import { newAccount, newServiceKey } from '../../core/access/keys/issue.ts'
import { exchangesUnderWay } from '../../core/access/limits/under-way.ts'
import { readPrefixes } from '../../core/chain/identity/read-prefixes.ts'
import { rememberedChains } from '../../core/chain/record/remembered-chains.ts'
import { defined } from '../../core/collections/defined.ts'
import { backgroundSlots } from '../../core/compaction/background/background-slots.ts'
import { decisionMemory } from '../../core/compaction/decision/memory.ts'
import type { CompressionReply, CompressionRequest } from '../../core/compressor/contract.ts'
import type { Deployment } from '../../core/exchange/deployment.ts'
import { meterMemory } from '../../core/exchange/meter/meter.ts'
import type { Ports } from '../../core/exchange/ports.ts'
import type { Inbound } from '../../core/http/inbound.ts'
import type { Reply } from '../../core/http/reply.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Measurements } from '../../core/metrics/measure.ts'
import { splitsCharacter } from '../../core/text/spans.ts'
import { upstreamOrigins } from '../../core/upstream/origins.ts'
import type { Outbound } from '../../core/upstream/outbound.ts'
import type { UpstreamResponse } from '../../core/upstream/send.ts'
import { memoryAccounts } from './accounts.ts'
import { memoryChains } from './chains.ts'
import { memoryCounters } from './counters.ts'
import { memoryKeys } from './keys.ts'
import { memoryLedger } from './ledger.ts'

export type AnswerUpstream = (outbound: Outbound, signal: AbortSignal) => UpstreamResponse | Promise<UpstreamResponse>
export type AnswerCompression = (
  request: CompressionRequest,
  signal: AbortSignal,
) => CompressionReply | Promise<CompressionReply>

/** An upstream answer whose body arrives in these chunks; a thrown chunk breaks it there. */
export const upstreamAnswer = (
  status: number,
  chunks: readonly (string | Uint8Array | Error)[],
  headers: UpstreamResponse['headers'] = [['content-type', 'application/json']],
): UpstreamResponse => ({
  status,
  headers,
  body: (async function* () {
    for (const chunk of chunks) {
      if (chunk instanceof Error) throw chunk
      yield Buffer.from(chunk)
    }
  })(),
})

/** A compressor that drops the second half of every text of four characters or more, a token a character. */
export const halvingCompressor: AnswerCompression = ({ engine, texts }) => ({
  engine_version: `${engine}.0.0`,
  results: texts.map((text) => {
    const middle = Math.ceil(text.length / 2)
    const half = splitsCharacter(text, middle) ? middle + 1 : middle
    return text.length < 4
      ? { abstained: 'too-short' as const, tokens_before: text.length }
      : {
          kept: [[0, half] as [number, number]],
          tokens_before: text.length,
          tokens_after: half,
          rate_reached: 0.5,
          floor_reached: false,
        }
  }),
})

/** What the service did. */
interface Seen {
  readonly receipts: Map<string, Receipt>
  readonly sent: Outbound[]
  readonly asked: CompressionRequest[]
  readonly logged: { level: string; message: string; fields: Readonly<Record<string, unknown>> }[]
  readonly counted: string[]
  readonly measured: Measurements[]
}

/** Who may call. */
interface Caller {
  readonly account: Account
  readonly key: ServiceKey
  readonly secret: string
}

export interface ServiceInMemory extends Seen, Caller {
  readonly deployment: Deployment
  request(change?: Partial<Omit<Inbound, 'headers'>> & { headers?: Record<string, string | undefined> }): Inbound
}

export interface ServiceInMemoryOptions {
  readonly account?: Partial<Account>
  readonly key?: Partial<ServiceKey>
  readonly upstream?: AnswerUpstream
  readonly compressor?: AnswerCompression
  readonly available?: readonly string[]
  readonly ports?: Partial<Ports>
  readonly arrivalMilliseconds?: number
  /** Exchanges of one account at the same time. */
  readonly underWay?: number
  readonly trustedForOverrides?: readonly string[]
}

/** Noon of a day in 2026. */
export const noon = Date.UTC(2026, 10, 20, 12)

const callerOf = (options: ServiceInMemoryOptions): Caller => {
  const account: Account = {
    ...newAccount('acme', 'organization', new Uint8Array(32).fill(7), noon),
    apiAccess: true,
    entitlements: ['proxy', 'compress', 'upstreamOverride'],
    ...options.account,
  }
  const { key, secret } = newServiceKey(account.accountId, new Uint8Array(32).fill(9), noon)
  return { account, key: { ...key, ...options.key }, secret }
}

const portsOf = (options: ServiceInMemoryOptions, { account, key }: Caller, seen: Seen): Ports => {
  const { upstream = () => upstreamAnswer(200, ['{"ok":true}']), compressor = halvingCompressor } = options
  const log = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) => {
    seen.logged.push({ level, message, fields })
  }
  return {
    keys: memoryKeys(new Map([[key.keyHash, key]])),
    accounts: memoryAccounts(new Map([[account.accountId, account]])),
    counters: memoryCounters(),
    ledger: memoryLedger(seen.receipts),
    chains: rememberedChains(memoryChains()),
    compressor: {
      available: options.available ?? ['helene-1', 'adeline-1'],
      async compress(request, signal) {
        seen.asked.push(request)
        return compressor(request, signal)
      },
    },
    async send(outbound, signal) {
      seen.sent.push(outbound)
      return upstream(outbound, signal)
    },
    log: { info: log('info'), warn: log('warn'), error: log('error') },
    count: (name) => seen.counted.push(name),
    measure: (measurements) => seen.measured.push(measurements),
    trace: () => {},
    now: () => noon,
    elapsed: () => performance.now(),
    alarm: setAlarm,
    turn: setImmediate,
    rest: setImmediate,
    ...options.ports,
  }
}

/** A request of the messages dialect with this key, as a change wants it. A header that is `undefined` is not sent. */
const requestWith =
  (secret: string): ServiceInMemory['request'] =>
  ({ headers = {}, ...change } = {}) => ({
    id: '01KAGFZ0000000000000000000',
    receivedAt: noon,
    method: 'POST',
    path: '/provider-a/v1/messages',
    query: '',
    body: '{"model":"claude-sonnet-4-5","messages":[]}',
    deadline: noon + 900_000,
    ...change,
    headers: defined<Record<string, string | undefined>>({
      'x-service-auth-token': secret,
      'content-type': 'application/json',
      'x-api-key': 'sk-upstream-0001',
      ...headers,
    }),
  })

export const serviceInMemory = (options: ServiceInMemoryOptions = {}): ServiceInMemory => {
  const seen: Seen = { receipts: new Map(), sent: [], asked: [], logged: [], counted: [], measured: [] }
  const caller = callerOf(options)
  return {
    ...seen,
    ...caller,
    deployment: {
      ports: portsOf(options, caller, seen),
      underWay: exchangesUnderWay(options.underWay),
      origins: upstreamOrigins({
        cachingAsProvider: [],
        defaults: { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com/v1' },
        trustedForDefaults: [],
        trustedForOverrides: options.trustedForOverrides ?? [],
      }),
      memory: decisionMemory(),
      prefixes: readPrefixes(new Uint8Array(32).fill(5)),
      backgroundSlots: backgroundSlots(),
      meterMemory: meterMemory(),
      arrivalMilliseconds: options.arrivalMilliseconds ?? 500,
    },
    request: requestWith(caller.secret),
  }
}

/** For what asks no clock how long it takes: nothing is cut, and nothing is logged. */
export const unhurried: Pick<Ports, 'alarm' | 'log'> = {
  alarm: (milliseconds) => ({
    signal: milliseconds <= 0 ? AbortSignal.abort() : new AbortController().signal,
    clear: () => {},
  }),
  log: { info: () => {}, warn: () => {}, error: () => {} },
}

/** The reply's whole body, settled as the handler would settle it. */
export const received = async (reply: Reply): Promise<string> => {
  if (typeof reply.body === 'string') {
    await reply.settle('whole')
    return reply.body
  }
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of reply.body) chunks.push(chunk)
  } catch (error) {
    await reply.settle('cut')
    throw error
  }
  await reply.settle('whole')
  return Buffer.concat(chunks).toString('utf8')
}
