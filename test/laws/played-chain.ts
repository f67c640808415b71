// Plays made-up conversations: replicas come and go, the table and the compressor fail, and the provider caches. A token is a
// character.

import { setImmediate } from 'node:timers/promises'
import type { CompactionPolicy } from '../../core/access/policy.ts'
import { ofRest } from '../../core/chain/identity/identity.ts'
import { rememberedChains } from '../../core/chain/record/remembered-chains.ts'
import type { ChainStore, StoredRecord } from '../../core/chain/record/store.ts'
import { defined } from '../../core/collections/defined.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange/exchange.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { losslessSpans, losslessVersion } from '../../core/lossless/lossless.ts'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { sliceSpans } from '../../core/text/spans.ts'
import { memoryChains } from '../../testkit/memory/chains.ts'
import {
  type AnswerCompression,
  halvingCompressor,
  noon,
  received,
  type ServiceInMemory,
  serviceInMemory,
  upstreamAnswer,
} from '../../testkit/memory/service-in-memory.ts'
import { type CacheUsage, type CachingProvider, cachingProvider } from '../../testkit/provider/caching-provider.ts'
import { bodyOf, type Event, type Fault, type Turn, turnsOf } from './chain-events.ts'

/** One request and what came of it. */
export interface Played {
  readonly event: Event
  readonly body: string
  readonly forwarded: string
  /** What another replica forwards for the same request, reading the same table; only if one watches. */
  readonly elsewhere?: string
  readonly receipt: Receipt | undefined
  /** The metrics count its record as lost. */
  readonly recordLost: boolean
  readonly at: number
  /** Its turns. */
  readonly turns: readonly Turn[]
  /** What the provider reports for the forwarded body, and for the original body sent directly. */
  readonly usage: CacheUsage
  readonly direct: CacheUsage
}

export interface Life {
  readonly played: readonly Played[]
  readonly ours: number
  readonly direct: number
  readonly records: ReadonlyMap<string, StoredRecord>
}

/** An engine that only counts what the lossless depth saves. */
const countLossless: AnswerCompression = ({ texts }) => ({
  engine_version: losslessVersion,
  results: texts.map((text) => {
    const kept = losslessSpans(text)
    if (kept === undefined) return { abstained: 'saving-under-floor' as const, tokens_before: text.length }
    const after = sliceSpans(text, kept).length
    return {
      kept: kept.map(([start, end]): [number, number] => [start, end]),
      tokens_before: text.length,
      tokens_after: after,
      rate_reached: 0,
      floor_reached: false,
    }
  }),
})

const unreachable = async (): Promise<never> => {
  throw new StoreUnreachable('made up')
}

/** Milliseconds that the platform gives a request. */
const patience = 900_000

/** What holds while a request is sent. */
interface Moment {
  now: number
  fault: Fault
}

const storeOver = (table: ChainStore, moment: Moment): ChainStore => ({
  find: (heads, at) => (moment.fault === 'read-fails' ? unreachable() : table.find(heads, at)),
  put: (...record) => (moment.fault === 'put-fails' ? unreachable() : table.put(...record)),
  touch: (head, at) => (moment.fault === 'put-fails' ? unreachable() : table.touch(head, at)),
  use: (conversation) => (moment.fault === 'read-fails' ? unreachable() : table.use(conversation)),
  claim: (...claim) => (moment.fault === 'read-fails' ? unreachable() : table.claim(...claim)),
  note: (...use) => (moment.fault === 'put-fails' ? unreachable() : table.note(...use)),
})

const compressorAt =
  (moment: Moment): AnswerCompression =>
  (request, signal) => {
    if (moment.fault === 'compressor-dead') throw new Error('made up')
    return request.engine === losslessVersion ? countLossless(request, signal) : halvingCompressor(request, signal)
  }

const pipelineOf = (service: ServiceInMemory) =>
  exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)

/** Replicas over one table, and a provider that caches what they forward. */
const openScene = (policy: CompactionPolicy) => {
  const records = new Map<string, StoredRecord>()
  const moment: Moment = { now: noon, fault: 'none' }
  const store = storeOver(memoryChains(records), moment)
  const provider: CachingProvider = cachingProvider()
  const usages = new Map<string, CacheUsage>()
  const common = { account: { compaction: policy }, arrivalMilliseconds: 60_000 }
  const portsOver = (chains: ChainStore) => ({
    chains: rememberedChains(chains),
    now: () => moment.now,
    // However busy the machine is, nothing here takes too long.
    elapsed: () => 0,
    alarm: () => ({ signal: new AbortController().signal, clear: () => {} }),
  })

  const replica = (): ServiceInMemory =>
    serviceInMemory({
      ...common,
      upstream: (outbound) => {
        const usage = provider.usage(String(outbound.body), moment.now)
        usages.set(String(outbound.body), usage)
        return upstreamAnswer(200, [JSON.stringify({ usage })])
      },
      compressor: compressorAt(moment),
      ports: portsOver(store),
    })

  /** What a further replica forwards; it writes nothing but its word about a rest. */
  const peek = async (body: string): Promise<string> => {
    const put: ChainStore['put'] = async (head, record) => (head.startsWith(ofRest) ? store.put(head, record) : 'kept')
    const readOnly: ChainStore = { ...store, put, touch: async () => {}, note: async () => {} }
    const service = serviceInMemory({ ...common, ports: portsOver(readOnly) })
    await pipelineOf(service)({ ...service.request({ body }), receivedAt: moment.now, deadline: moment.now + patience })
    return String(service.sent[0]?.body)
  }
  return {
    records,
    moment,
    provider,
    usages,
    replica,
    peek,
    replicas: [replica(), replica()] as [ServiceInMemory, ServiceInMemory],
  }
}

/** Plays the events in order. `watched`: another replica reads along, which doubles the time. */
export const live = async (events: readonly Event[], policy: CompactionPolicy, watched = false): Promise<Life> => {
  const { records, moment, provider, usages, replica, peek, replicas } = openScene(policy)
  const untouched: CachingProvider = cachingProvider()
  let exchanges = 0

  const send = async (event: Event, turns: readonly Turn[], which: 0 | 1): Promise<Played> => {
    const service = replicas[which]
    const { now } = moment
    const body = bodyOf(turns)
    const elsewhere = watched ? await peek(body) : undefined
    const [sentBefore, lostBefore] = [service.sent.length, service.counted.length]
    exchanges += 1
    const id = `exchange-${exchanges}`
    const reply = await pipelineOf(service)({
      ...service.request({ body }),
      receivedAt: now,
      deadline: now + patience,
      id,
    })
    const forwarded = String(service.sent[sentBefore]?.body)
    // A killed environment writes neither receipt nor record. What it has written as the answer began is there before the next request.
    if (event.fault === 'crash') {
      for await (const _ of reply.body);
      await setImmediate()
    } else await received(reply)
    const usage = usages.get(forwarded)
    if (usage === undefined) throw new Error('nothing was sent')
    return {
      event,
      body,
      forwarded,
      ...defined({ elsewhere }),
      receipt: [...service.receipts.values()].find(({ exchangeId }) => exchangeId === id),
      recordLost: service.counted.slice(lostBefore).includes('RecordLost'),
      at: now,
      turns,
      usage,
      direct: untouched.usage(body, now),
    }
  }

  const conversations: Turn[][] = [[]]
  const played: Played[] = []
  for (const event of events) {
    moment.now += event.pauseMilliseconds
    moment.fault = event.fault
    const [turns = [], other] = turnsOf(event, conversations)
    if (event.fault === 'restart') replicas[event.replica] = replica()
    const sending = [send(event, turns, event.replica)]
    if (other !== undefined) sending.push(send(event, other, event.replica === 0 ? 1 : 0))
    played.push(...(await Promise.all(sending)))
    if (event.fault === 'crash') replicas[event.replica] = replica()
  }
  return { played, ours: provider.paid(), direct: untouched.paid(), records }
}
