import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChargeOutcome, CounterStore } from '../../../../core/access/limits/counters.ts'
import { countersInOutage, localCounters } from '../../../../core/access/limits/counters-in-outage.ts'
import { requestCharge, tokenCharge } from '../../../../core/access/limits/gcra.ts'
import { StoreBusy, StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { memoryCounters } from '../../../../testkit/memory/counters.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z') * 1000
const charge = requestCharge('account#acme#requests', 3)

const prepare = () => {
  const state = { failing: undefined as Error | undefined, takes: 0, outcomes: [] as ChargeOutcome[] }
  const store: CounterStore = {
    async take() {
      state.takes += 1
      if (state.failing !== undefined) throw state.failing
      return state.outcomes.shift() ?? { admitted: true }
    },
  }
  const counted: string[] = []
  return { state, counted, counters: countersInOutage(store, (name) => void counted.push(name)) }
}

describe('limits', () => {
  it('come from the store while it answers', async () => {
    const { counted, counters } = prepare()
    for (let call = 0; call < 5; call += 1) expect(await counters.take(charge, start)).toEqual({ admitted: true })

    expect(counted).toEqual([])
  })

  it('go on coming from the store for every other counter while it is busy with one', async () => {
    const { state, counted, counters } = prepare()
    state.failing = new StoreBusy('hot')
    await counters.take(charge, start)
    state.failing = undefined
    await counters.take(requestCharge('account#quiet#requests', 3), start + 1)

    expect(state.takes).toBe(2)
    expect(counted).toEqual(['LimitStoreUnreachable'])
  })

  it('hold at the same rate while it does not answer, and each decision is counted', async () => {
    const { state, counted, counters } = prepare()
    state.failing = new StoreUnreachable('down')

    const outcomes = []
    for (let call = 0; call < 4; call += 1) outcomes.push(await counters.take(charge, start + call))

    expect(outcomes.map(({ admitted }) => admitted)).toEqual([true, true, true, false])
    expect(outcomes[3]).toEqual({ admitted: false, retryAfterMicroseconds: 20_000_000 - 3 })
    expect(counted).toEqual(Array(4).fill('LimitStoreUnreachable'))
  })

  it('begin where the counter was last seen', async () => {
    const { state, counters } = prepare()
    await counters.take(charge, start)
    await counters.take(charge, start + 1)
    state.failing = new StoreUnreachable('down')

    const outcomes = []
    for (let call = 2; call < 4; call += 1) outcomes.push(await counters.take(charge, start + call))

    expect(outcomes.map(({ admitted }) => admitted)).toEqual([true, false])
  })

  it('begin where the store has just refused', async () => {
    let refusing = true
    const store: CounterStore = {
      async take() {
        if (!refusing) throw new StoreUnreachable('down')
        return { admitted: false, retryAfterMicroseconds: 7_000_000 }
      },
    }
    const counters = countersInOutage(store, () => {})
    await counters.take(charge, start)
    refusing = false

    expect(await counters.take(charge, start)).toEqual({ admitted: false, retryAfterMicroseconds: 7_000_000 })
    expect(await counters.take(charge, start + 7_000_000)).toEqual({ admitted: true })
  })

  it('ask the store again after five seconds, and use it when it is back', async () => {
    const { state, counted, counters } = prepare()
    state.failing = new StoreUnreachable('down')
    await counters.take(charge, start)
    await counters.take(charge, start + 4_999_999)
    const takesInOutage = state.takes
    state.failing = undefined

    for (let call = 0; call < 4; call += 1)
      expect(await counters.take(charge, start + 5_000_000)).toEqual({ admitted: true })

    expect(takesInOutage).toBe(1)
    expect(counted).toHaveLength(2)
  })

  it.each([0, 59, 61, 90, 121, 180, 300])(
    'hold for each process whose clock is %i s ahead of another one',
    async (apart) => {
      const store = memoryCounters()
      const [ahead, right] = [countersInOutage(store, () => {}), countersInOutage(store, () => {})]
      const [limit, minutes] = [10, 5]
      const ten = requestCharge('account#acme#requests', limit)
      const admitted = { ahead: 0, right: 0 }
      for (let later = 0; later < minutes * 60_000_000; later += 100_000) {
        if ((await ahead.take(ten, start + later + apart * 1_000_000)).admitted) admitted.ahead += 1
        if ((await right.take(ten, start + later)).admitted) admitted.right += 1
      }
      // Of a burst, of the rate, and of the minute by which clocks may be apart.
      const most = limit * (minutes + 2)
      expect(Math.max(admitted.ahead, admitted.right)).toBeLessThanOrEqual(most)
      if (apart <= 60) expect(admitted.ahead + admitted.right).toBeLessThanOrEqual(limit * (minutes + 1))
    },
  )

  it('refuse what a store admits beyond a burst and the minute by which clocks may be apart, and say until when', async () => {
    const { counters } = prepare()
    for (let call = 0; call < 6; call += 1) expect(await counters.take(charge, start)).toEqual({ admitted: true })

    expect(await counters.take(charge, start)).toEqual({ admitted: false, retryAfterMicroseconds: 20_000_000 })
    expect(await counters.take(charge, start + 20_000_000)).toEqual({ admitted: true })
  })

  it('stay where this process has seen a counter, though the store has begun it again and refuses for a shorter time', async () => {
    const { state, counters } = prepare()
    const outcomes: ChargeOutcome[] = Array(5).fill({ admitted: true })
    const refused: ChargeOutcome = { admitted: false, retryAfterMicroseconds: 1_000_000 }
    state.outcomes = [...outcomes, refused]
    for (let call = 0; call < 6; call += 1) await counters.take(charge, start)
    state.failing = new StoreUnreachable('down')

    expect(await counters.take(charge, start)).toEqual({ admitted: false, retryAfterMicroseconds: 60_000_000 })
  })

  it.each([61, 300, 86_400])('shut nobody out once a clock that was %i s ahead is put back', async (apart) => {
    const counters = countersInOutage(memoryCounters(), () => {})
    const ten = requestCharge('account#acme#requests', 10)
    const admitted = async (now: number): Promise<number> => {
      let count = 0
      while ((await counters.take(ten, now)).admitted) count += 1
      return count
    }
    await admitted(start + apart * 1_000_000)
    // What a burst is worth has passed by any clock.
    expect(await admitted(start + 120_000_000)).toBeGreaterThanOrEqual(1)
  })

  it('are given back as the store gives them back', async () => {
    const { counters } = prepare()
    for (let round = 0; round < 20; round += 1) {
      expect(await counters.take(charge, start)).toEqual({ admitted: true })
      expect(await counters.take({ ...charge, increment: -charge.increment }, start)).toEqual({ admitted: true })
    }
  })

  it('refuse nothing that a store admits whose clock they share', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.tuple(fc.nat(1), fc.nat(20_000_000), fc.boolean()), { maxLength: 80 }),
        async (limit, calls) => {
          const [store, alone] = [memoryCounters(), memoryCounters()]
          const processes = [countersInOutage(store, () => {}), countersInOutage(store, () => {})]
          let now = start
          for (const [process, later, isOfTokens] of calls) {
            now += later
            const asked = isOfTokens
              ? tokenCharge('account#acme#tokens', limit * 1_000, (later % 900) + 1)
              : requestCharge('account#acme#requests', limit)
            expect(await processes[process]?.take(asked, now)).toEqual(await alone.take(asked, now))
          }
        },
      ),
    )
  })

  it('do not hide an error other than an outage', async () => {
    const { state, counted, counters } = prepare()
    state.failing = new TypeError('a fault of ours')

    await expect(counters.take(charge, start)).rejects.toThrow(TypeError)
    expect(counted).toEqual([])
  })
})

it('local counters drop the one that was charged longest ago if there are too many', async () => {
  const counters = localCounters(2)
  const one = requestCharge('one', 1)
  await counters.take(one, start)
  await counters.take(requestCharge('two', 1), start)
  const before = await counters.take(one, start)
  await counters.take(requestCharge('three', 1), start)

  expect(before.admitted).toBe(false)
  expect(await counters.take(one, start)).toEqual({ admitted: true })
})
