// Keeps one of many lines that are the same but for their names and numbers: if all went, nobody would know that there were any.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'

/** Fewer lines are no run. */
const fewest = 6

/** A name alone says nothing of the names beside it. */
const hasWords = /\S\s+\S/
/** Lines of these kinds are units of their own, and may go without what stands around them. */
const kinds: ReadonlySet<number> = new Set([TextKind.listing, TextKind.log, TextKind.code, TextKind.settings])

/** Pins the first of each such run of units, unless one of them stays anyway. Linear in the text. */
export const pinOneOfAShape = (context: LineContext): void => {
  const { units, lines, words } = context
  let [line, above] = [0, 0]
  let [shape, first, length, stays] = [Number.NaN, 0, 0, false]
  const end = (): void => {
    if (length >= fewest && !stays && hasWords.test(contentOf(context, above))) units.pin(first)
    length = 0
    stays = false
  }
  for (let unit = 0; unit < units.length; unit += 1) {
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) <= (units.start[unit] ?? 0)) line += 1
    const isIn = kinds.has(units.kind[unit] ?? 0) && units.points[unit] !== passivePoints
    const own = isIn ? (words.template[line] ?? Number.NaN) : Number.NaN
    if (own !== shape) end()
    if (length === 0) [first, above] = [unit, line]
    shape = own
    if (!isIn) continue
    length += 1
    if (units.points[unit] === pinnedPoints) stays = true
  }
  end()
}
