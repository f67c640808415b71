import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bestMove,
  horizonRequests,
  lossOf,
  type Movable,
  maxDebtShare,
  roomOf,
  unknownBalance,
} from '../../../../core/chain/move/warm-move.ts'

const prices = { read: 0.1, write: 1.25 }
const rich = { paidEffectiveTokens: 100_000, savedEffectiveTokens: 100_000 }

describe('a move of what is cached', () => {
  it('takes the suffix that gains most, and leaves alone what costs more to reach', () => {
    const movable: Movable[] = [
      { tokensRewritten: 50_000, tokensGained: 100 },
      { tokensRewritten: 9_000, tokensGained: 4_000 },
      { tokensRewritten: 4_000, tokensGained: 3_000 },
    ]
    expect(bestMove(movable, prices, rich)).toBe(1)
  })

  it('moves nothing where nothing pays, or where there is nothing', () => {
    expect(bestMove([{ tokensRewritten: 10_000, tokensGained: 500 }], prices, rich)).toBe(1)
    expect(bestMove([], prices, rich)).toBe(0)
  })

  it('does not risk more than the conversation has saved and the bound allows', () => {
    const movable = [{ tokensRewritten: 9_000, tokensGained: 6_000 }]
    expect(bestMove(movable, prices, { paidEffectiveTokens: 1_000, savedEffectiveTokens: 0 })).toBe(1)
    expect(bestMove(movable, prices, { paidEffectiveTokens: 1_000, savedEffectiveTokens: 3_000 })).toBe(0)
  })

  it('goes into debt no further than the bound', () => {
    const movable = [{ tokensRewritten: 6_500, tokensGained: 6_000 }]
    expect(bestMove(movable, prices, { paidEffectiveTokens: 100_000, savedEffectiveTokens: 0 })).toBe(0)
    expect(
      bestMove([{ tokensRewritten: 8_000, tokensGained: 6_000 }], prices, {
        paidEffectiveTokens: 100_000,
        savedEffectiveTokens: 0,
      }),
    ).toBe(1)
  })

  it('says what may be lost and how much of that is covered', () => {
    const movable = [{ tokensRewritten: 9_000, tokensGained: 6_000 }]
    const loss = 1.15 * 3_000 - 0.1 * 6_000
    expect(lossOf(movable, prices)).toBeCloseTo(loss)
    expect(lossOf([{ tokensRewritten: 6_000, tokensGained: 6_000 }], prices)).toBe(0)
    expect(lossOf([], prices)).toBe(0)
    expect(roomOf({ paidEffectiveTokens: 1_000, savedEffectiveTokens: 50 })).toBeCloseTo(50 + maxDebtShare * 1_000)
  })

  it('is chosen whatever it may risk where the request is not known that pays for it', () => {
    const movable = [{ tokensRewritten: 9_000, tokensGained: 6_000 }]
    expect(bestMove(movable, prices, unknownBalance)).toBe(0)
  })

  it('reckons with half a step that a read may lose, and spends nothing of what a step may have saved', () => {
    const movable = [{ tokensRewritten: 1_100, tokensGained: 1_000 }]
    const steps = { read: 0.1, write: 1, stepTokens: 128 }
    const loss = 0.9 * 100 - 0.1 * 1_000 + 0.5 * 0.9 * 128
    const from = (paidEffectiveTokens: number, savedEffectiveTokens: number): number =>
      bestMove(movable, steps, { paidEffectiveTokens, savedEffectiveTokens })
    expect(from(0, loss + 0.9 * 128 + 1)).toBe(0)
    expect(from(0, loss + 0.9 * 128 - 1)).toBe(1)
    expect(from((loss + 1) / maxDebtShare, 0)).toBe(0)
    expect(from((loss - 1) / maxDebtShare, 0.9 * 128)).toBe(1)
  })

  it('reckons with as much of a step as the next read may lose, where the last request was counted', () => {
    const movable = [{ tokensRewritten: 1_100, tokensGained: 1_000 }]
    const lossAfter = (tokensBefore: number): number =>
      lossOf(movable, { read: 0.1, write: 1, stepTokens: 128, tokensBefore }) - (0.9 * 100 - 0.1 * 1_000)
    expect(lossAfter(32 * 128)).toBeCloseTo(0.9 * 128)
    expect(lossAfter(32 * 128 + 8)).toBeCloseTo(0.9 * 120)
    expect(lossAfter(32 * 128 + 100)).toBeCloseTo(0.9 * 64)
    expect(lossAfter(0)).toBeCloseTo(0.9 * 64)
    expect(lossOf(movable, { read: 0.1, write: 1, tokensBefore: 4_104 })).toBe(0)
  })

  const run = fc.array(fc.record({ tokensRewritten: fc.nat(60_000), tokensGained: fc.nat(8_000) }), { maxLength: 30 })
  const arbitraryBalance = fc.record({ paidEffectiveTokens: fc.nat(500_000), savedEffectiveTokens: fc.nat(50_000) })

  it('never costs more than what is covered, whatever comes after, and pays within its horizon', () => {
    fc.assert(
      fc.property(run, arbitraryBalance, (movable, balance) => {
        const sorted = movable.toSorted((a, b) => b.tokensRewritten - a.tokensRewritten)
        const moved = sorted.slice(bestMove(sorted, prices, balance))
        const [first] = moved
        if (first === undefined) return
        const gain = moved.reduce((sum, one) => sum + one.tokensGained, 0)
        const rewritten = Math.max(0, first.tokensRewritten - gain)
        const extra = prices.write - prices.read
        const atOnce = extra * rewritten - prices.read * gain
        expect(atOnce).toBeLessThanOrEqual(
          balance.savedEffectiveTokens + maxDebtShare * balance.paidEffectiveTokens + 1e-9,
        )
        expect(horizonRequests * prices.read * gain).toBeGreaterThan(extra * rewritten)
      }),
    )
  })
})
