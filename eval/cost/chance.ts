// Seeded chance: the same seed gives the same numbers on every machine.

import { digestOf } from '../../testkit/data/transcripts.ts'

/** Numbers from 0 to 1 that depend on the words alone. */
export const chanceOf = (...words: readonly (string | number)[]): (() => number) => {
  let state = digestOf(words.join(' ')) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
