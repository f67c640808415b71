// The clairvoyant plan: no choice of moves does better, on small sessions where all of them can be tried.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestMoves, type Group } from '../../../eval/cost/strategies/best-moves.ts'

const prices = { read: 0.1, write: 1.25, writeLong: 2 }

/** What a choice of moves costs on a cache that holds every prefix; everything pending goes lossy when it is cold. */
const costOf = (groups: readonly Group[], warm: readonly boolean[], moves: ReadonlyMap<number, number>): number => {
  let cost = 0
  let lossyTo: boolean[] = []
  for (const [request, isWarm] of warm.entries()) {
    const start = isWarm ? (moves.get(request) ?? request) : 0
    const before = lossyTo
    lossyTo = groups.slice(0, request).map((_, group) => before[group] === true || group >= start)
    const changed = lossyTo.findIndex((isLossy, group) => isLossy && before[group] !== true)
    const kept = !isWarm ? 0 : changed < 0 ? request : changed
    for (const [group, { lossless, lossy }] of groups.slice(0, request + 1).entries())
      cost += (lossyTo[group] === true ? lossy : lossless) * (group < kept ? prices.read : prices.write)
  }
  return cost
}

const everyChoice = (requests: number): ReadonlyMap<number, number>[] => {
  let choices: ReadonlyMap<number, number>[] = [new Map()]
  for (let request = 1; request < requests; request += 1)
    choices = choices.flatMap((choice) => [
      choice,
      ...Array.from({ length: request }, (_, start) => new Map([...choice, [request, start]])),
    ])
  return choices
}

const group = fc
  .record({ lossy: fc.integer({ min: 0, max: 300 }), loss: fc.integer({ min: 0, max: 3_000 }) })
  .map(({ lossy, loss }): Group => ({ lossy, lossless: lossy + loss, blocks: 3 }))
const session = fc
  .array(fc.record({ group, isWarm: fc.boolean() }), { minLength: 2, maxLength: 5 })
  .map((requests) => ({
    groups: requests.map((request) => request.group),
    warm: requests.map(({ isWarm }, index) => index > 0 && isWarm),
  }))
const anywhere = { ...prices, marked: false, apart: false }

it('is the cheapest of all choices', () => {
  fc.assert(
    fc.property(session, ({ groups, warm }) => {
      const chosen = costOf(groups, warm, bestMoves(groups, warm, anywhere))
      const best = Math.min(...everyChoice(groups.length).map((moves) => costOf(groups, warm, moves)))
      expect(chosen).toBeLessThanOrEqual(best + 1e-6)
    }),
    { numRuns: 100 },
  )
})

describe('within a bound of what it may lose with any request', () => {
  /** What the session has cost up to each request. */
  const costsOf = (groups: readonly Group[], warm: readonly boolean[], moves: ReadonlyMap<number, number>): number[] =>
    groups.map((_, request) => {
      const until = request + 1
      const made = new Map([...moves].filter(([at]) => at < until))
      return costOf(groups.slice(0, until), warm.slice(0, until), made)
    })

  it('is no dearer than any choice that keeps to it', () => {
    fc.assert(
      fc.property(session, fc.integer({ min: 0, max: 500 }), ({ groups, warm }, bound) => {
        const unmoved = costsOf(groups, warm, new Map())
        const isWithin = (moves: ReadonlyMap<number, number>): boolean =>
          costsOf(groups, warm, moves).every((cost, request) => cost <= (unmoved[request] ?? 0) + bound)
        const mayLose = groups.map(() => bound)
        const chosen = costOf(groups, warm, bestMoves(groups, warm, { ...anywhere, mayLose }))
        const allowed = everyChoice(groups.length).filter(isWithin)
        const best = Math.min(...allowed.map((moves) => costOf(groups, warm, moves)))
        expect(chosen).toBeLessThanOrEqual(best + 1e-6)
      }),
      { numRuns: 100 },
    )
  })

  it('makes no move that costs more than it may, whatever that would save later', () => {
    const groups = [2_000, 100, 100, 100, 100].map((loss) => ({ lossy: 400, lossless: 400 + loss, blocks: 2 }))
    const warm = groups.map((_, index) => index > 0)
    const movesWithin = (bound: number) =>
      bestMoves(groups, warm, { ...anywhere, mayLose: groups.map(() => bound) }).size
    expect(bestMoves(groups, warm, anywhere).size).toBeGreaterThan(0)
    expect(movesWithin(300)).toBeGreaterThan(0)
    expect(movesWithin(200)).toBe(0)
  })
})
