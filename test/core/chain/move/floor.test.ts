import { describe, expect, it } from 'vitest'
import {
  fallsBelowLeast,
  isLessThanAStep,
  leavesBranchesBelowLeast,
  wasPerhapsTooShort,
} from '../../../../core/chain/move/floor.ts'
import { type Extent, inexact } from '../../../../core/chain/move/token-bounds.ts'

const prices = { leastTokens: { from: 4_096, to: 4_096 } }
const counted = { tokensPerCharacter: 1, inexact }
const upTo = (characters: number, body?: Extent['body']): Extent => ({
  characters,
  freshCharacters: 0,
  ...(body && { body }),
})

describe('a prompt was perhaps too short, for all that was known a turn earlier', () => {
  const count = (turn: number, tokens: number) => ({ turn, characters: 4 * tokens, tokens })

  it('if the count before the last is below the least length', () => {
    expect(wasPerhapsTooShort([count(1, 4_000), count(2, 9_000)], prices)).toBe(true)
    expect(wasPerhapsTooShort([count(1, 4_100), count(2, 9_000)], prices)).toBe(false)
  })

  it('if only the last was counted, and its characters alone did not tell that it is long enough', () => {
    expect(wasPerhapsTooShort([count(2, 9_000)], prices)).toBe(true)
    expect(wasPerhapsTooShort([count(2, 11_000)], prices)).toBe(false)
  })

  it('not where nobody has counted', () => {
    expect(wasPerhapsTooShort(undefined, prices)).toBe(false)
  })
})

describe('a move leaves branches below the least length', () => {
  it('when what was sent before is cached as it was, and perhaps not when it is shorter', () => {
    expect(leavesBranchesBelowLeast(upTo(5_300), upTo(12_000), counted, prices)).toBe(true)
    expect(leavesBranchesBelowLeast(upTo(5_400), upTo(12_000), counted, prices)).toBe(false)
  })

  it('not when what was sent before is too short to be cached anyway', () => {
    expect(leavesBranchesBelowLeast(upTo(2_000), upTo(3_100), counted, prices)).toBe(false)
    expect(leavesBranchesBelowLeast(upTo(2_000), upTo(3_200), counted, prices)).toBe(true)
  })

  it('judges by what a character was in tokens', () => {
    const half = { tokensPerCharacter: 0.5, inexact }
    expect(leavesBranchesBelowLeast(upTo(10_600), upTo(19_000), half, prices)).toBe(true)
    expect(leavesBranchesBelowLeast(upTo(10_700), upTo(19_000), half, prices)).toBe(false)
  })

  it('is less in doubt the less it differs from what was counted', () => {
    const body = { characters: 5_000, tokens: 5_000 }
    const leaves = (shorter: number): boolean =>
      leavesBranchesBelowLeast(upTo(shorter, body), upTo(5_000, body), counted, prices)
    expect(leaves(4_600)).toBe(false)
    expect(leaves(4_500)).toBe(true)
    expect(fallsBelowLeast(upTo(4_600), counted, prices)).toBe(true)
    expect(fallsBelowLeast(upTo(4_600, body), counted, prices)).toBe(false)
  })
})

describe('a deletion', () => {
  const steps = { read: 0.1, stepTokens: 128 }
  const none = { paidEffectiveTokens: 0, savedEffectiveTokens: 0 }

  it('is too small to move what is cached for when it is less than nine tenths of a step, whatever may be risked', () => {
    const balance = { ...none, paidEffectiveTokens: 100_000 }
    const isTooSmall = (tokens: number, ofNew: number, paid: boolean): boolean =>
      isLessThanAStep({ tokens, ofNew, promptTokens: 10_000, balance, paid }, steps)
    expect(isTooSmall(115, 0, true)).toBe(true)
    expect(isTooSmall(116, 0, true)).toBe(false)
    expect(isTooSmall(115, 115, false)).toBe(false)
  })

  it('of new text pays for later reads that end a step earlier, for it is not sent then either', () => {
    const isTooSmall = (tokens: number, promptTokens: number): boolean =>
      isLessThanAStep({ tokens, ofNew: tokens, promptTokens, balance: none, paid: false }, steps)
    expect(isTooSmall(76, 0)).toBe(true)
    expect(isTooSmall(77, 0)).toBe(false)
    expect(isTooSmall(75, 3_500)).toBe(false)
  })

  it('that may have more than a step pays, where that is asked, for reads that end two steps earlier', () => {
    const isTooSmall = (tokens: number, mostTokens?: number): boolean => {
      const deletion = { tokens, ofNew: tokens, promptTokens: 0, balance: none, paid: false }
      return isLessThanAStep(mostTokens === undefined ? deletion : { ...deletion, mostTokens }, steps)
    }
    expect(isTooSmall(110)).toBe(false)
    expect(isTooSmall(110, 127)).toBe(false)
    expect(isTooSmall(110, 128)).toBe(true)
    expect(isTooSmall(220, 400)).toBe(false)
  })

  it('that is too small at least is too small where it may be more', () => {
    for (const read of [0.1, 0.25, 0.5])
      for (const paid of [false, true])
        for (let tokens = 0.7; tokens < 128; tokens += 0.7) {
          const deletion = { tokens, ofNew: paid ? 0 : tokens, promptTokens: 2_000, balance: none, paid }
          if (isLessThanAStep(deletion, { read, stepTokens: 128 }))
            expect(isLessThanAStep({ ...deletion, mostTokens: 200 }, { read, stepTokens: 128 }), `${tokens}`).toBe(true)
        }
  })

  it('of what is cached may lose a step with the read of its own request as well', () => {
    const isTooSmall = (savedEffectiveTokens: number): boolean =>
      isLessThanAStep(
        { tokens: 140, ofNew: 0, promptTokens: 0, balance: { ...none, savedEffectiveTokens }, paid: true },
        steps,
      )
    expect(isTooSmall(289)).toBe(true)
    expect(isTooSmall(290)).toBe(false)
  })

  it('that was made before covers as much of a later read as reading it would cost', () => {
    const isTooSmall = (savedEffectiveTokens: number): boolean =>
      isLessThanAStep(
        { tokens: 140, ofNew: 0, promptTokens: 0, balance: { ...none, savedEffectiveTokens }, paid: false },
        steps,
      )
    expect(isTooSmall(188)).toBe(true)
    expect(isTooSmall(189)).toBe(false)
  })
})
