// Lines of `ls -l`: what stands in front of a name goes before the name does. Each was ranked as one line, so that a ranker sees
// what it has learned from.

import type { LineContext } from '../context/line-context.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { pinnedPoints } from '../units/units.ts'
import { expendableBelow, linePoints } from '../weighing/thresholds.ts'

/** Mode, links, owner, group, size or device, and time. */
const details =
  /^[-dlbcps][-rwxsStT]{9}[+@.]?[ ]+\d+[ ]+\S+[ ]+\S+[ ]+(?:\d+,[ ]*)?\d[\d.,]*[KMGTP]?[ ]+(?:[A-Z][a-z]{2}[ ]+\d{1,2}[ ]+\d[\d:]+|\d{4}-\d\d-\d\d[ ]+\d\d:\d\d\S*(?:[ ]+[+-]\d{4})?)[ ]+(?=\S)/
/** The same with a time in another language: `11月 30 09:00`, `30. Nov 09:00`, `30 нояб. 2025`. */
const detailsElsewhere =
  /^[-dlbcps][-rwxsStT]{9}[+@.]?[ ]+\d+[ ]+\S+[ ]+\S+[ ]+(?:\d+,[ ]*)?\d[\d.,]*[KMGTP]?[ ]+(?:\S{1,8}[ ]+\d{1,2}\.?|\d{1,2}\.?[ ]+\S{1,8})[ ]+\d[\d:]{3,4}[ ]+(?=\S)/
const longest = 200

const isMoreThanALine = (text: string, start: number, end: number): boolean => {
  const lineEnd = text.indexOf('\n', start)
  return lineEnd >= 0 && lineEnd < end - 1
}

/** Gives the details of each such line that is a unit of its own a unit that needs the name. Linear in the text. */
export const partDetails = ({ units, text, layout, signs }: LineContext): void => {
  const lengthOf = (line: string): number | undefined =>
    (details.exec(line) ?? (signs.readsAllLanguages ? detailsElsewhere.exec(line) : null))?.[0].length
  const parted = new Map<number, { readonly unit: number; readonly end: number }>()
  for (let unit = units.length - 1; unit >= 0; unit -= 1) {
    const [start, end, points] = [units.start[unit] ?? 0, units.end[unit] ?? 0, units.points[unit] ?? 0]
    if (points < expendableBelow || points === pinnedPoints) continue
    const before = lengthOf(text.slice(start, Math.min(end, start + longest)))
    if (before === undefined || isMoreThanALine(text, start, end)) continue
    const name = start + before
    units.start[unit] = name
    units.cost[unit] = estimateTokens(text, name, end)
    const own = units.add({
      kind: units.kind[unit] ?? 0,
      start,
      end: name,
      needs: unit,
      points: clampPoints(Math.max(linePoints.ordinary, points + linePoints.details)),
      cost: estimateTokens(text, start, name),
    })
    parted.set(unit, { unit: own, end: name })
  }
  layout.part(parted)
}
