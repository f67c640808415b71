// Judges what a selection left, whatever its reasons: numbers must not run together, brackets must stay in pairs, no gap may
// be long. The order of removal already sees to all of this; the engine abstains from a text that slips through.

import { UnitKind } from '../../../text/units.ts'
import { endsParagraph } from '../reading/pairs.ts'
import type { Part, Prose } from '../reading/prose.ts'
import { thresholds } from '../weighing/thresholds.ts'

/** Whether two numbers stand side by side that had words between them. */
const runsNumbersTogether = (parts: readonly Part[], removedUpTo: number): boolean => {
  let before: Part | undefined
  let gap = false
  for (const part of parts) {
    if (part.removalRank <= removedUpTo) {
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

/** Number of brackets without a partner in their paragraph. */
const unmatched = ({ text, parts }: Prose, removedUpTo: number): number => {
  let alone = 0
  let depths = [0, 0, 0]
  for (const part of parts) {
    if (endsParagraph(text, part)) {
      alone += depths.reduce((sum, depth) => sum + depth, 0)
      depths = [0, 0, 0]
    }
    if (part.removalRank <= removedUpTo || (part.kind !== UnitKind.opening && part.kind !== UnitKind.closing)) continue
    const at = brackets.indexOf(text[part.from] ?? ' ')
    if (at < 0) continue
    const depth = depths[at >> 1] ?? 0
    if (at % 2 === 0) depths[at >> 1] = depth + 1
    else if (depth > 0) depths[at >> 1] = depth - 1
    else alone++
  }
  return depths.reduce((sum, depth) => sum + depth, alone)
}

const longestGap = (parts: readonly Part[], removedUpTo: number): number => {
  let longest = 0
  let gap = 0
  for (const part of parts) {
    if (!part.primary) continue
    gap = part.removalRank <= removedUpTo ? gap + 1 : 0
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
