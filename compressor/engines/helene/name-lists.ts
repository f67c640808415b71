// The commas and conjunctions that keep names apart.

import { UnitKind } from '../../text/units.ts'
import { WordClass } from './function-words.ts'
import type { Part } from './prose.ts'

const isNamed = (part: Part | undefined): part is Part => part?.content === true && part.capital

/** For each comma or conjunction in a list of names: how long any name after it lives. Read from the end. */
export const listLives = (parts: readonly Part[]): ReadonlyMap<number, number> => {
  const lives = new Map<number, number>()
  for (let at = parts.length - 2; at > 0; at--) {
    const name = parts[at + 1]
    const joins = parts[at]?.wordClass === WordClass.conjunction
    const before = joins && parts[at - 1]?.kind === UnitKind.pause ? at - 2 : at - 1
    if (!(joins || parts[at]?.kind === UnitKind.pause) || !isNamed(parts[before]) || !isNamed(name)) continue
    let end = at + 2
    while (name.group >= 0 && parts[end]?.group === name.group) end++
    lives.set(at, Math.max(name.time, lives.get(end) ?? lives.get(end + 1) ?? 0))
  }
  return lives
}
