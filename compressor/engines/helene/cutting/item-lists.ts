// Ranks the commas that separate the items of a list, and the conjunctions that separate names.

import { UnitKind } from '../../../text/units.ts'
import type { Part } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'

const isItem = (part: Part | undefined, named: boolean): part is Part =>
  part?.content === true && (part.capital || !named)

const longestItem = 4

/** Whether another comma or conjunction follows soon, so that a list goes on. */
const goesOn = (parts: readonly Part[], at: number): boolean => {
  for (let next = at + 2; next <= at + 1 + longestItem; next++) {
    const part = parts[next]
    if (part === undefined || part.sentence !== parts[at]?.sentence) return false
    if (part.kind === UnitKind.pause || part.wordClass === WordClass.conjunction) return true
  }
  return false
}

/**
 * For each comma between two names or two items of a list, and for each conjunction between two names: the highest rank of
 * the items after it. -1 for every other part. Reads from the end.
 */
export const listRanks = (parts: readonly Part[]): Int32Array => {
  const ranks = new Int32Array(parts.length).fill(-1)
  const rankAt = (at: number): number => ranks[at] ?? -1
  for (let at = parts.length - 2; at > 0; at--) {
    const separator = parts[at]
    const joins = separator?.wordClass === WordClass.conjunction
    if (!joins && separator?.kind !== UnitKind.pause) continue
    const item = parts[at + 1]
    const before = joins && parts[at - 1]?.kind === UnitKind.pause ? at - 2 : at - 1
    const named = joins || !goesOn(parts, at)
    if (!isItem(parts[before], named) || !isItem(item, named)) continue
    let end = at + 2
    while (item.group >= 0 && parts[end]?.group === item.group) end++
    ranks[at] = Math.max(item.removalRank, rankAt(end) >= 0 ? rankAt(end) : rankAt(end + 1))
  }
  return ranks
}
