// A conversation of a thousand messages through the pipeline, with its records in DynamoDB: how often the table is asked,
// how large a record is, and that no request waits for the table beyond its deadline.

import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dynamoChains } from '../../adapters/dynamo/chains/chains.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { headsOf } from '../../core/chain/identity/identity.ts'
import { decodeState, encodeState } from '../../core/chain/record/codec.ts'
import { rememberedChains } from '../../core/chain/record/remembered-chains.ts'
import type { ChainState } from '../../core/chain/record/state.ts'
import type { ChainStore } from '../../core/chain/record/store.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { scanJson } from '../../core/json/scan.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { hearing } from '../../testkit/hearing.ts'
import { listen } from '../../testkit/listen.ts'
import {
  type AnswerCompression,
  noon,
  received,
  type ServiceInMemory,
  serviceInMemory,
} from '../../testkit/memory/service-in-memory.ts'
import { chainState } from '../core/chain/states.ts'
import { messages } from '../core/exchange/exchanging.ts'
import { everyItem, type Item } from '../laws/text-in-tables.ts'
import { testDynamo } from './dynamo-stores.ts'

const minute = 60_000
const patience = { readMilliseconds: 10_000, writeMilliseconds: 10_000 }

let embedded: EmbeddedDynamo
const opened: Dynamo[] = []
beforeAll(async () => {
  embedded = await openEmbeddedDynamo()
})
afterAll(async () => {
  for (const dynamo of opened) dynamo.close()
  await embedded.close()
})

/** A table for one test, and the commands that it receives. */
const newTable = async (name: string): Promise<{ readonly dynamo: Dynamo; readonly asked: string[] }> => {
  const client = testDynamo(embedded.endpoint, `${name}-`)
  opened.push(client)
  await createTables(client)
  const asked: string[] = []
  return { dynamo: hearing(client, ({ operation }) => asked.push(operation)), asked }
}

/** Keeps every second line. */
const halfOfTheLines: AnswerCompression = ({ engine, texts }) => ({
  engine_version: `${engine}.0.0`,
  results: texts.map((text) => {
    const kept: [number, number][] = []
    let start = 0
    for (const [index, line] of text.split('\n').entries()) {
      if (index % 2 === 0) kept.push([start, Math.min(text.length, start + line.length + 1)])
      start += line.length + 1
    }
    const after = kept.reduce((sum, [from, to]) => sum + to - from, 0)
    return { kept, tokens_before: text.length, tokens_after: after, rate_reached: 0.5, floor_reached: false }
  }),
})

const replica = (store: ChainStore): ServiceInMemory =>
  serviceInMemory({ compressor: halfOfTheLines, ports: { chains: rememberedChains(store) } })

/** Lines of unpredictable lengths: a record that compresses well would prove nothing about its size. */
const resultOf = (turn: number, { lines, longest }: Shape): string =>
  Array.from({ length: lines }, (_, line) => {
    const mixed = Math.imul(turn * 4_001 + line + 1, 0x9e3779b1)
    return 'x'.repeat(1 + ((Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8) % longest))
  }).join('\n')

interface Shape {
  readonly lines: number
  readonly longest: number
}

interface Exchanged {
  readonly id: string
  readonly content: string
}

/** Turns by the shape of their conversation: each body begins with those of the one before. */
const made = new Map<Shape, Exchanged[]>()

const exchangedIn = (turns: number, shape: Shape): readonly Exchanged[] => {
  const known = made.get(shape) ?? []
  made.set(shape, known)
  for (let turn = known.length; turn < turns; turn += 1) known.push({ id: `t${turn}`, content: resultOf(turn, shape) })
  return known.slice(0, turns)
}

const bodyAfter = (turns: number, shape: Shape): string => {
  const exchanged = exchangedIn(turns, shape).map(({ id, content }, turn) => {
    const marker = turn === turns - 1 ? { cache_control: { type: 'ephemeral' } } : {}
    return [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'lookup', input: { turn } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...marker }] },
    ]
  })
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: 'go' }, ...exchanged.flat()],
  })
}

const send = async (service: ServiceInMemory, body: string, receivedAt: number): Promise<Receipt | undefined> => {
  await received(await messages(service, { body, receivedAt, id: `exchange-${receivedAt}` }))
  return [...service.receipts.values()].at(-1)
}

const ownHead = (service: ServiceInMemory, body: string): string | undefined => {
  const tape = scanJson(body)
  return (
    tape &&
    headsOf(atOnce(dialects.messages.read(tape)), service.account.chainSecret, 'claude-sonnet-4-5 api.anthropic.com')
      ?.own.key
  )
}

/** The state in the record of this request. */
const stateAfter = async (
  service: ServiceInMemory,
  store: ChainStore,
  body: string,
  now: number,
): Promise<ChainState> => {
  const found = await store.find([ownHead(service, body) ?? ''], now)
  if (found === undefined) throw new Error('there is no record')
  return decodeState(found.state)
}

/** The size of an item as DynamoDB counts it: names and values, with at most 21 bytes for a number. */
const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => {
    const bytes = value instanceof Uint8Array ? value.length : typeof value === 'string' ? value.length : 21
    return sum + name.length + bytes
  }, 0)

const turns = 500
const shape = { lines: 30, longest: 60 }
/** For one record of a thousand messages with all decisions. A write unit covers a kilobyte or a part of one. */
const mostWriteUnits = 20

describe('a conversation of a thousand messages', () => {
  it('takes one write per request, one read if another replica wrote its record, and few write units', async () => {
    const { dynamo, asked } = await newTable('long')
    const store = dynamoChains(dynamo, patience)
    const [one, other] = [replica(store), replica(store)]
    let now = noon
    const next = async (service: ServiceInMemory, turn: number): Promise<Receipt | undefined> => {
      now += 1_000
      asked.length = 0
      return send(service, bodyAfter(turn, shape), now)
    }
    for (let turn = 12; turn < turns; turn += 16) await next(one, turn)
    // After this pause nothing is cached, so every decision is applied.
    now += 10 * minute

    for (let turn = turns - 7; turn <= turns; turn += 1) {
      const receipt = await next(turn % 2 === 0 ? other : one, turn)
      if (turn > turns - 7) expect(asked).toEqual(['GetItem', 'PutItem'])
      expect(receipt?.outcome).toBe('compacted')
      expect(receipt?.segmentsCompacted).toBeGreaterThan(turns - 30)
    }

    const last = bodyAfter(turns, shape)
    const { segments } = await stateAfter(one, store, last, now)
    expect(segments).toHaveLength(turns)
    expect(segments.every(({ decision }) => decision.kind === 'shorter')).toBe(true)
    const items = await everyItem(dynamo, 'chains')
    const record = items.find(({ head }) => head === ownHead(one, last))
    expect(Math.ceil(bytesOf(record ?? {}) / 1_024)).toBeLessThanOrEqual(mostWriteUnits)

    // The replica that wrote it last does not read it.
    await next(turns % 2 === 0 ? other : one, turns + 1)
    expect(asked).toEqual(['PutItem'])
  })

  it('keeps the applied decisions of a record above 300 KB, and drops the others', async () => {
    const { dynamo } = await newTable('large')
    const store = dynamoChains(dynamo, patience)
    const service = replica(store)
    const many = { lines: 3_000, longest: 3 }
    const applied = 20
    let now = noon
    await send(service, bodyAfter(applied, many), now)
    now += 10 * minute
    // Were more turns unseen, they would count as sent past the service.
    for (let turn = applied + 1; turn < 150; turn += 6) {
      now += 1_000
      await send(service, bodyAfter(turn, many), now)
      const { segments } = await stateAfter(service, store, bodyAfter(turn, many), now)
      expect(segments.slice(0, applied).every(({ representation }) => representation === 'lossy')).toBe(true)
    }
    const { segments } = await stateAfter(service, store, bodyAfter(147, many), now)
    const waiting = segments.filter(({ representation }) => representation !== 'lossy')
    expect(waiting.length).toBeGreaterThan(16)
    expect(waiting.every(({ decision }) => decision.kind === 'pending')).toBe(true)
    expect(encodeState(chainState({ segments })).length).toBeLessThan(300_000)
  })
})

describe('a table that does not answer', () => {
  it('delays a request of a thousand messages by its deadline at most', async () => {
    const silent = await listen(createServer(), { finallyDo: onTestFinished })
    const dynamo = testDynamo(silent.origin)
    opened.push(dynamo)
    const service = replica(dynamoChains(dynamo))
    const since = performance.now()
    const reply = await messages(service, { body: bodyAfter(turns, shape) })
    expect(performance.now() - since).toBeLessThan(1_000)
    await received(reply)
    expect([...service.receipts.values()].at(-1)).toMatchObject({ outcome: 'failed-open', reason: 'chain-unavailable' })
    expect(service.counted).toEqual(['RecordLost'])
  })
})
