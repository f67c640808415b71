// A rebuild that breaks off, or that is held up until the stream goes on: nothing waits for long, and nothing is counted twice or lost.

import * as fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { StreamedReceipt } from '../../../core/savings/fold.ts'
import { foldReceipts, Rebuilding } from '../../../core/savings/fold-receipts.ts'
import { Overtaken, rebuild } from '../../../core/savings/rebuild.ts'
import { rebuildingSeconds } from '../../../core/savings/store.ts'
import { memorySavings, newMemorySavings } from '../../../testkit/memory/savings.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { figures, folded, ledgerOf, streamed } from './played.ts'
import { receipts } from './receipts.ts'

const accountId = 'acme'
const end = '2026-12-01T00:00:00.000Z'

const ofAccount = (all: readonly Receipt[]): Receipt[] =>
  all.map((receipt) => ({ ...receipt, accountId })).sort((one, other) => (one.receivedAt < other.receivedAt ? -1 : 1))

const told = (all: readonly Receipt[]): StreamedReceipt[] =>
  streamed(all, 1).map((one) => ({ ...one, at: Math.floor(Date.parse(one.receipt.settledAt ?? '') / 1000) }))

/** Sums of one account, a clock that only the test moves, and a rebuild of what was settled before a moment. */
const playedAccount = () => {
  const items = newMemorySavings()
  const store = memorySavings(items)
  const at = Date.now()
  let seconds = 0
  const wait = (more: number): void => {
    seconds += more
    vi.useFakeTimers({ toFake: ['Date'], now: at + seconds * 1000 })
  }
  wait(0)
  onTestFinished(() => void vi.useRealTimers())
  const again = (all: readonly Receipt[], through: string, over = store): ReturnType<typeof rebuild> => {
    const written = ledgerOf(all.filter(({ settledAt = '' }) => settledAt < through))
    return rebuild(over, written, { accountId, fromMonth: '2026-10', settledThrough: async () => through })
  }
  return { items, store, wait, again }
}

/** What a process was killed with, or what it stood still at, behind so many writes. */
const before = (
  put: ReturnType<typeof memorySavings>['put'],
  writes: number,
  does: () => Promise<void>,
): typeof put => {
  let left = writes
  return async (...words) => {
    left -= 1
    if (left === 0) await does()
    return put(...words)
  }
}

/** The whole second behind the receipt of this number. */
const momentAt = (all: readonly Receipt[], number: number): string =>
  new Date(Math.ceil((Date.parse(all[number]?.settledAt ?? end) + 1) / 1000) * 1000).toISOString()

it('may break off at any write: the stream goes on within two minutes, and another rebuild counts the same', async () => {
  await fc.assert(
    fc.asyncProperty(receipts(), fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 20 }), async (...drawn) => {
      const [some, first, second, writes] = drawn
      const all = ofAccount(some)
      const { items, store, wait, again } = playedAccount()
      await foldReceipts(store, told(all.slice(0, Math.min(first, second))))
      const killed = async (): Promise<never> => {
        throw new Error('killed')
      }
      const dying = { ...store, put: before(store.put, writes, killed), setRebuilding: store.setRebuilding }
      dying.setRebuilding = async (account, isRebuilding) =>
        isRebuilding ? store.setRebuilding(account, true) : killed()
      await expect(again(all, momentAt(all, first), dying)).rejects.toThrow('killed')

      if (all.length > 0) await expect(foldReceipts(store, told(all))).rejects.toBeInstanceOf(Rebuilding)
      wait(rebuildingSeconds + 1)
      await foldReceipts(store, told(all))
      expect(figures(items)).toEqual(await folded(all))
      await again(all, end)
      await foldReceipts(store, told(all))
      expect(figures(items)).toEqual(await folded(all))
    }),
    { numRuns: 60 },
  )
})

it('that was held up while the stream went on writes over nothing that it has not counted', async () => {
  await fc.assert(
    fc.asyncProperty(receipts(), fc.nat(30), fc.integer({ min: 1, max: 20 }), async (some, first, writes) => {
      const all = ofAccount(some)
      const { items, store, wait, again } = playedAccount()
      const through = momentAt(all, first)
      const heldUp = async (): Promise<void> => {
        wait(rebuildingSeconds + 1)
        await foldReceipts(store, told(all))
      }
      const overtaken = again(all, through, { ...store, put: before(store.put, writes, heldUp) }).catch((error) => {
        expect(error).toBeInstanceOf(Overtaken)
      })
      await overtaken
      await foldReceipts(store, told(all))
      expect(figures(items)).toEqual(await folded(all))
    }),
    { numRuns: 60 },
  )
})

it('that goes on says so again and again, so that the stream waits for as long as it takes', async () => {
  const { store, wait } = playedAccount()
  const sessionId = (index: number): string => `0b9f4a52-7a3c-4c0d-8a5e-${String(index).padStart(12, '0')}`
  const all = Array.from({ length: 200 }, (_, index) =>
    aReceipt({
      accountId,
      exchangeId: `01${index}`,
      settledAt: '2026-11-03T10:00:01.000Z',
      sessionId: sessionId(index),
    }),
  )
  const goesOn = async (): Promise<void> => {
    wait(1)
    expect(await store.isRebuilding(accountId)).toBe(true)
  }
  const ledger = {
    session: async () => {
      await goesOn()
      return []
    },
    async *pages(_account: string, month: string) {
      if (month === '2026-11')
        for (const receipt of all) {
          await goesOn()
          yield [receipt]
        }
    },
  }
  const put: typeof store.put = async (...words) => {
    await goesOn()
    return store.put(...words)
  }
  const options = { accountId, fromMonth: '2026-10', settledThrough: async () => end }
  // A part of each session, and one of the half hour and of the day.
  expect(await rebuild({ ...store, put }, ledger, options)).toEqual({ receipts: 200, parts: 202 })
  expect(await store.isRebuilding(accountId)).toBe(false)
})

it('that broke off holds nothing up any more once sums are counted while nobody writes', async () => {
  const { store } = playedAccount()
  await store.setRebuilding(accountId, true)
  const options = { accountId, fromMonth: '2026-10', settledThrough: async () => end, isQuiet: true } as const
  await rebuild(store, ledgerOf([]), options)
  expect(await store.isRebuilding(accountId)).toBe(false)
})
