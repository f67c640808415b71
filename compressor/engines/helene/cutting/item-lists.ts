// Ranks the commas that separate the items of a list, and the conjunctions that separate names.

import { UnitKind } from '../../../text/units.ts'
import type { Parts } from '../reading/parts.ts'
import { WordClass } from '../words/function-words.ts'

const isItem = ({ content, capital }: Parts, at: number, named: boolean): boolean =>
  content[at] === 1 && (capital[at] === 1 || !named)

const longestItem = 4

/** Whether another comma or conjunction follows soon, so that a list goes on. */
const goesOn = ({ kind, sentence, wordClass }: Parts, at: number): boolean => {
  for (let next = at + 2; next <= at + 1 + longestItem; next++) {
    if (sentence[next] !== sentence[at]) return false
    if (kind[next] === UnitKind.pause || wordClass[next] === WordClass.conjunction) return true
  }
  return false
}

/**
 * For each comma between two names or two items of a list, and for each conjunction between two names: the highest rank of
 * the items after it. -1 for every other part. Reads from the end.
 */
export const listRanks = (parts: Parts): Int32Array => {
  const { columns, count, kind, wordClass, group, removalRank } = parts
  const ranks = columns.int32(count).fill(-1)
  const rankAt = (at: number): number => ranks[at] ?? -1
  for (let at = count - 2; at > 0; at--) {
    const joins = wordClass[at] === WordClass.conjunction
    if (!joins && kind[at] !== UnitKind.pause) continue
    const before = joins && kind[at - 1] === UnitKind.pause ? at - 2 : at - 1
    const named = joins || !goesOn(parts, at)
    if (!isItem(parts, before, named) || !isItem(parts, at + 1, named)) continue
    const end = (group[at + 1] ?? -1) < 0 ? at + 2 : parts.runEnd(group, at + 1)
    ranks[at] = Math.max(removalRank[at + 1] ?? 0, rankAt(end) >= 0 ? rankAt(end) : rankAt(end + 1))
  }
  return ranks
}
