// What every store of rate counters promises: it follows the model of gcra.ts atomically, across replicas.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Charge, CounterStore } from '../../core/access/limits/counters.ts'
import { requestCharge, step, tokenCharge } from '../../core/access/limits/gcra.ts'

const start = Date.parse('2026-11-03T10:00:00.000Z') * 1000
const counter = (): string => `account#acme-${randomBytes(6).toString('hex')}#requests`

const admittedAtOnce = async (replicas: readonly CounterStore[], charge: Charge, calls: number): Promise<number> => {
  const takes = Array.from({ length: calls }, (_, call) => replicas[call % replicas.length]?.take(charge, start))
  const outcomes = await Promise.all(takes)
  return outcomes.filter((outcome) => outcome?.admitted === true).length
}

export const countersContract = (replica: () => CounterStore): void => {
  it('admits exactly 20 of 200 simultaneous charges at a limit of 20', async () => {
    expect(await admittedAtOnce([replica()], requestCharge(counter(), 20), 200)).toBe(20)
  })

  it('admits exactly 20 of 200 simultaneous charges through four replicas', async () => {
    const replicas = [replica(), replica(), replica(), replica()]

    expect(await admittedAtOnce(replicas, requestCharge(counter(), 20), 200)).toBe(20)
  })

  it('admits simultaneous charges of many tokens up to the limit', async () => {
    expect(await admittedAtOnce([replica(), replica()], tokenCharge(counter(), 1000, 100), 40)).toBe(10)
  })

  it('keeps counters apart', async () => {
    const [one, other] = [requestCharge(counter(), 1), requestCharge(counter(), 1)]
    const store = replica()
    await store.take(one, start)

    expect((await store.take(one, start)).admitted).toBe(false)
    expect((await store.take(other, start)).admitted).toBe(true)
  })

  it('states the wait to the microsecond, even in a replica that has not used the counter', async () => {
    const charge = requestCharge(counter(), 3)
    const busy = replica()
    for (let call = 0; call < 3; call += 1) await busy.take(charge, start)

    const outcome = await replica().take(charge, start + 1_234_567)

    expect(outcome).toEqual({ admitted: false, retryAfterMicroseconds: charge.increment - 1_234_567 })
    expect((await replica().take(charge, start + charge.increment - 1)).admitted).toBe(false)
    expect((await replica().take(charge, start + charge.increment)).admitted).toBe(true)
  })

  it('begins again where only a wrong clock can have left it: nobody is shut out for as long as a clock was ahead', async () => {
    const charge = requestCharge(counter(), 3)
    const day = 86_400_000_000
    const [ahead, right] = [replica(), replica()]
    await ahead.take(charge, start + day)

    for (const store of [right, ahead]) {
      const outcomes = [await store.take(charge, start), await store.take(charge, start)]
      expect(outcomes[0]?.admitted, 'the first').toBe(true)
    }
    const refused = await right.take(charge, start)
    expect(refused).toMatchObject({ admitted: false })
    expect(await replica().take(charge, start)).toEqual(refused)
  })

  it('follows the model on any sequence of charges, clocks and replicas', async () => {
    const call = fc.record({
      tokens: fc.integer({ min: 1, max: 3000 }),
      later: fc.integer({ min: -2_000_000, max: 40_000_000 }),
      replica: fc.nat(2),
    })
    const sequences = fc.record({ limit: fc.integer({ min: 1, max: 2000 }), calls: fc.array(call, { maxLength: 14 }) })
    const replicas = [replica(), replica(), replica()]
    await fc.assert(
      fc.asyncProperty(sequences, async ({ limit, calls }) => {
        const name = counter()
        let tat: number | undefined
        let now = start
        for (const { tokens, later, replica: index } of calls) {
          now += later
          const charge = tokenCharge(name, limit, tokens)
          const { tat: after, ...expected } = step(tat, charge, now)
          if (expected.admitted) tat = after
          expect(await replicas[index]?.take(charge, now)).toEqual(expected)
        }
      }),
      { numRuns: 30 },
    )
  })
}
