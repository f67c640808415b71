// How long the longest-lived part of each clause, sentence or line lives.

import type { Part } from './prose.ts'

/** What parts stand in. */
type Place = 'clause' | 'sentence' | 'line'

/** The latest time of the parts that `counts` takes, by where they stand; 0 where none does. */
export const latest = (
  parts: readonly Part[],
  places: number,
  place: Place,
  counts: (part: Part) => boolean,
): Int32Array => {
  const lives = new Int32Array(places)
  for (const part of parts) {
    if (!counts(part)) continue
    const at = part[place]
    if (part.time > (lives[at] ?? 0)) lives[at] = part.time
  }
  return lives
}
