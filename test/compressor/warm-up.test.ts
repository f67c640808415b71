// The warm-up takes the engines' whole way, with words that they have not read.

import { describe, expect, it } from 'vitest'
import { adeline } from '../../compressor/engines/adeline/editions.ts'
import type { EngineResult } from '../../compressor/engines/engine.ts'
import { helene } from '../../compressor/engines/helene/engine.ts'
import { warmUpOutput, warmUpProse, warmUpRecords } from '../../compressor/warm-up-texts.ts'

const rounds = Array.from({ length: 60 }, (_, round) => round)

describe('the texts of the warm-up', () => {
  it('are shortened in nearly every round', () => {
    const isKept = (result: EngineResult): boolean => 'kept' in result
    const shortened = rounds.filter((round) =>
      [
        helene.compress(warmUpProse(round), {}),
        helene.compress(warmUpProse(round), { rate: 0.5 }),
        adeline.compress(warmUpRecords(round), { budget: 0.7 }),
        adeline.compress(warmUpOutput(round), { budget: 0.7 }),
      ].every(isKept),
    )
    // One begins within a fence, so that all of it is code.
    expect(shortened.length).toBeGreaterThan(rounds.length - 3)
  })

  it('say the longer words of each round in no other', () => {
    const seen = new Set<string>()
    for (const round of rounds) {
      const words = new Set(warmUpProse(round).match(/(?<![a-z])committee[a-z]*/g))
      expect(words.size).toBeGreaterThan(0)
      for (const word of words) expect(seen.has(word)).toBe(false)
      for (const word of words) seen.add(word)
    }
  })
})
