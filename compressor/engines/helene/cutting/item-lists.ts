// The commas that keep the items of a list apart, and the conjunctions that keep names apart.

import { UnitKind } from '../../../text/units.ts'
import type { Part } from '../reading/prose.ts'
import { WordClass } from '../words/function-words.ts'

const isItem = (part: Part | undefined, named: boolean): part is Part =>
  part?.content === true && (part.capital || !named)

const longestItem = 4

/** Another comma or conjunction follows soon: a list goes on. */
const goesOn = (parts: readonly Part[], at: number): boolean => {
  for (let next = at + 2; next <= at + 1 + longestItem; next++) {
    const part = parts[next]
    if (part === undefined || part.sentence !== parts[at]?.sentence) return false
    if (part.kind === UnitKind.pause || part.wordClass === WordClass.conjunction) return true
  }
  return false
}

/**
 * For each comma between two names or two items of a list, and each conjunction between two names: how long any item after
 * it lives; -1 for every other part. Read from the end.
 */
export const listLives = (parts: readonly Part[]): Int32Array => {
  const lives = new Int32Array(parts.length).fill(-1)
  const lifeAt = (at: number): number => lives[at] ?? -1
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
    lives[at] = Math.max(item.time, lifeAt(end) >= 0 ? lifeAt(end) : lifeAt(end + 1))
  }
  return lives
}
