// Judges what a selection left, whatever its reasons: numbers must not run together, brackets must stay in pairs, no gap may
// be long. The order of removal already sees to all of this; the engine abstains from a text that slips through.

import { UnitKind } from '../../../text/units.ts'
import { endsParagraph } from '../reading/pairs.ts'
import type { Parts } from '../reading/parts.ts'
import { type Prose, unitAt } from '../reading/prose.ts'
import { thresholds } from '../weighing/thresholds.ts'

/** Whether two numbers stand side by side that had words between them. */
const runsNumbersTogether = ({ count, kind, primary, removalRank }: Parts, removedUpTo: number): boolean => {
  let isNumberBefore = false
  let gap = false
  for (let at = 0; at < count; at++) {
    if ((removalRank[at] ?? 0) <= removedUpTo) {
      if (primary[at] === 1) gap = true
      continue
    }
    const isNumber = kind[at] === UnitKind.number
    if (gap && isNumber && isNumberBefore) return true
    isNumberBefore = isNumber
    gap = false
  }
  return false
}

const brackets = '()[]{}'
const kindsOfBrackets = brackets.length / 2

/** Number of brackets without a partner in their paragraph. */
const unmatched = (prose: Prose, removedUpTo: number): number => {
  const { count, kind, removalRank } = prose.parts
  const depths = new Int32Array(kindsOfBrackets)
  let alone = 0
  for (let at = 0; at <= count; at++) {
    const is = kind[at] ?? 0
    if (at === count || (is === UnitKind.lineBreak && endsParagraph(prose, at))) {
      for (const depth of depths) alone += depth
      depths.fill(0)
    }
    if ((is !== UnitKind.opening && is !== UnitKind.closing) || (removalRank[at] ?? 0) <= removedUpTo) continue
    const which = brackets.indexOf(String.fromCharCode(unitAt(prose, at)))
    if (which < 0) continue
    const depth = depths[which >> 1] ?? 0
    if (which % 2 === 0) depths[which >> 1] = depth + 1
    else if (depth > 0) depths[which >> 1] = depth - 1
    else alone++
  }
  return alone
}

const longestGap = ({ count, primary, removalRank }: Parts, removedUpTo: number): number => {
  let longest = 0
  let gap = 0
  for (let at = 0; at < count; at++) {
    if (primary[at] !== 1) continue
    gap = (removalRank[at] ?? 0) <= removedUpTo ? gap + 1 : 0
    longest = Math.max(longest, gap)
  }
  return longest
}

/** Whether what is left without everything up to a rank may be returned. `ownRate`: the engine has picked the rate. */
export const passesGate = (prose: Prose, removedUpTo: number, ownRate: boolean): boolean => {
  return (
    unmatched(prose, removedUpTo) <= unmatched(prose, -1) &&
    !runsNumbersTogether(prose.parts, removedUpTo) &&
    !(ownRate && longestGap(prose.parts, removedUpTo) > thresholds.longestGap)
  )
}
