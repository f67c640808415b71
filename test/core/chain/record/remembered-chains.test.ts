import { describe, expect, it } from 'vitest'
import { encodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import { type ChainState, unasked } from '../../../../core/chain/record/state.ts'
import type { ChainStore, StoredRecord } from '../../../../core/chain/record/store.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { chainState } from '../states.ts'

const now = 1_000_000
const record = (byte: number, lastSentAt = now, bytes = 4): StoredRecord => ({
  state: new Uint8Array(bytes).fill(byte),
  lastSentAt,
  coldAt: lastSentAt + 100,
})
/** When nothing that was sent now is warm any more. */
const later = now + 1_000

/** A store that counts its reads and can be taken away, and the memory of two environments over it. */
const services = (maxBytes?: number) => {
  const records = new Map<string, StoredRecord>()
  const inner = memoryChains(records)
  const service = { reads: 0, gone: undefined as Error | undefined, records }
  const store: ChainStore = {
    async find(heads, at) {
      service.reads += 1
      if (service.gone !== undefined) throw service.gone
      return inner.find(heads, at)
    },
    async put(head, written, over) {
      if (service.gone !== undefined) throw service.gone
      return inner.put(head, written, over)
    },
    touch: inner.touch,
    use: inner.use,
    note: inner.note,
    claim: inner.claim,
  }
  return Object.assign(service, { one: rememberedChains(store, maxBytes), other: rememberedChains(store, maxBytes) })
}
const heads = (...keys: readonly string[]) => keys
const outage = new StoreUnreachable('gone')

describe('what an environment remembers of conversations', () => {
  it('keeps no copy of what an exchange has left before its end', async () => {
    const service = services()
    await service.one.put('head', { ...record(1), leftBy: 'exchange' })
    expect((await service.other.find(heads('head'), now))?.state).toEqual(record(1).state)
    await service.one.put('head', record(2), { leftBy: 'exchange' })

    for (const environment of [service.one, service.other])
      expect((await environment.find(heads('head'), now))?.state).toEqual(record(2).state)
  })

  it('looks into the store for what all conversations share, whatever it remembers', async () => {
    const service = services()
    await service.one.put('shared', { ...record(1), coldAt: now })
    await service.other.put('shared', { ...record(2, now + 1), coldAt: now + 1 })

    expect((await service.one.look('shared', later))?.state).toEqual(record(2).state)
    service.gone = outage
    await expect(service.one.look('shared', later)).rejects.toThrow(outage)
  })

  it('serves what it has just written without a read', async () => {
    const service = services()
    expect(await service.one.put('a', record(1))).toBe('written')

    expect(await service.one.find(heads('a', 'b'), now)).toEqual({ head: 'a', ...record(1) })
    expect(service.reads).toBe(0)
  })

  it('works out no head that it does not ask for', async () => {
    const service = services()
    await service.one.put('a', record(1))
    const asked: string[] = []
    const lazily: Iterable<string> = {
      *[Symbol.iterator]() {
        for (const head of ['a', 'b']) {
          asked.push(head)
          yield head
        }
      },
    }

    await service.one.find(lazily, now)
    expect(asked).toEqual(['a'])
    expect((await service.other.find(lazily, now))?.head).toBe('a')
    expect(asked).toEqual(['a', 'a', 'a', 'b'])
  })

  it('serves what it has read without another read', async () => {
    const service = services()
    await service.other.put('a', record(1))
    await service.one.find(heads('a'), now)

    expect(await service.one.find(heads('a'), now)).toEqual({ head: 'a', ...record(1) })
    expect(service.reads).toBe(1)
  })

  it('reads again what is cold here: it may have been sent elsewhere since', async () => {
    const service = services()
    await service.one.put('a', record(1))
    await service.other.touch('a', { lastSentAt: later, coldAt: later + 100 })

    const raised = { head: 'a', ...record(1, later) }
    expect(await service.one.find(heads('a'), later)).toEqual(raised)
    expect(await service.one.find(heads('a'), later)).toEqual(raised)
    expect(service.reads).toBe(1)
  })

  it('reads again after a pause: it may have been used elsewhere since', async () => {
    const service = services()
    const warm = { ...record(1), coldAt: now + 480_000 }
    const used = { lastSentAt: now + 61_000, coldAt: now + 541_000 }
    await service.one.put('a', warm)
    await service.other.touch('a', used)

    expect(await service.one.find(heads('a'), now + 59_000)).toEqual({ head: 'a', ...warm })
    expect(service.reads).toBe(0)
    expect(await service.one.find(heads('a'), now + 62_000)).toEqual({ head: 'a', ...warm, ...used })
  })

  it('reads again what was used once more: the record in its place may be another', async () => {
    const service = services()
    await service.one.put('a', record(1))
    await service.other.put('a', record(2, later))
    await service.one.touch('a', { lastSentAt: later + 1, coldAt: later + 101 })

    const raised = { state: record(2).state, lastSentAt: later + 1, coldAt: later + 101 }
    expect(await service.one.find(heads('a'), later + 1)).toEqual({ head: 'a', ...raised })
  })

  it('serves no copy of an earlier head: a deeper record may be elsewhere', async () => {
    const service = services()
    await service.one.put('b', record(1))
    await service.other.put('a', record(2))

    expect(await service.one.find(heads('a', 'b'), now)).toEqual({ head: 'a', ...record(2) })
  })

  it('forgets its own record when somebody else was first', async () => {
    const service = services()
    await service.other.put('a', record(1))
    expect(await service.one.put('a', record(2))).toBe('kept')

    expect(await service.one.find(heads('a'), now)).toEqual({ head: 'a', ...record(1) })
    expect(service.reads).toBe(1)
  })

  it('serves what it knows, cold or not, while the store cannot be asked, and says so when it knows nothing', async () => {
    const service = services()
    await service.one.put('a', record(1))
    service.gone = outage

    expect(await service.one.find(heads('a'), later)).toEqual({ head: 'a', ...record(1), unsure: true })
    await expect(service.one.find(heads('b'), now)).rejects.toBe(outage)
    await expect(service.other.find(heads('a'), now)).rejects.toBe(outage)
  })

  it('serves what it knows of an earlier turn while the store cannot be asked', async () => {
    const service = services()
    await service.one.put('a', record(1))
    service.gone = outage

    expect(await service.one.find(heads('c', 'b', 'a'), now)).toEqual({ head: 'a', ...record(1), unsure: true })
  })

  it('hides no fault behind a copy', async () => {
    const service = services()
    await service.one.put('a', record(1))
    service.gone = new TypeError('broken item')

    await expect(service.one.find(heads('a'), later)).rejects.toBe(service.gone)
  })

  it('knows nothing that no other replica could read: neither what was not written nor what is still being written', async () => {
    const service = services()
    service.gone = outage
    await expect(service.one.put('a', record(1))).rejects.toBe(outage)
    service.gone = undefined
    expect(await service.one.find(heads('a'), now)).toBeUndefined()

    const writing = service.one.put('b', record(1))
    await writing
    expect(await service.one.find(heads('b'), now)).toEqual({ head: 'b', ...record(1) })
  })

  it('forgets what it has not used for longest when it is full', async () => {
    const service = services(3_000)
    for (const head of ['a', 'b', 'c']) await service.one.put(head, record(1, now, 500))
    await service.one.find(heads('a'), now)
    await service.one.put('d', record(1, now, 500))

    const reads: number[] = []
    for (const head of ['a', 'c', 'd', 'b']) {
      await service.one.find(heads(head), now)
      reads.push(service.reads)
    }
    expect(reads).toEqual([0, 0, 0, 1])
  })

  describe('once it has written a record', () => {
    const stateOf = (segments: number): ChainState =>
      chainState({ segments: Array.from({ length: segments }, () => unasked) })
    /** A record as it is found then, and spoilt: who still has to decode it cannot. */
    const spoilt = async (state: ChainState) => {
      const { one } = services()
      await one.put('head', { state: encodeState(state), lastSentAt: now, coldAt: now + 300_000 })
      const found = await one.find(heads('head'), now)
      if (found === undefined) throw new Error('The record is not found.')
      found.state.fill(0)
      return () => one.stateOf(found)
    }

    it('has decoded a long one: the next request would wait for that', async () => {
      expect((await spoilt(stateOf(600)))()).toEqual(stateOf(600))
    })

    it('decodes a short one when somebody asks: many a short conversation does not go on', async () => {
      expect(await spoilt(stateOf(1))).toThrow()
    })
  })

  it('holds no more than the bytes of a state', async () => {
    const service = services()
    const large = new Uint8Array(1_000_000)
    await service.one.put('a', { state: large.subarray(10, 14), lastSentAt: now, coldAt: now + 100 })

    expect((await service.one.find(heads('a'), now))?.state.buffer.byteLength).toBe(4)
  })
})
