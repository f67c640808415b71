// The laws of the sums: whatever a stream does that it may do, every receipt is counted once.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StreamedReceipt } from '../../../core/savings/fold.ts'
import { foldReceipts, Rebuilding } from '../../../core/savings/fold-receipts.ts'
import { otherModels, sessionPart } from '../../../core/savings/parts.ts'
import { rebuild } from '../../../core/savings/rebuild.ts'
import { netOf, type Sums, sumsOf, total } from '../../../core/savings/sums.ts'
import { type MemorySavings, memorySavings, newMemorySavings } from '../../../testkit/memory/savings.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { figures, folded, ledgerOf, streamed } from './played.ts'
import { receipts } from './receipts.ts'

const inBatches = (all: readonly StreamedReceipt[], sizes: readonly number[]): StreamedReceipt[][] => {
  const batches: StreamedReceipt[][] = []
  let first = 0
  for (let index = 0; first < all.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1
    batches.push(all.slice(first, first + size))
    first += size
  }
  return batches
}

/** A store that fails on some of its writes, after or before they were made. */
const failing = (items: MemorySavings, fails: () => 'no' | 'before' | 'after') => {
  const store = memorySavings(items)
  return {
    ...store,
    put: async (...words: Parameters<typeof store.put>) => {
      const when = fails()
      if (when === 'before') throw new Error('before')
      const isPut = await store.put(...words)
      if (when === 'after') throw new Error('after')
      return isPut
    },
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe('the sums of a stream', () => {
  it('are those of all receipts at once, however it is cut into batches, repeated and spread over shards', async () => {
    await fc.assert(
      fc.asyncProperty(
        receipts(),
        sizes,
        fc.integer({ min: 1, max: 3 }),
        fc.infiniteStream(fc.nat(9)),
        async (...drawn) => {
          const [all, cuts, shards, chance] = drawn
          const items = newMemorySavings()
          const store = memorySavings(items)
          const everything = streamed(all, shards)
          for (let shard = 0; shard < shards; shard += 1) {
            const done: StreamedReceipt[][] = []
            const own = everything.filter(({ shardId }) => shardId === `shard-${shard}`)
            for (const batch of inBatches(own, cuts)) {
              await foldReceipts(store, batch)
              done.push(batch)
              // Any batch may come again later, out of order.
              const again = done[Number(chance.next().value)]
              if (again !== undefined) await foldReceipts(store, again)
            }
          }
          expect(figures(items)).toEqual(await folded(all))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('survive a store that fails before or after any write', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(30), sizes, fc.infiniteStream(fc.nat(5)), async (all, cuts, chance) => {
        const items = newMemorySavings()
        const store = failing(items, () => (['before', 'after'] as const)[Number(chance.next().value)] ?? 'no')
        for (const batch of inBatches(streamed(all, 1), cuts)) {
          let isDone = false
          while (!isDone)
            isDone = await foldReceipts(store, batch).then(
              () => true,
              () => false,
            )
        }
        expect(figures(items)).toEqual(await folded(all))
      }),
      { numRuns: 60 },
    )
  })

  it('are the same when two shards are counted at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(), async (all) => {
        const items = newMemorySavings()
        const slow = memorySavings(items)
        const store = {
          ...slow,
          find: async (key: Parameters<typeof slow.find>[0]) => {
            const found = await slow.find(key)
            await new Promise((resolve) => setImmediate(resolve))
            return found
          },
        }
        const everything = streamed(all, 2)
        await Promise.all(
          [0, 1].map((shard) =>
            foldReceipts(
              store,
              everything.filter(({ shardId }) => shardId === `shard-${shard}`),
            ),
          ),
        )
        expect(figures(items)).toEqual(await folded(all))
      }),
      { numRuns: 20 },
    )
  })

  it('are those of the receipts themselves, to a hundredth', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(), async (all) => {
        const items = newMemorySavings()
        await foldReceipts(memorySavings(items), streamed(all, 1))
        const of = (accountId: string, isPart: (owner: string, part: string) => boolean): Sums =>
          total(
            [...items.parts.values()]
              .filter(({ part }) => part.owner.startsWith(accountId) && isPart(part.owner, part.part))
              .map(({ part }) => part.sums),
          )
        for (const accountId of ['acme', 'books']) {
          const own = all.filter((receipt) => receipt.accountId === accountId)
          const expected = total(own.map(sumsOf))
          const halfHours = of(accountId, (owner) => owner.endsWith('#half-hours'))
          const days = of(accountId, (owner) => owner.endsWith('#days'))
          const sessions = of(accountId, (_owner, part) => part === sessionPart)
          expect(halfHours).toEqual(expected)
          expect(days).toEqual(expected)
          expect(sessions).toEqual(total(own.filter(({ sessionId }) => sessionId !== undefined).map(sumsOf)))
          const net = own.reduce(
            (sum, { effectiveTokensBefore = 0, effectiveTokensAfter = 0 }) =>
              sum + effectiveTokensBefore - effectiveTokensAfter,
            0,
          )
          expect(Math.abs(netOf(expected) - net)).toBeLessThan(0.01)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('forget a shard once its stream has', async () => {
    const items = newMemorySavings()
    const store = memorySavings(items)
    const [receipt] = fc.sample(receipts(1), 1)[0] ?? []
    if (receipt === undefined) throw new Error('There is no receipt.')
    const at = (shardId: string, hour: number) => ({ receipt, shardId, sequence: '1', at: hour * 3_600 })

    await foldReceipts(store, [at('one', 0)])
    await foldReceipts(store, [at('two', 24)])
    const both = [...items.parts.values()].map(({ part }) => Object.keys(part.folded))
    await foldReceipts(store, [at('three', 26)])
    const later = [...items.parts.values()].map(({ part }) => Object.keys(part.folded))

    expect(both[0]).toEqual(['one', 'two'])
    expect(later[0]).toEqual(['two', 'three'])
  })

  it('count a batch once that comes again behind a clock that was put back', async () => {
    const items = newMemorySavings()
    const store = memorySavings(items)
    const all = ['1', '2'].map((exchangeId) => aReceipt({ exchangeId }))
    const batch = (shardId: string, at: number) => streamed(all, 1, at).map((one) => ({ ...one, shardId }))
    const [ahead, ...behind] = [batch('ahead', 90 * 86_400), batch('behind', 0), batch('behind', 0)]
    await foldReceipts(store, ahead.slice(0, 1))
    for (const one of behind) await foldReceipts(store, one.slice(1))
    expect([...items.parts.values()].map(({ part }) => part.sums.exchanges)).toEqual([2, 2])
  })

  it('know two hundred models of a day by name, and the rest together', async () => {
    const items = newMemorySavings()
    const [receipt] = fc.sample(receipts(1), 1)[0] ?? []
    if (receipt === undefined) throw new Error('There is no receipt.')
    const many = Array.from({ length: 250 }, (_, index) => ({
      ...receipt,
      exchangeId: `01${index}`,
      receivedAt: new Date(Date.parse('2026-11-01T00:00:00Z') + index * 60_000).toISOString(),
      model: `model-${index}`,
    }))
    for (const batch of inBatches(streamed(many, 1), [40])) await foldReceipts(memorySavings(items), batch)
    // Another account's are its own, by the beginning of their names.
    const other = { ...receipt, ...{ accountId: 'others', exchangeId: '02', receivedAt: '2026-11-01T12:00:00.000Z' } }
    await foldReceipts(memorySavings(items), streamed([{ ...other, model: `${'a'.repeat(99)}\u{1f600}` }], 1))

    const all = [...items.parts.values()].map(({ part }) => part).filter(({ owner }) => owner.endsWith('#days'))
    const [days, theirs] = [all.slice(0, -1), all.slice(-1)]
    expect(theirs.map(({ part }) => part.split('#').at(-1))).toEqual([`${'a'.repeat(99)}\ufffd`])
    expect(days).toHaveLength(201)
    expect(days.find(({ part }) => part.endsWith(`#${otherModels}`))?.sums.exchanges).toBe(50)
  })
})

describe('a rebuild', () => {
  it('gives the same figures from any state, and what comes later is counted on top of it once', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(), fc.nat(60), fc.nat(60), sizes, async (all, told, before, cuts) => {
        const inOrder = [...all].sort((one, other) => (one.receivedAt < other.receivedAt ? -1 : 1))
        const everything = streamed(inOrder, 1)
        const items = newMemorySavings()
        const store = memorySavings(items)
        const through = inOrder[before]?.receivedAt ?? '2027-01-01T00:00:00.000Z'
        // The stream has told some of what was settled before, and the sums of one part are wrong.
        const later = inOrder.findIndex(({ settledAt = '' }) => settledAt >= through)
        await foldReceipts(store, everything.slice(0, Math.min(told, later < 0 ? inOrder.length : later)))
        for (const [name, { part, version }] of [...items.parts].slice(0, 1))
          items.parts.set(name, { part: { ...part, sums: total([part.sums, part.sums]) }, version })
        // What is settled later comes by the stream, and may stand in the ledger already.
        for (const accountId of ['acme', 'books'])
          await rebuild(store, ledgerOf(inOrder), {
            accountId,
            fromMonth: '2026-10',
            settledThrough: async () => {
              const own = streamed(
                inOrder.filter((receipt) => receipt.accountId === accountId),
                1,
              )
              if (own.length > 0) await expect(foldReceipts(store, own)).rejects.toBeInstanceOf(Rebuilding)
              return through
            },
          })
        for (const batch of inBatches(everything, cuts)) await foldReceipts(store, batch)
        expect(figures(items)).toEqual(await folded(all))
      }),
      { numRuns: 60 },
    )
  })

  it('while nobody writes counts all that is there, and all that comes later, whatever the clock said', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(), fc.nat(60), async (all, told) => {
        const items = newMemorySavings()
        const everything = streamed(all, 1)
        await foldReceipts(memorySavings(items), everything.slice(0, told))
        const settledThrough = async () => '2026-11-01T12:00:00.000Z'
        for (const accountId of ['acme', 'books']) {
          const options = { accountId, fromMonth: '2026-10', settledThrough, isQuiet: true } as const
          await rebuild(memorySavings(items), ledgerOf(all.slice(0, told)), options)
        }
        // The stream goes on, and may repeat what it has told.
        await foldReceipts(memorySavings(items), everything)
        expect(figures(items)).toEqual(await folded(all))
      }),
      { numRuns: 30 },
    )
  })

  it('counts a session whole that is older than the first month', async () => {
    await fc.assert(
      fc.asyncProperty(receipts(), async (all) => {
        const items = newMemorySavings()
        for (const accountId of ['acme', 'books'])
          await rebuild(memorySavings(items), ledgerOf(all), {
            accountId,
            fromMonth: '2026-11',
            settledThrough: async () => '2026-12-01T00:00:00.000Z',
          })
        const expected = await folded(all)
        const found = figures(items)
        const later = new Set(
          all
            .filter(({ receivedAt }) => receivedAt > '2026-11')
            .map((one) => `${one.accountId}#session#${one.sessionId}`),
        )
        for (const [name, figure] of Object.entries(expected))
          if (name.includes('#2026-11') || later.has(JSON.parse(name)[0])) expect(found[name]).toEqual(figure)
      }),
      { numRuns: 30 },
    )
  })

  it('leaves to the stream what began before the first month and was settled after the rebuild had begun', async () => {
    const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-000000000001'
    const long = { receivedAt: '2026-10-31T23:59:00.000Z', settledAt: '2026-11-01T00:10:00.000Z' }
    const short = { receivedAt: '2026-11-01T00:01:00.000Z', settledAt: '2026-11-01T00:02:00.000Z' }
    const all = [long, short].map((times, index) => aReceipt({ exchangeId: `01${index}`, sessionId, ...times }))
    const store = memorySavings()
    const settledThrough = async () => '2026-11-01T00:05:00.000Z'
    await rebuild(store, ledgerOf(all), { accountId: 'acme', fromMonth: '2026-11', settledThrough })
    await foldReceipts(store, streamed(all, 1))
    expect((await store.session('acme', sessionId))?.sums.exchanges).toBe(2)
  })
})
