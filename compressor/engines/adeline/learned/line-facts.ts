// What the ranker knows about each line beyond its words: how its names spread over the text, and how the line begins and ends.

import type { LineReading } from '../reading/lines/line-reading.ts'
import { WordSign } from '../reading/lines/words.ts'
import { pointsOf } from '../units/points.ts'
import { HashIds } from './hash-ids.ts'

/** One entry per line. */
export interface LineFacts {
  /** For the names that appear here first: how often each appears in the text, in points, summed. */
  readonly opened: Int32Array
  /** How often the most frequent of those appears. */
  readonly openedMost: Int32Array
  /** How often the most and the least frequent of its names appear in the text. */
  readonly most: Int32Array
  readonly least: Int32Array
  /** Names that appear again later. */
  readonly again: Int32Array
  readonly digits: Int32Array
  readonly underscores: Int32Array
  readonly camelCases: Int32Array
  readonly members: Int32Array
  readonly pathParts: Int32Array
  readonly calls: Int32Array
  readonly longest: Int32Array
  /** First and last visible character, at most 127. */
  readonly opening: Uint8Array
  readonly closing: Uint8Array
}

const edge = (unit: number): number => Math.min(unit, 127)

const markEdges = ({ text, lines }: LineReading, facts: LineFacts, index: number): void => {
  const line = lines[index]
  if (line === undefined) return
  let [start, end] = [line.start, line.contentEnd]
  while (start < end && text.charCodeAt(start) <= 32) start += 1
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1
  facts.opening[index] = start < end ? edge(text.charCodeAt(start)) : 0
  facts.closing[index] = start < end ? edge(text.charCodeAt(end - 1)) : 0
}

/** Counts a word of the line if its shape has the sign. */
const countSign = (counts: Int32Array, line: number, shape: number, sign: number): void => {
  if ((shape & sign) !== 0) counts[line] = (counts[line] ?? 0) + 1
}

/** The facts of every line. Linear in the words. */
export const lineFacts = (context: LineReading): LineFacts => {
  const { hashes, shapes, first } = context.words
  const count = context.lines.length
  const table = (): Int32Array => new Int32Array(count)
  const facts: LineFacts = {
    opened: table(),
    openedMost: table(),
    most: table(),
    least: table(),
    again: table(),
    digits: table(),
    underscores: table(),
    camelCases: table(),
    members: table(),
    pathParts: table(),
    calls: table(),
    longest: table(),
    opening: new Uint8Array(count),
    closing: new Uint8Array(count),
  }
  const ids = new HashIds()
  const names = new Int32Array(hashes.length)
  for (let word = 0; word < hashes.length; word += 1)
    names[word] = ((shapes[word] ?? 0) & WordSign.name) === 0 ? -1 : ids.of(hashes[word] ?? 0)
  const times = new Int32Array(ids.size)
  for (const name of names) if (name >= 0) times[name] = (times[name] ?? 0) + 1
  const seen = new Int32Array(ids.size)
  for (let line = 0; line < count; line += 1) {
    const [from, until] = [first[line] ?? 0, first[line + 1] ?? 0]
    let [opened, openedMost, most, least, again] = [0, 0, 0, 0, 0]
    let longest = 0
    for (let word = from; word < until; word += 1) {
      const shape = shapes[word] ?? 0
      longest = Math.max(longest, (shape / WordSign.length) | 0)
      countSign(facts.pathParts, line, shape, WordSign.pathPart)
      countSign(facts.calls, line, shape, WordSign.call)
      countSign(facts.members, line, shape, WordSign.member)
      const name = names[word] ?? -1
      if (name < 0) continue
      countSign(facts.digits, line, shape, WordSign.digit)
      countSign(facts.underscores, line, shape, WordSign.underscore)
      countSign(facts.camelCases, line, shape, WordSign.camelCase)
      const all = times[name] ?? 1
      const before = seen[name] ?? 0
      seen[name] = before + 1
      most = Math.max(most, all)
      least = least === 0 ? all : Math.min(least, all)
      if (before + 1 < all) again += 1
      if (before === 0) {
        opened += pointsOf(all)
        openedMost = Math.max(openedMost, all)
      }
    }
    facts.opened[line] = opened
    facts.openedMost[line] = openedMost
    facts.most[line] = most
    facts.least[line] = least
    facts.again[line] = again
    facts.longest[line] = longest
    markEdges(context, facts, line)
  }
  return facts
}
