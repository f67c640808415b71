// Windows of a few lines that stand again, verbatim, in a later text that stays; and with each, the lines behind it that stand again as well.
// Linear in the texts.

import { Int32List } from '../../json/int32-list.ts'
import { unitsReader } from '../../json/units.ts'
import { joinedSpans, type Span, type SpanList } from '../../text/spans.ts'
import type { Repeated } from './repeatable-text.ts'

/** Fewer lines or characters are no repetition. */
const fewestLines = 3
export const fewestCharacters = 200
/** So many lines stay at an edge: any lines in a row, one more than these, still stand together somewhere. */
export const edgeLines = 5
/** Of all later texts together: what is remembered of more would be too much memory. */
const mostWindows = 100_000
const lineBreak = 10

/** A text by its lines. */
export interface Lines {
  readonly text: string
  readonly count: number
  /** Of a line: where it starts, where it ends before its break, and a digest of it. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly digests: Int32Array
}

const unitsOf = unitsReader()

export const linesOf = (text: string): Lines => {
  const units = unitsOf(text)
  const { length } = units
  const [starts, ends, digests] = [new Int32List(), new Int32List(), new Int32List()]
  let start = 0
  let digest = 0
  for (let index = 0; index <= length; index += 1) {
    const unit = units[index] ?? lineBreak
    if (unit !== lineBreak) {
      digest = Math.imul(digest ^ unit, 0x01000193)
      continue
    }
    if (index < length || index > start) {
      starts.push(start)
      ends.push(index)
      digests.push(digest)
    }
    start = index + 1
    digest = 0
  }
  return { text, count: starts.length, starts: starts.values, ends: ends.values, digests: digests.values }
}

/** Of the lines of a window, in their order. Tells most windows apart, and none for sure: the lines can be chosen for it. */
const windowDigest = ({ digests }: Lines, line: number): number => {
  let digest = 0
  for (let at = line; at < line + fewestLines; at += 1)
    digest = Math.imul(digest, 0x85ebca6b) ^ ((digests[at] ?? 0) + (digest >>> 13))
  return digest
}

/** What a window says. A map of texts places them by a secret of the process; digests that somebody has chosen would all fall on one place. */
const windowText = ({ text, starts, ends }: Lines, line: number): string =>
  text.slice(starts[line], ends[line + fewestLines - 1])

const lineText = ({ text, starts, ends }: Lines, line: number): string => text.slice(starts[line], ends[line])

/** Where a window stands in a text that stays, and the line before which what stays there ends. */
interface Place {
  readonly index: number
  readonly lines: Lines
  readonly line: number
  readonly until: number
}

/** How many lines from here on are the same in both. Each is compared as it is met: a look takes no longer than what it finds, whatever digests say. */
const sameLines = (one: Lines, line: number, { lines: other, line: from, until }: Place): number => {
  let same = 0
  while (line + same < one.count && from + same < until) {
    const at = line + same
    const there = from + same
    if (one.digests[at] !== other.digests[there] || lineText(one, at) !== lineText(other, there)) break
    same += 1
  }
  return same < fewestLines ? 0 : same
}

/** What goes of lines that stand again; `undefined` where that is too little. */
const goneOf = ({ starts, ends }: Lines, line: number, same: number): Span | undefined => {
  const behind = line + same
  if ((ends[behind - 1] ?? 0) - (starts[line] ?? 0) < fewestCharacters) return undefined
  const [first, last] = [line + edgeLines, behind - edgeLines]
  if (first >= last) return undefined
  const span = [starts[first] ?? 0, starts[last] ?? 0] as const
  return span[1] - span[0] < fewestCharacters ? undefined : span
}

/** Of one conversation, whose texts are told of from the last to the first. */
export interface Windows {
  readonly isEmpty: () => boolean
  /** What goes of a text. */
  readonly look: (lines: Lines) => Repeated
  /** From now on a text holds the lines that stay of it. */
  readonly remember: (index: number, lines: Lines, stays: SpanList) => void
}

export const repeatedWindows = (): Windows => {
  const places = new Map<string, Place>()
  /** Whether a digest with these last bits is among them: most lines are told apart by it. */
  const among = new Uint8Array(1 << 16)
  return {
    isEmpty: () => places.size === 0,

    look(lines) {
      const gone: Span[] = []
      const holders = new Set<number>()
      let line = 0
      while (line + fewestLines <= lines.count) {
        const digest = windowDigest(lines, line)
        const place = among[digest & 0xffff] === 1 ? places.get(windowText(lines, line)) : undefined
        const same = place === undefined ? 0 : sameLines(lines, line, place)
        const span = same === 0 ? undefined : goneOf(lines, line, same)
        if (span === undefined || place === undefined) line += Math.max(1, same - fewestLines + 1)
        else {
          gone.push(span)
          holders.add(place.index)
          line += same
        }
      }
      return { gone, holders }
    },

    remember(index, lines, stays) {
      const { count, starts, ends } = lines
      let line = 0
      const { bounds } = joinedSpans(stays)
      for (let at = 0; at < bounds.length; at += 2) {
        const [start = 0, end = 0] = [bounds[at], bounds[at + 1]]
        while (line < count && (starts[line] ?? 0) < start) line += 1
        let until = line
        while (until < count && (ends[until] ?? 0) <= end) until += 1
        for (; line + fewestLines <= until && places.size < mostWindows; line += 1) {
          const window = windowText(lines, line)
          if (places.has(window)) continue
          places.set(window, { index, lines, line, until })
          among[windowDigest(lines, line) & 0xffff] = 1
        }
        line = until
      }
    },
  }
}
