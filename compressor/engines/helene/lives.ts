// How long the longest-lived part of each clause, sentence or line lives.

import type { Part } from './prose.ts'

/** The latest time of the parts, by what `of` says they stand in; 0 where none does. */
export const latest = (parts: readonly Part[], count: number, of: (part: Part) => number): Int32Array => {
  const lives = new Int32Array(count)
  for (const part of parts) lives[of(part)] = Math.max(lives[of(part)] ?? 0, part.time)
  return lives
}
