// Made-up conversations: an agent continues, forks, retries and edits, replicas come and go, the table and the compressor
// fail, and the provider caches. A token is a character.

import fc from 'fast-check'
import type { CompactionPolicy } from '../../core/access/policy.ts'
import { rememberedChains } from '../../core/chain/remembered-chains.ts'
import type { ChainStore, StoredRecord } from '../../core/chain/store.ts'
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

/** What fails during one request. */
export const faults = ['none', 'read-fails', 'put-fails', 'crash', 'compressor-dead', 'restart'] as const
export type Fault = (typeof faults)[number]

export interface Event {
  /** `race`: two simultaneous requests, on two replicas, that continue the same turn. */
  readonly act: 'go-on' | 'fork' | 'retry' | 'edit' | 'race'
  /** The conversation, modulo the number of conversations so far. */
  readonly which: number
  readonly pauseMilliseconds: number
  readonly replica: 0 | 1
  readonly fault: Fault
  /** Characters of the next tool result. */
  readonly size: number
  readonly pretty: boolean
}

const minute = 60_000
/** Most pauses are short; some outlive the cache. */
const pause = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1_000, max: 2 * minute }) },
  { weight: 1, arbitrary: fc.integer({ min: 4 * minute, max: 7 * minute }) },
  { weight: 1, arbitrary: fc.integer({ min: 7 * minute, max: 600 * minute }) },
)

export const eventOf = (acts: readonly Event['act'][], wrong: readonly Fault[]): fc.Arbitrary<Event> =>
  fc.record({
    act: fc.constantFrom(...acts),
    which: fc.nat(20),
    pauseMilliseconds: pause,
    replica: fc.constantFrom(0 as const, 1 as const),
    fault: fc.oneof(
      { weight: 3, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    ),
    size: fc.integer({ min: 10, max: 6_000 }),
    pretty: fc.boolean(),
  })

type Turn = readonly [string, string]

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

let serial = 0
/** A turn: the model calls a tool, the tool answers. No two texts are equal. */
const newTurn = ({ size, pretty }: Event): Turn => {
  serial += 1
  const id = `t${serial}`
  const words = Array.from({ length: Math.ceil(size / 8) }, (_, index) => `w${serial}x${index}`)
  const text = pretty ? JSON.stringify({ words }, null, 2) : words.join(' ')
  return [
    JSON.stringify({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'lookup', input: {} }] }),
    JSON.stringify({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: text, cache_control: { type: 'ephemeral' } }],
    }),
  ]
}

export const opening = '{"model":"claude-opus-5","messages":['
/** Long enough that every prompt is cached. */
export const firstMessage = `{"role":"user","content":"go ${'on '.repeat(1_200)}"}`

const bodyOf = (turns: readonly Turn[]): string => `${opening}${[firstMessage, ...turns.flat()].join(',')}]}`

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

/** Plays the events in order. `watched`: another replica reads along, which doubles the time. */
export const live = async (events: readonly Event[], policy: CompactionPolicy, watched = false): Promise<Life> => {
  const records = new Map<string, StoredRecord>()
  const table = memoryChains(records)
  const ours: CachingProvider = cachingProvider()
  const untouched: CachingProvider = cachingProvider()
  let now = noon
  let fault: Fault = 'none'
  const usages = new Map<string, CacheUsage>()

  const store: ChainStore = {
    find: (heads, at) => (fault === 'read-fails' ? unreachable() : table.find(heads, at)),
    put: (head, record) => (fault === 'put-fails' ? unreachable() : table.put(head, record)),
    touch: (head, at) => (fault === 'put-fails' ? unreachable() : table.touch(head, at)),
  }
  const replica = (): ServiceInMemory =>
    serviceInMemory({
      account: { compaction: policy },
      upstream: (outbound) => {
        const usage = ours.usage(String(outbound.body), now)
        usages.set(String(outbound.body), usage)
        return upstreamAnswer(200, [JSON.stringify({ usage })])
      },
      compressor: (request, signal) => {
        if (fault === 'compressor-dead') throw new Error('made up')
        return request.engine === losslessVersion ? countLossless(request, signal) : halvingCompressor(request, signal)
      },
      ports: { chains: rememberedChains(store), now: () => now },
      arrivalMilliseconds: 60_000,
    })
  const replicas = [replica(), replica()]
  const pipelineOf = (service: ServiceInMemory) =>
    exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)

  /** What a third replica forwards; it writes nothing. */
  const peek = async (body: string): Promise<string> => {
    const service = serviceInMemory({
      account: { compaction: policy },
      ports: { chains: rememberedChains({ ...store, put: async () => 'kept', touch: async () => {} }), now: () => now },
      arrivalMilliseconds: 60_000,
    })
    await pipelineOf(service)({ ...service.request({ body }), receivedAt: now })
    return String(service.sent[0]?.body)
  }

  const send = async (event: Event, turns: readonly Turn[], which: 0 | 1): Promise<Played> => {
    const service = replicas[which]
    if (service === undefined) throw new Error('no such replica')
    const body = bodyOf(turns)
    const elsewhere = watched ? await peek(body) : undefined
    const [sentBefore, lostBefore] = [service.sent.length, service.counted.length]
    const id = `exchange-${++serial}`
    const reply = await pipelineOf(service)({ ...service.request({ body }), receivedAt: now, id })
    const forwarded = String(service.sent[sentBefore]?.body)
    // A killed environment writes neither receipt nor record.
    if (event.fault === 'crash') for await (const _ of reply.body);
    else await received(reply)
    const usage = usages.get(forwarded)
    if (usage === undefined) throw new Error('nothing was sent')
    return {
      event,
      body,
      forwarded,
      ...(elsewhere === undefined ? {} : { elsewhere }),
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
    now += event.pauseMilliseconds
    fault = event.fault
    const at = event.which % conversations.length
    const known = conversations[at] ?? []
    let turns = [...known]
    if (event.act === 'fork') turns = known.slice(0, Math.ceil(known.length / 2))
    if (event.act === 'edit' && known.length > 1) turns = [newTurn(event), ...known.slice(1)]
    if (event.act !== 'retry') turns.push(newTurn(event))
    if (event.act === 'fork') conversations.push(turns)
    else conversations[at] = turns
    if (event.fault === 'restart') replicas[event.replica] = replica()
    const sending = [send(event, turns, event.replica)]
    if (event.act === 'race') {
      const other = [...known, newTurn(event)]
      conversations.push(other)
      sending.push(send(event, other, event.replica === 0 ? 1 : 0))
    }
    played.push(...(await Promise.all(sending)))
    if (event.fault === 'crash') replicas[event.replica] = replica()
  }
  return { played, ours: ours.paid(), direct: untouched.paid(), records }
}
