// What punctuation and white space follow: nobody outlives what gave it sense, and nothing is glued together.
// Decides their moments from those of the words.

import { UnitKind } from '../../../text/units.ts'
import type { PairedMarks } from '../reading/pairs.ts'
import { forever, type Part, type Prose } from '../reading/prose.ts'
import { listLives } from './item-lists.ts'
import { bindSpaces } from './spaces.ts'

/** A place lives at least as long as a part that stands in it. `lives`: of every place, 0 where nothing stands. */
export const prolong = (lives: Int32Array, place: number, time: number): void => {
  if (time > (lives[place] ?? 0)) lives[place] = time
}

/** How long anything lives that stands before each part on its line; `forever` where nothing ever did. */
const lineLeads = (parts: readonly Part[]): Int32Array => {
  const leads = new Int32Array(parts.length)
  let line = -1
  let lead: number | undefined
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    if (part.line !== line) lead = undefined
    line = part.line
    leads[at] = lead ?? forever
    if (part.primary) lead = Math.max(lead ?? 0, part.time)
  }
  return leads
}

/**
 * How long each mark must live that stands between words without white space, as in "the end—and the rest": as long as the
 * words right after it and anything before it in its chunk, or those would come to touch. 0 for every other part.
 */
const jointLives = (parts: readonly Part[]): Int32Array => {
  const lives = new Int32Array(parts.length)
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
    if (joint >= 0) lives[joint] = Math.max(lives[joint] ?? 0, Math.min(earlier, part.time))
    before = Math.max(before, part.time)
  }
  return lives
}

/**
 * In a list a comma stays as long as its items: without it two would be one. Elsewhere it goes with the clause before or
 * after it at the latest; a dash that alone parts two words goes with either.
 */
const bindPauses = (parts: readonly Part[], lives: Int32Array, leads: Int32Array, joints: Int32Array): void => {
  const named = listLives(parts)
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    const later = named[at] ?? -1
    const pauses = part.kind === UnitKind.pause || part.kind === UnitKind.dash || later >= 0
    if (!pauses || part.pinned || part.group >= 0 || part.labels) continue
    const before = parts[at - 1]
    const after = parts[at + 1]
    if (before?.chunk === part.chunk && after?.chunk === part.chunk && before.primary && after.primary)
      part.time = joints[at] ?? 0
    else if (later >= 0) part.time = Math.min((before?.primary ? before : parts[at - 2])?.time ?? 0, later)
    else part.time = Math.min(part.time, lives[part.clause] ?? 0, lives[part.clause + 1] ?? 0)
    if (!part.primary) part.time = Math.max(Math.min(part.time, leads[at] ?? 0), joints[at] ?? 0)
  }
}

/**
 * Brackets and quotation marks live as long as anything between them, unless the closing one would come to open a line; one
 * without a partner as long as its chunk. Returns the pairs that live as long as what they enclose.
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
    let life = 0
    for (let inside = opening + 1; inside < closing && life < forever; inside++) {
      const part = parts[inside]
      if (part?.primary === true) life = Math.max(life, part.time)
    }
    const pinned = first.pinned || last.pinned
    const joint = Math.max(joints[opening] ?? 0, joints[closing] ?? 0)
    first.time = pinned ? forever : Math.max(Math.min(life, leads[closing] ?? 0), joint)
    last.time = first.time
    if (first.time >= life) enclosing.push([opening, closing])
  }
  const chunkLives = new Map<number, number>()
  if (alone.length > 0)
    for (const { chunk, primary, time } of parts)
      if (primary) chunkLives.set(chunk, Math.max(chunkLives.get(chunk) ?? 0, time))
  for (const at of alone) {
    const part = parts[at]
    if (part !== undefined) part.time = part.pinned ? forever : (chunkLives.get(part.chunk) ?? 0)
  }
  return enclosing
}

/** A full stop lives as long as its sentence and something before it on its line, a bullet, a label and a line end as long as their line; marks by themselves stay. */
const bindEnds = ({ parts, sentences, lines }: Prose, leads: Int32Array): void => {
  const sentenceLives = new Int32Array(sentences)
  const lineLives = new Int32Array(lines)
  for (const part of parts) {
    if (!part.primary && !part.pinned) continue
    prolong(sentenceLives, part.sentence, part.time)
    prolong(lineLives, part.line, part.time)
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part === undefined) continue
    if (part.pinned || part.group >= 0) continue
    if (part.kind === UnitKind.stop) part.time = Math.min(sentenceLives[part.sentence] || forever, leads[at] ?? 0)
    else if (part.kind >= UnitKind.bullet || part.labels) part.time = lineLives[part.line] || forever
  }
}

/** Sets `time` of all punctuation and `spaceTime` of all white space; the words have theirs. */
export const bindMarks = (prose: Prose, marks: PairedMarks): void => {
  const { parts, clauses } = prose
  const clauseLives = new Int32Array(clauses)
  for (const part of parts) if (part.primary) prolong(clauseLives, part.clause, part.time)
  const leads = lineLeads(parts)
  const joints = jointLives(parts)
  bindPauses(parts, clauseLives, leads, joints)
  const enclosing = bindPairs(parts, marks, leads, joints)
  bindEnds(prose, leads)
  bindSpaces(parts, enclosing)
}
