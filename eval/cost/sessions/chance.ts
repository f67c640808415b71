// Random numbers by name: the same words give the same numbers on every machine.

import { digestOf } from '../../../testkit/data/transcripts.ts'
import { randomFrom } from '../../../testkit/random.ts'

/** Numbers from 0 to 1 that depend on the words alone. */
export const chanceOf = (...words: readonly (string | number)[]): (() => number) =>
  randomFrom(digestOf(words.join(' ')))
