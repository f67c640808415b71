// Which units stand on a line of the text.

import { TextKind } from '../units/text-kind.ts'
import type { LineContext } from './line-context.ts'

/** Finds the units with characters on a line, by binary search. Leaves out the units of JSON, the only ones that nest. */
export const unitsOnLine = ({ units, lines }: LineContext): ((line: number) => number[]) => {
  const plain: number[] = []
  for (let unit = 0; unit < units.length; unit += 1) if (units.kind[unit] !== TextKind.json) plain.push(unit)
  return (line) => {
    const { start, contentEnd } = lines[line] ?? { start: 0, contentEnd: 0 }
    let [low, high] = [0, plain.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((units.end[plain[middle] ?? 0] ?? 0) <= start) low = middle + 1
      else high = middle
    }
    let behind = low
    while (behind < plain.length && (units.start[plain[behind] ?? 0] ?? 0) < contentEnd) behind += 1
    return plain.slice(low, behind)
  }
}
