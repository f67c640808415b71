import { describe, expect, it } from 'vitest'
import { type Extent, inexact } from '../../../core/chain/counted.ts'
import { fallsBelowLeast, isLessThanAStep, leavesBranchesBelowLeast } from '../../../core/chain/floor.ts'

const prices = { leastTokens: { from: 4_096, to: 4_096 } }
const counted = { tokensPerCharacter: 1, inexact }
const upTo = (characters: number, body?: Extent['body']): Extent => ({
  characters,
  freshCharacters: 0,
  ...(body && { body }),
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
    expect(leaves(4_400)).toBe(false)
    expect(leaves(4_300)).toBe(true)
    expect(fallsBelowLeast(upTo(4_400), counted, prices)).toBe(true)
    expect(fallsBelowLeast(upTo(4_400, body), counted, prices)).toBe(false)
  })
})

describe('a deletion', () => {
  const steps = { read: 0.1, stepTokens: 128 }
  const balance = { paidEffectiveTokens: 100_000, savedEffectiveTokens: 0 }

  it('is too small to move what is cached for when it is less than half a step, whatever may be risked', () => {
    const moved = (characters: number): boolean =>
      isLessThanAStep({ characters, ofNew: 0, balance, paid: true }, counted, steps)
    expect(moved(63)).toBe(true)
    expect(moved(64)).toBe(false)
    expect(isLessThanAStep({ characters: 63, ofNew: 63, balance, paid: false }, counted, steps)).toBe(false)
  })
})
