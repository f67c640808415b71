// Cases beyond the contract: answers of a store under pressure, and items that nobody should have written.

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ChainDeadlines, dynamoChains } from '../../../../adapters/dynamo/chains/chains.ts'
import type { ChainStore } from '../../../../core/chain/record/store.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { listen } from '../../../../testkit/listen.ts'
import { testDynamo } from '../../../contract/dynamo-stores.ts'

type TableAnswer = Readonly<Record<string, unknown>> | 'none'

/** Chains over a store that gives these answers in turn; `none`: it never answers. */
const chainsOver = async (
  answers: readonly TableAnswer[],
  deadlines: ChainDeadlines = { readMilliseconds: 2_000, writeMilliseconds: 2_000 },
): Promise<ChainStore & { readonly asked: string[] }> => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    const answer = answers[asked.length] ?? 'none'
    asked.push(String(request.headers['x-amz-target']).split('.')[1] ?? '')
    if (answer === 'none') return
    response.writeHead('__type' in answer ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify(answer))
  })
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  const dynamo = testDynamo(origin, 'p-')
  onTestFinished(dynamo.close)
  return Object.assign(dynamoChains(dynamo, deadlines), { asked })
}

const now = 1_795_000_000_000
const state = Buffer.from('a state')
const item = (head: string, more: TableAnswer & object = {}) => ({
  head: { S: head },
  state: { B: deflateRawSync(state).toString('base64') },
  lastSentAt: { N: String(now) },
  coldAt: { N: String(now + 360_000) },
  expiresAt: { N: String(now / 1000 + 2_592_000) },
  ...more,
})
const batch = (found: readonly string[], unread: readonly string[]): TableAnswer => ({
  Responses: { 'p-chains': found.map((head) => item(head)) },
  UnprocessedKeys:
    unread.length === 0
      ? {}
      : { 'p-chains': { Keys: unread.map((head) => ({ head: { S: head } })), ConsistentRead: true } },
})

describe('a conversation is read', () => {
  it('with one call if the first head has a record', async () => {
    const chains = await chainsOver([{ Item: item('a') }])
    expect(await chains.find(['a', 'b', 'c'], now)).toEqual({
      head: 'a',
      state,
      lastSentAt: now,
      coldAt: now + 360_000,
    })
    expect(chains.asked).toEqual(['GetItem'])
  })

  it('with one more call for all other heads together', async () => {
    const chains = await chainsOver([{}, batch(['c', 'b'], [])])
    expect(await chains.find(['a', 'b', 'c'], now)).toMatchObject({ head: 'b' })
    expect(chains.asked).toEqual(['GetItem', 'BatchGetItem'])
  })

  it('with one call if there is one head', async () => {
    const chains = await chainsOver([{}])
    expect(await chains.find(['a'], now)).toBeUndefined()
    expect(chains.asked).toEqual(['GetItem'])
  })

  it('even if the store left heads unread behind the deepest record that it found', async () => {
    const chains = await chainsOver([{}, batch(['b'], ['c', 'd'])])
    expect(await chains.find(['a', 'b', 'c', 'd'], now)).toMatchObject({ head: 'b' })
  })
})

describe('a conversation is not read', () => {
  it('when the store left a deeper head unread than it found', async () => {
    const chains = await chainsOver([{}, batch(['c'], ['b'])])
    await expect(chains.find(['a', 'b', 'c'], now)).rejects.toThrow(StoreUnreachable)
  })

  it('when the store found nothing and left some unread', async () => {
    const chains = await chainsOver([{}, batch([], ['c'])])
    await expect(chains.find(['a', 'b', 'c'], now)).rejects.toThrow(StoreUnreachable)
  })

  it.each([
    ['no state', { state: { S: 'secret words' } }],
    ['a state that cannot be unpacked', { state: { B: Buffer.from('secret words').toString('base64') } }],
    ['no time', { lastSentAt: { S: 'secret words' } }],
  ])('when its item has %s; the fault quotes nothing', async (_what, broken) => {
    const chains = await chainsOver([{ Item: item('a', broken) }])
    const fault = await chains.find(['a'], now).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Error)
    expect(fault).not.toBeInstanceOf(StoreUnreachable)
    expect(String(fault)).not.toContain('secret')
  })

  it('when it inflates without end', async () => {
    const bomb = deflateRawSync(Buffer.alloc(17_000_000)).toString('base64')
    const chains = await chainsOver([{ Item: item('a', { state: { B: bomb } }) }])
    await expect(chains.find(['a'], now)).rejects.toThrow(RangeError)
  })
})

describe('a conversation is written', () => {
  const taken: TableAnswer = {
    __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
    message: 'no',
  }

  it('until the table takes it, where that takes no more for a while', async () => {
    const busy = { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' }
    const refused = Array<TableAnswer>(3).fill(busy)
    const times = { lastSentAt: now, coldAt: now }
    const put = await chainsOver([...refused, {}])
    expect(await put.put('a', { state, ...times })).toBe('written')
    expect(put.asked).toHaveLength(4)
    const touched = await chainsOver([...refused, {}])
    await touched.touch('a', times)
    expect(touched.asked).toHaveLength(4)
    const noted = await chainsOver([...refused, {}])
    await noted.note('use', { usedAt: now, coldAt: now, shortened: [1] })
    expect(noted.asked).toHaveLength(4)
    // A request waits for a read, so it is tried twice and no more.
    const read = await chainsOver(refused)
    await expect(read.find(['a'], now)).rejects.toThrow(StoreUnreachable)
    expect(read.asked).toHaveLength(2)
  })

  it('with one call if it is the first', async () => {
    const chains = await chainsOver([{}])
    expect(await chains.put('a', { state, lastSentAt: now, coldAt: now })).toBe('written')
    expect(chains.asked).toEqual(['PutItem'])
  })

  it('with one more call if it is not the first, whether the first is warm for longer or not', async () => {
    for (const second of [{}, taken]) {
      const chains = await chainsOver([taken, second])
      expect(await chains.put('a', { state, lastSentAt: now, coldAt: now })).toBe('kept')
      expect(chains.asked).toEqual(['PutItem', 'UpdateItem'])
    }
  })

  it('not at all if it is larger than an item may be, and an error says so', async () => {
    const chains = await chainsOver([])
    await expect(chains.put('a', { state: randomBytes(400_001), lastSentAt: now, coldAt: now })).rejects.toThrow(
      /^A conversation's record of 400\d{3} bytes is larger than the table takes\.$/,
    )
    expect(chains.asked).toEqual([])
  })
})

it('a request waits at most 50 ms for a record', async () => {
  const chains = await chainsOver(['none'], {})

  const started = performance.now()
  await expect(chains.find(['a', 'b'], now)).rejects.toThrow(StoreUnreachable)
  // The client's own deadline is 10 s.
  expect(performance.now() - started).toBeLessThan(2_000)
})
