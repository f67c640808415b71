// What punctuation and white space follow: nobody outlives what gave it sense, and nothing is glued together.
// Decides their moments from those of the words.

import { UnitKind } from '../../text/units.ts'
import { listLives } from './item-lists.ts'
import { latest } from './lives.ts'
import { type PairedMarks, pairMarks } from './pairs.ts'
import { forever, type Part, type Prose } from './prose.ts'
import { bindSpaces } from './spaces.ts'

/** In a list of names a comma stays as long as they do: without it two would be one. Elsewhere it goes with the clause before or after it at the latest; a dash that alone parts two words goes with either. */
const bindPauses = (parts: readonly Part[], lives: Int32Array): void => {
  const named = listLives(parts)
  parts.forEach((part, at) => {
    const later = named.get(at)
    const pauses = part.kind === UnitKind.pause || part.kind === UnitKind.dash || later !== undefined
    if (!pauses || part.pinned || part.group >= 0 || part.labels) return
    const before = parts[at - 1]
    const after = parts[at + 1]
    if (before?.chunk === part.chunk && after?.chunk === part.chunk && before.primary && after.primary)
      part.time = Math.min(before.time, after.time)
    else if (later !== undefined) part.time = Math.min((before?.primary ? before : parts[at - 2])?.time ?? 0, later)
    else part.time = Math.min(part.time, lives[part.clause] ?? 0, lives[part.clause + 1] ?? 0)
  })
}

/** Brackets and quotation marks live as long as anything between them; one without a partner as long as its chunk. */
const bindPairs = (parts: readonly Part[], { pairs, alone }: PairedMarks): void => {
  for (const [opening, closing] of pairs) {
    const first = parts[opening]
    const last = parts[closing]
    if (first === undefined || last === undefined) continue
    let life = first.pinned || last.pinned ? forever : 0
    for (let inside = opening + 1; inside < closing && life < forever; inside++) {
      const part = parts[inside]
      if (part?.primary === true) life = Math.max(life, part.time)
    }
    first.time = life
    last.time = life
  }
  const chunkLives = new Map<number, number>()
  if (alone.length > 0)
    for (const { chunk, primary, time } of parts)
      if (primary) chunkLives.set(chunk, Math.max(chunkLives.get(chunk) ?? 0, time))
  for (const at of alone) {
    const part = parts[at]
    if (part !== undefined) part.time = part.pinned ? forever : (chunkLives.get(part.chunk) ?? 0)
  }
}

/** A full stop lives as long as its sentence, a bullet, a label and a line end as long as their line; marks by themselves stay. */
const bindEnds = ({ parts, sentences, lines }: Prose): void => {
  const primaries = parts.filter((part) => part.primary || part.pinned)
  const sentenceLives = latest(primaries, sentences, ({ sentence }) => sentence)
  const lineLives = latest(primaries, lines, ({ line }) => line)
  for (const part of parts) {
    if (part.pinned || part.group >= 0) continue
    if (part.kind === UnitKind.stop) part.time = sentenceLives[part.sentence] || forever
    else if (part.kind >= UnitKind.bullet || part.labels) part.time = lineLives[part.line] || forever
  }
}

/** Sets `time` of all punctuation and `spaceTime` of all white space; the words have theirs. */
export const bindMarks = (prose: Prose): void => {
  const { parts, clauses } = prose
  const words = parts.filter((part) => part.primary)
  const marks = pairMarks(prose)
  bindPauses(
    parts,
    latest(words, clauses, ({ clause }) => clause),
  )
  bindPairs(parts, marks)
  bindEnds(prose)
  bindSpaces(parts, marks.pairs)
}
