import { describe, expect, it } from 'vitest'
import { leavesBranchesBelowLeast, type PromptSizes } from '../../../core/chain/floor.ts'

const prices = { leastTokens: { from: 4_096, to: 4_096 } }

/** A prompt that is forwarded in so many characters, 1,000 of them new. */
const sized = (shortCharacters: number, tokensPerCharacter = 1): PromptSizes => ({
  characters: 20_000,
  shortCharacters,
  freshCharacters: 1_000,
  deletedOfNew: 0,
  balance: { paidEffectiveTokens: 0, savedEffectiveTokens: 0 },
  tokensPerCharacter,
})

describe('a move leaves branches below the least length', () => {
  it('when what was sent before is cached as it was, and perhaps not when it is shorter', () => {
    expect(leavesBranchesBelowLeast(sized(7_900), sized(12_000), prices)).toBe(true)
    expect(leavesBranchesBelowLeast(sized(8_000), sized(12_000), prices)).toBe(false)
  })

  it('not when what was sent before is too short to be cached anyway', () => {
    expect(leavesBranchesBelowLeast(sized(2_000), sized(4_100), prices)).toBe(false)
    expect(leavesBranchesBelowLeast(sized(2_000), sized(4_200), prices)).toBe(true)
  })

  it('judges by what a character was in tokens', () => {
    expect(leavesBranchesBelowLeast(sized(14_800, 0.5), sized(19_000, 0.5), prices)).toBe(true)
    expect(leavesBranchesBelowLeast(sized(14_900, 0.5), sized(19_000, 0.5), prices)).toBe(false)
  })
})
