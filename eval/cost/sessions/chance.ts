// Random numbers by name: the same words give the same numbers on every machine.

import { digestOf } from '../../../testkit/data/transcripts.ts'
import { randomFrom } from '../../../testkit/random.ts'

export type Chance = () => number

/** One of these. */
export const pick = <Value>(chance: Chance, values: readonly Value[]): Value => {
  const value = values[Math.floor(chance() * values.length)]
  if (value === undefined) throw new Error('There is nothing to choose from.')
  return value
}

/** Numbers from 0 to 1 that depend on the words alone. */
export const chanceOf = (...words: readonly (string | number)[]): Chance => randomFrom(digestOf(words.join(' ')))
