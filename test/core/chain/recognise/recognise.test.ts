// Where the record of a conversation is looked for.

import { describe, expect, it } from 'vitest'
import { cachePricesOf } from '../../../../core/caches/rows.ts'
import { shortDigest } from '../../../../core/chain/identity/identity.ts'
import { recognise } from '../../../../core/chain/recognise/recognise.ts'
import { encodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { ChainState } from '../../../../core/chain/record/state.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { read } from '../../dialects/reading.ts'
import { secretOf } from '../conversations.ts'
import { chainState } from '../states.ts'

const now = 1_000_000
const prices = cachePricesOf(dialects.messages.provider.prices, 'claude-opus-5', false)

const transcriptOf = (turns: number) => {
  const messages = Array.from({ length: 2 * turns - 1 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `said ${index}`,
  }))
  return read(dialects.messages, JSON.stringify({ model: 'm', messages }))
}

/** A store whose reads of several records wait until so many are asked for at once. */
const waitingStore = (reads: number) => {
  const records = new Map<string, StoredRecord>()
  const inner = memoryChains(records)
  const asked: number[] = []
  let release = (): void => {}
  const enough = new Promise<void>((resolve) => {
    release = resolve
  })
  const chains = rememberedChains({
    ...inner,
    async find(heads, at) {
      asked.push(heads.length)
      // The first read is of the last turns.
      if (asked.length > reads) release()
      if (asked.length > 1) await enough
      return inner.find(heads, at)
    },
  })
  return { records, asked, chains }
}

const recognised = (turns: number, chains: ReturnType<typeof rememberedChains>) =>
  recognise({
    transcript: transcriptOf(turns),
    secret: secretOf(7),
    cache: 'm api.example',
    prices,
    chains,
    mayRepeat: false,
    now,
  })

describe('a conversation whose last turns have no record', () => {
  it('is looked for under all of its older ones at once, seventeen in a read', async () => {
    const { asked, chains } = waitingStore(3)
    expect((await recognised(58, chains))?.known).toBeUndefined()
    // The last two are its own record, should it be sent again, and the note that tells where it was met.
    expect(asked).toEqual([16, 17, 17, 7, 1, 1])
  })

  it('goes on with the deepest record that is found', async () => {
    const { records, chains } = waitingStore(3)
    for (const turns of [3, 20, 30]) {
      const head = (await recognised(turns, rememberedChains(memoryChains())))?.heads.own.key ?? ''
      records.set(head, { state: encodeState(chainState({})), lastSentAt: now, coldAt: now + 1 })
    }
    const { known, trouble } = (await recognised(58, chains)) ?? {}
    expect(trouble).toBeUndefined()
    expect(known?.head.turn).toBe(30)
  })

  it('goes on with what was found where one of the reads failed, and moves nothing', async () => {
    const records = new Map<string, StoredRecord>()
    const inner = memoryChains(records)
    const store = (fails: number) =>
      rememberedChains({
        ...inner,
        async find(heads, at) {
          fails -= 1
          if (fails === 0) throw new StoreUnreachable('made up')
          return inner.find(heads, at)
        },
      })
    const head = (await recognised(20, rememberedChains(memoryChains())))?.heads.own.key ?? ''
    records.set(head, { state: encodeState(chainState({})), lastSentAt: now, coldAt: now + 1 })

    const { known, trouble } = (await recognised(58, store(2))) ?? {}
    expect(trouble).toBe('chain-unavailable')
    expect(known).toMatchObject({ head: { turn: 20 }, unsure: true })
    // The read that would have found it.
    expect(await recognised(58, store(3))).toMatchObject({ trouble: 'chain-unavailable' })
    expect((await recognised(58, store(3)))?.known).toBeUndefined()
  })
})

describe('a conversation of which a record that counts more cannot be read', () => {
  it('goes on with what is known of it, moves nothing and says so', async () => {
    const records = new Map<string, StoredRecord>()
    const inner = memoryChains(records)
    const { heads } = (await recognised(3, rememberedChains(memoryChains()))) ?? {}
    const before = heads?.earlier[0]?.key ?? ''
    // Used again since it was left, by what may be this request's first attempt.
    records.set(before, { state: encodeState(chainState({ sentAt: now - 10 })), lastSentAt: now - 5, coldAt: now + 1 })
    const failing = rememberedChains({
      ...inner,
      find: async (keys, at) => {
        if (keys[0] === heads?.own.key) throw new StoreUnreachable('made up')
        return inner.find(keys, at)
      },
    })

    expect((await recognised(3, rememberedChains(inner)))?.trouble).toBeUndefined()
    expect(await recognised(3, failing)).toMatchObject({
      trouble: 'chain-unavailable',
      known: { key: before, unsure: true, cold: false },
    })
  })
})

describe('a conversation in the place of whose record stands that of one that has said the same last', () => {
  const turns = 8
  const heads = async () => {
    const found = (await recognised(turns, rememberedChains(memoryChains())))?.heads
    if (found === undefined) throw new Error('It has no heads.')
    return found
  }
  type Heads = Awaited<ReturnType<typeof heads>>
  const other: Partial<ChainState> = { upTo: 'another', root: 'another' }
  const ofTurn = ({ turn, digest }: Heads['own']): Partial<ChainState> => ({ upTo: shortDigest(digest), sentAt: turn })

  it.each([
    ['two turns before', 1, 'key'],
    ['two turns before, beside another’s', 1, 'digest'],
    ['three turns before', 2, 'key'],
  ] as const)('goes on with its own of %s', async (_name, index, place) => {
    const { own, earlier, root } = await heads()
    const [last, before] = [earlier[0], earlier[index]]
    if (last === undefined || before === undefined) throw new Error('It is too short.')
    const records = new Map<string, StoredRecord>()
    const put = (key: string, state: Partial<ChainState>) =>
      records.set(key, { state: encodeState(chainState(state)), lastSentAt: now, coldAt: now + 1 })
    for (const { key } of earlier) put(key, other)
    put(before[place], ofTurn(before))
    const known = async () => (await recognised(turns, rememberedChains(memoryChains(records))))?.known
    expect(await known()).toMatchObject({ changed: false, head: { turn: before.turn }, state: { sentAt: before.turn } })

    // A sibling's record shares all but the last turn: there is nothing to look for.
    const end = {
      turn: last.turn - 1,
      upTo: shortDigest(earlier[1]?.digest ?? ''),
      surelyUntil: 0,
      possiblyUntil: now + 1,
    }
    put(last.key, {
      ...other,
      root: shortDigest(root.digest),
      cachedEnds: [{ ...end, asSent: true, longEnough: true }],
    })
    expect(await known()).toMatchObject({ changed: true, head: { turn: last.turn } })

    // Its own, of the last turn, counts most.
    put(last.digest, ofTurn(last))
    expect(await known()).toMatchObject({ changed: false, head: { turn: last.turn } })
    expect(own.turn).toBe(last.turn + 1)
  })

  it('moves nothing where that of a turn before cannot be read, which might be its own', async () => {
    const { earlier } = await heads()
    const [last, before] = earlier
    if (last === undefined || before === undefined) throw new Error('It is too short.')
    const inner = memoryChains(
      new Map([[last.key, { state: encodeState(chainState(other)), lastSentAt: now, coldAt: now + 1 }]]),
    )
    const known = async (chains: typeof inner) => (await recognised(turns, rememberedChains(chains)))?.known
    expect(await known(inner)).toMatchObject({ changed: true, unsure: false })
    let reads = 0
    const failing = {
      ...inner,
      find: async (...asked: Parameters<typeof inner.find>) => {
        reads += 1
        if (reads > 1 && asked[0].includes(before.key)) throw new StoreUnreachable('made up')
        return inner.find(...asked)
      },
    }
    expect(await known(failing)).toMatchObject({ key: last.key, changed: true, unsure: true })
  })
})

describe('a conversation that says the same turn after turn', () => {
  /** Its model asks for the same each time, and is told the same. */
  const polling = (turns: number, chains: ReturnType<typeof rememberedChains>, mayRepeat = false) => {
    const again = [
      { role: 'assistant', content: 'check' },
      { role: 'user', content: 'not yet' },
    ]
    const messages = [{ role: 'user', content: 'go' }, ...Array.from({ length: turns - 1 }, () => again).flat()]
    const transcript = read(dialects.messages, JSON.stringify({ model: 'm', messages }))
    return recognise({ transcript, secret: secretOf(7), cache: 'm api.example', prices, chains, mayRepeat, now })
  }

  it('goes on with the record of its last turn, not with that of an older one under the same key', async () => {
    const heads = (await polling(10, rememberedChains(memoryChains())))?.heads
    const [last, before] = heads?.earlier ?? []
    if (heads === undefined || last === undefined || before === undefined) throw new Error('It is too short.')
    expect([last.key, heads.own.key]).toEqual([before.key, before.key])
    const records = new Map<string, StoredRecord>()
    const put = (key: string, { digest }: typeof last) =>
      records.set(key, {
        state: encodeState(chainState({ upTo: shortDigest(digest) })),
        lastSentAt: now,
        coldAt: now + 1,
      })
    const turnOf = async (mayRepeat = false) =>
      (await polling(10, rememberedChains(memoryChains(records)), mayRepeat))?.known?.head.turn
    put(before.key, before)
    expect(await turnOf()).toBe(before.turn)
    put(last.digest, last)
    expect(await turnOf()).toBe(last.turn)
    // A retry finds what its first attempt has left.
    put(heads.own.digest, heads.own)
    expect(await turnOf(true)).toBe(heads.own.turn)
  })
})

describe('what is asked beside a conversation, behind a system text of its own', () => {
  it('is not taken for its last turn, which says the same', async () => {
    const turns = 4
    const heads = (await recognised(turns, rememberedChains(memoryChains())))?.heads
    const before = heads?.earlier[0]
    if (heads === undefined || before === undefined) throw new Error('It has no heads.')
    const records = new Map<string, StoredRecord>()
    const put = (key: string, state: Partial<ChainState>) =>
      records.set(key, { state: encodeState(chainState(state)), lastSentAt: now, coldAt: now + 1 })
    put(heads.own.key, { upTo: 'aside', frame: 'others.a' })
    put(before.key, { upTo: shortDigest(before.digest), frame: heads.frame })
    const known = async () =>
      (
        await recognise({
          transcript: transcriptOf(turns),
          secret: secretOf(7),
          cache: 'm api.example',
          prices,
          chains: rememberedChains(memoryChains(records)),
          mayRepeat: true,
          now,
        })
      )?.known
    expect(await known()).toMatchObject({ changed: false, head: { turn: before.turn } })
    put(before.key, { upTo: shortDigest(before.digest), frame: 'others.a' })
    expect((await known())?.head.turn).toBe(before.turn)
    put(heads.own.key, { upTo: shortDigest(heads.own.digest), frame: heads.frame })
    expect((await known())?.head.turn).toBe(turns)
  })
})
