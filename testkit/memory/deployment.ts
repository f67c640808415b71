// A whole deployment in memory: real line, real policies, memory stores, and an upstream and a compressor that a test scripts.

import { setAlarm } from '../../adapters/alarm.ts'
import type { Account, ServiceKey } from '../../core/access/account.ts'
import { newAccount, newServiceKey } from '../../core/access/issue.ts'
import { rememberedChains } from '../../core/chain/remembered-chains.ts'
import { backgroundSlots } from '../../core/compaction/background-slots.ts'
import { decisionMemory } from '../../core/compaction/memory.ts'
import type { Compressor } from '../../core/compressor/compressor.ts'
import type { CompressionReply, CompressionRequest } from '../../core/compressor/contract.ts'
import type { Deployment } from '../../core/exchange/deployment.ts'
import type { Ports } from '../../core/exchange/ports.ts'
import type { Headers, Inbound } from '../../core/http/inbound.ts'
import type { Reply } from '../../core/http/reply.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import type { Measurements } from '../../core/metrics/measure.ts'
import type { Log } from '../../core/runtime/log.ts'
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
    const half = Math.ceil(text.length / 2)
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

export interface World {
  readonly deployment: Deployment
  readonly account: Account
  readonly key: ServiceKey
  readonly secret: string
  readonly receipts: Map<string, Receipt>
  readonly sent: Outbound[]
  readonly asked: CompressionRequest[]
  readonly logged: { level: string; message: string; fields: Readonly<Record<string, unknown>> }[]
  readonly counted: string[]
  readonly measured: Measurements[]
  request(change?: Partial<Omit<Inbound, 'headers'>> & { headers?: Record<string, string | undefined> }): Inbound
}

export interface WorldOptions {
  readonly account?: Partial<Account>
  readonly key?: Partial<ServiceKey>
  readonly upstream?: AnswerUpstream
  readonly compressor?: AnswerCompression
  readonly available?: readonly string[]
  readonly ports?: Partial<Ports>
  readonly arrivalMilliseconds?: number
  readonly trustedForOverrides?: readonly string[]
}

/** Noon of a day in 2026. */
export const noon = Date.UTC(2026, 10, 20, 12)

export const world = (options: WorldOptions = {}): World => {
  const account: Account = {
    ...newAccount('acme', 'organization', new Uint8Array(32).fill(7), noon),
    apiAccess: true,
    entitlements: ['proxy', 'compress', 'upstreamOverride'],
    ...options.account,
  }
  const issued = newServiceKey(account.accountId, new Uint8Array(32).fill(9), noon)
  const key = { ...issued.key, ...options.key }
  const receipts = new Map<string, Receipt>()
  const sent: Outbound[] = []
  const asked: CompressionRequest[] = []
  const logged: World['logged'] = []
  const counted: string[] = []
  const measured: Measurements[] = []
  const log = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) => {
    logged.push({ level, message, fields })
  }
  const compressor: Compressor = {
    available: options.available ?? ['helene-1', 'adeline-1'],
    async compress(request, signal) {
      asked.push(request)
      return (options.compressor ?? halvingCompressor)(request, signal)
    },
  }
  const ports: Ports = {
    keys: memoryKeys(new Map([[key.keyHash, key]])),
    accounts: memoryAccounts(new Map([[account.accountId, account]])),
    counters: memoryCounters(),
    ledger: memoryLedger(receipts),
    chains: rememberedChains(memoryChains()),
    compressor,
    async send(outbound, signal) {
      sent.push(outbound)
      return (options.upstream ?? (() => upstreamAnswer(200, ['{"ok":true}'])))(outbound, signal)
    },
    log: { info: log('info'), warn: log('warn'), error: log('error') } satisfies Log,
    count: (name) => counted.push(name),
    measure: (measurements) => measured.push(measurements),
    trace: () => {},
    now: () => noon,
    elapsed: () => performance.now(),
    alarm: setAlarm,
    ...options.ports,
  }
  return {
    deployment: {
      ports,
      origins: upstreamOrigins({
        defaults: { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com/v1' },
        trustedForDefaults: [],
        trustedForOverrides: options.trustedForOverrides ?? [],
      }),
      memory: decisionMemory(),
      backgroundSlots: backgroundSlots(),
      arrivalMilliseconds: options.arrivalMilliseconds ?? 500,
    },
    account,
    key,
    secret: issued.secret,
    receipts,
    sent,
    asked,
    logged,
    counted,
    measured,
    request({ headers = {}, ...change } = {}) {
      const all: Record<string, string | undefined> = {
        'x-service-auth-token': issued.secret,
        'content-type': 'application/json',
        'x-api-key': 'sk-upstream-0001',
        ...headers,
      }
      return {
        id: '01KAGFZ0000000000000000000',
        receivedAt: noon,
        method: 'POST',
        path: '/provider-a/v1/messages',
        query: '',
        body: '{"model":"claude-sonnet-4-5","messages":[]}',
        deadline: noon + 900_000,
        ...change,
        headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Headers,
      }
    },
  }
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
