// Ranks punctuation and white space by the words around them: no mark stays longer than what gives it sense, and no two
// words come to touch.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import { neverRemoved, type Parts } from '../reading/parts.ts'
import type { Prose } from '../reading/prose.ts'
import { listRanks } from './item-lists.ts'
import { bindSpaces } from './spaces.ts'

/** Raises the rank of a clause, a sentence or a line to that of a part in it. `ranks` has one entry for each, 0 if it is empty. */
export const raise = (ranks: Int32Array, index: number, rank: number): void => {
  if (rank > (ranks[index] ?? 0)) ranks[index] = rank
}

/** For each part, the highest rank of the words before it on its line; `neverRemoved` if there is none. */
const lineLeads = ({ columns, count, line, primary, removalRank }: Parts): Int32Array => {
  const leads = columns.int32(count)
  let here = -1
  let lead = -1
  for (let at = 0; at < count; at++) {
    if (line[at] !== here) lead = -1
    here = line[at] ?? 0
    leads[at] = lead < 0 ? neverRemoved : lead
    if (primary[at] === 1) lead = Math.max(lead, removalRank[at] ?? 0)
  }
  return leads
}

/**
 * The least rank of each mark that stands between words without white space, as in "the end—and the rest". The mark stays
 * while the words right after it and any word before it in its chunk stay, or they would come to touch. 0 for other parts.
 */
const jointRanks = ({ columns, count, chunk, primary, removalRank }: Parts): Int32Array => {
  const ranks = columns.int32(count)
  let here = -1
  let before = 0
  let joint = -1
  let earlier = 0
  for (let at = 0; at < count; at++) {
    if (chunk[at] !== here) {
      here = chunk[at] ?? 0
      before = 0
      joint = -1
    }
    if (primary[at] !== 1) {
      joint = at
      earlier = before
      continue
    }
    const rank = removalRank[at] ?? 0
    if (joint >= 0) raise(ranks, joint, Math.min(earlier, rank))
    before = Math.max(before, rank)
  }
  return ranks
}

/**
 * In a list a comma stays as long as the items on both sides: without it two would read as one. Elsewhere it goes, at the
 * latest, with the clause before or after it. A dash that alone separates two words goes with the first of them to go.
 */
const bindPauses = (parts: Parts, clauseRanks: Int32Array, leads: Int32Array, joints: Int32Array): void => {
  const { count, kind, chunk, clause, primary, pinned, group, labels, removalRank } = parts
  const ofList = listRanks(parts)
  for (let at = 0; at < count; at++) {
    const later = ofList[at] ?? -1
    const pauses = kind[at] === UnitKind.pause || kind[at] === UnitKind.dash || later >= 0
    if (!pauses || pinned[at] === 1 || (group[at] ?? 0) >= 0 || labels[at] === 1) continue
    const within = chunk[at - 1] === chunk[at] && chunk[at + 1] === chunk[at]
    const joint = joints[at] ?? 0
    let rank = removalRank[at] ?? 0
    if (within && primary[at - 1] === 1 && primary[at + 1] === 1) rank = joint
    else if (later >= 0) rank = Math.min(removalRank[primary[at - 1] === 1 ? at - 1 : at - 2] ?? 0, later)
    else rank = Math.min(rank, clauseRanks[clause[at] ?? 0] ?? 0, clauseRanks[(clause[at] ?? 0) + 1] ?? 0)
    removalRank[at] = primary[at] === 1 ? rank : Math.max(Math.min(rank, leads[at] ?? 0), joint)
  }
}

/** Ranks marks without a partner: such a mark stays as long as its chunk. */
const bindAlone = ({ columns, count, chunk, primary, pinned, removalRank }: Parts, alone: readonly number[]): void => {
  if (alone.length === 0) return
  const chunkRanks = columns.int32((chunk[count - 1] ?? 0) + 1)
  for (let at = 0; at < count; at++) if (primary[at] === 1) raise(chunkRanks, chunk[at] ?? 0, removalRank[at] ?? 0)
  for (const at of alone) removalRank[at] = pinned[at] === 1 ? neverRemoved : (chunkRanks[chunk[at] ?? 0] ?? 0)
}

/**
 * Brackets and quotation marks stay as long as anything between them, unless the closing one would come to open a line.
 * Returns the pairs that stay as long as what they enclose.
 */
const bindPairs = (
  parts: Parts,
  pairs: PairedMarks['pairs'],
  leads: Int32Array,
  joints: Int32Array,
): PairedMarks['pairs'] => {
  const { primary, pinned, removalRank } = parts
  const enclosing: (readonly [number, number])[] = []
  for (const [opening, closing] of pairs) {
    let inner = 0
    for (let inside = opening + 1; inside < closing && inner < neverRemoved; inside++)
      if (primary[inside] === 1) inner = Math.max(inner, removalRank[inside] ?? 0)
    const isPinned = pinned[opening] === 1 || pinned[closing] === 1
    const joint = Math.max(joints[opening] ?? 0, joints[closing] ?? 0)
    const rank = isPinned ? neverRemoved : Math.max(Math.min(inner, leads[closing] ?? 0), joint)
    removalRank[opening] = rank
    removalRank[closing] = rank
    if (rank >= inner) enclosing.push([opening, closing])
  }
  return enclosing
}

/**
 * A full stop stays as long as its sentence and some word before it on its line; a bullet, a label and a line end stay as long
 * as their line; marks with no words around them always stay.
 */
const bindEnds = ({ parts, sentences, lines }: Prose, leads: Int32Array): void => {
  const { columns, count, kind, sentence, line, primary, pinned, group, labels, removalRank } = parts
  const sentenceRanks = columns.int32(sentences)
  const lineRanks = columns.int32(lines)
  for (let at = 0; at < count; at++) {
    if (primary[at] !== 1 && pinned[at] !== 1) continue
    const rank = removalRank[at] ?? 0
    raise(sentenceRanks, sentence[at] ?? 0, rank)
    raise(lineRanks, line[at] ?? 0, rank)
  }
  for (let at = 0; at < count; at++) {
    if (pinned[at] === 1 || (group[at] ?? 0) >= 0) continue
    const is = kind[at] ?? 0
    if (is === UnitKind.stop)
      removalRank[at] = Math.min(sentenceRanks[sentence[at] ?? 0] || neverRemoved, leads[at] ?? 0)
    else if (is >= UnitKind.bullet || labels[at] === 1) removalRank[at] = lineRanks[line[at] ?? 0] || neverRemoved
  }
}

/** Sets `removalRank` of all punctuation and `spaceRank` of all white space. The words must have their ranks. */
export const bindMarks = (prose: Prose, { pairs, alone }: PairedMarks): void => {
  const { parts, clauses } = prose
  const { columns, count, primary, clause, removalRank } = parts
  const clauseRanks = columns.int32(clauses)
  for (let at = 0; at < count; at++) if (primary[at] === 1) raise(clauseRanks, clause[at] ?? 0, removalRank[at] ?? 0)
  const leads = lineLeads(parts)
  const joints = jointRanks(parts)
  bindPauses(parts, clauseRanks, leads, joints)
  const enclosing = bindPairs(parts, pairs, leads, joints)
  bindAlone(parts, alone)
  bindEnds(prose, leads)
  bindSpaces(parts, enclosing)
}
