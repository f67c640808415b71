// Ranks punctuation and white space by the words around them: no mark stays longer than what gives it sense, and no two
// words come to touch.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import { neverRemoved, type Part, type Prose } from '../reading/prose.ts'
import { listRanks } from './item-lists.ts'
import { bindSpaces } from './spaces.ts'

/** Raises the rank of a clause, a sentence or a line to that of a part in it. `ranks` has one entry for each, 0 if it is empty. */
export const raise = (ranks: Int32Array, index: number, rank: number): void => {
  if (rank > (ranks[index] ?? 0)) ranks[index] = rank
}

/** For each part, the highest rank of the words before it on its line; `neverRemoved` if there is none. */
const lineLeads = (parts: readonly Part[]): Int32Array => {
  const leads = new Int32Array(parts.length)
  let line = -1
  let lead: number | undefined
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    if (part.line !== line) lead = undefined
    line = part.line
    leads[at] = lead ?? neverRemoved
    if (part.primary) lead = Math.max(lead ?? 0, part.removalRank)
  }
  return leads
}

/**
 * The least rank of each mark that stands between words without white space, as in "the end—and the rest". The mark stays
 * while the words right after it and any word before it in its chunk stay, or they would come to touch. 0 for other parts.
 */
const jointRanks = (parts: readonly Part[]): Int32Array => {
  const ranks = new Int32Array(parts.length)
  let chunk = -1
  let before = 0
  let joint = -1
  let earlier = 0
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    if (part.chunk !== chunk) {
      chunk = part.chunk
      before = 0
      joint = -1
    }
    if (!part.primary) {
      joint = at
      earlier = before
      continue
    }
    if (joint >= 0) ranks[joint] = Math.max(ranks[joint] ?? 0, Math.min(earlier, part.removalRank))
    before = Math.max(before, part.removalRank)
  }
  return ranks
}

/**
 * In a list a comma stays as long as the items on both sides: without it two would read as one. Elsewhere it goes, at the
 * latest, with the clause before or after it. A dash that alone separates two words goes with the first of them to go.
 */
const bindPauses = (parts: readonly Part[], clauseRanks: Int32Array, leads: Int32Array, joints: Int32Array): void => {
  const ofList = listRanks(parts)
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const later = ofList[at] ?? -1
    const pauses = part.kind === UnitKind.pause || part.kind === UnitKind.dash || later >= 0
    if (!pauses || part.pinned || part.group >= 0 || part.labels) continue
    const before = parts[at - 1]
    const after = parts[at + 1]
    if (before?.chunk === part.chunk && after?.chunk === part.chunk && before.primary && after.primary)
      part.removalRank = joints[at] ?? 0
    else if (later >= 0)
      part.removalRank = Math.min((before?.primary ? before : parts[at - 2])?.removalRank ?? 0, later)
    else part.removalRank = Math.min(part.removalRank, clauseRanks[part.clause] ?? 0, clauseRanks[part.clause + 1] ?? 0)
    if (!part.primary) part.removalRank = Math.max(Math.min(part.removalRank, leads[at] ?? 0), joints[at] ?? 0)
  }
}

/**
 * Brackets and quotation marks stay as long as anything between them, unless the closing one would come to open a line; a
 * mark without a partner stays as long as its chunk. Returns the pairs that stay as long as what they enclose.
 */
const bindPairs = (
  parts: readonly Part[],
  { pairs, alone }: PairedMarks,
  leads: Int32Array,
  joints: Int32Array,
): PairedMarks['pairs'] => {
  const enclosing: (readonly [number, number])[] = []
  for (const [opening, closing] of pairs) {
    const first = parts[opening]
    const last = parts[closing]
    if (first === undefined || last === undefined) continue
    let inner = 0
    for (let inside = opening + 1; inside < closing && inner < neverRemoved; inside++) {
      const part = parts[inside]
      if (part?.primary === true) inner = Math.max(inner, part.removalRank)
    }
    const pinned = first.pinned || last.pinned
    const joint = Math.max(joints[opening] ?? 0, joints[closing] ?? 0)
    first.removalRank = pinned ? neverRemoved : Math.max(Math.min(inner, leads[closing] ?? 0), joint)
    last.removalRank = first.removalRank
    if (first.removalRank >= inner) enclosing.push([opening, closing])
  }
  const chunkRanks = new Map<number, number>()
  if (alone.length > 0)
    for (const { chunk, primary, removalRank } of parts)
      if (primary) chunkRanks.set(chunk, Math.max(chunkRanks.get(chunk) ?? 0, removalRank))
  for (const at of alone) {
    const part = parts[at]
    if (part !== undefined) part.removalRank = part.pinned ? neverRemoved : (chunkRanks.get(part.chunk) ?? 0)
  }
  return enclosing
}

/**
 * A full stop stays as long as its sentence and some word before it on its line; a bullet, a label and a line end stay as long
 * as their line; marks with no words around them always stay.
 */
const bindEnds = ({ parts, sentences, lines }: Prose, leads: Int32Array): void => {
  const sentenceRanks = new Int32Array(sentences)
  const lineRanks = new Int32Array(lines)
  for (const part of parts) {
    if (!part.primary && !part.pinned) continue
    raise(sentenceRanks, part.sentence, part.removalRank)
    raise(lineRanks, part.line, part.removalRank)
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    if (part.pinned || part.group >= 0) continue
    if (part.kind === UnitKind.stop)
      part.removalRank = Math.min(sentenceRanks[part.sentence] || neverRemoved, leads[at] ?? 0)
    else if (part.kind >= UnitKind.bullet || part.labels) part.removalRank = lineRanks[part.line] || neverRemoved
  }
}

/** Sets `removalRank` of all punctuation and `spaceRank` of all white space. The words must have their ranks. */
export const bindMarks = (prose: Prose, marks: PairedMarks): void => {
  const { parts, clauses } = prose
  const clauseRanks = new Int32Array(clauses)
  for (const part of parts) if (part.primary) raise(clauseRanks, part.clause, part.removalRank)
  const leads = lineLeads(parts)
  const joints = jointRanks(parts)
  bindPauses(parts, clauseRanks, leads, joints)
  const enclosing = bindPairs(parts, marks, leads, joints)
  bindEnds(prose, leads)
  bindSpaces(parts, enclosing)
}
