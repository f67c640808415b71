// Judges what a selection left, apart from how it was chosen: numbers not run together, brackets still in pairs, no long gap.
// The order of removal sees to all this beforehand; a text that slips through all the same is abstained from.

import { UnitKind } from '../../../text/units.ts'
import { endsParagraph } from '../reading/pairs.ts'
import type { Part, Prose } from '../reading/prose.ts'
import { thresholds } from '../weighing/thresholds.ts'

/** Two numbers that stand side by side though words stood between them. */
const runsNumbersTogether = (parts: readonly Part[], moment: number): boolean => {
  let before: Part | undefined
  let gap = false
  for (const part of parts) {
    if (part.time <= moment) {
      if (part.primary) gap = true
      continue
    }
    if (gap && part.kind === UnitKind.number && before?.kind === UnitKind.number) return true
    before = part
    gap = false
  }
  return false
}

const brackets = '()[]{}'

/** How many brackets have no partner in their paragraph. */
const unmatched = ({ text, parts }: Prose, moment: number): number => {
  let alone = 0
  let depths = [0, 0, 0]
  for (const part of parts) {
    if (endsParagraph(text, part)) {
      alone += depths.reduce((sum, depth) => sum + depth, 0)
      depths = [0, 0, 0]
    }
    if (part.time <= moment || (part.kind !== UnitKind.opening && part.kind !== UnitKind.closing)) continue
    const at = brackets.indexOf(text[part.from] ?? ' ')
    if (at < 0) continue
    const depth = depths[at >> 1] ?? 0
    if (at % 2 === 0) depths[at >> 1] = depth + 1
    else if (depth > 0) depths[at >> 1] = depth - 1
    else alone++
  }
  return depths.reduce((sum, depth) => sum + depth, alone)
}

const longestGap = (parts: readonly Part[], moment: number): number => {
  let longest = 0
  let gap = 0
  for (const part of parts) {
    if (!part.primary) continue
    gap = part.time <= moment ? gap + 1 : 0
    longest = Math.max(longest, gap)
  }
  return longest
}

/** Whether what is left once `moment` has passed may be handed out. `ownRate`: the engine has picked the rate. */
export const passesGate = (prose: Prose, moment: number, ownRate: boolean): boolean => {
  return (
    unmatched(prose, moment) <= unmatched(prose, -1) &&
    !runsNumbersTogether(prose.parts, moment) &&
    !(ownRate && longestGap(prose.parts, moment) > thresholds.longestGap)
  )
}
