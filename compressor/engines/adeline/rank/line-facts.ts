// What the ranker knows of each line beyond the words in it: how its names spread over the text, and its first and last signs.

import type { LineContext } from '../lines/context.ts'
import { WordSign } from '../lines/words.ts'
import { pointsOf } from '../points.ts'
import { HashCounts } from './hash-counts.ts'

/** One entry per line. */
export interface LineFacts {
  /** Of the names that come here first: how often they come, in points, summed. */
  readonly opened: Int32Array
  /** The most that one of those comes. */
  readonly openedMost: Int32Array
  /** How often the most and the least frequent of its names come in the text. */
  readonly most: Int32Array
  readonly least: Int32Array
  /** Names that come again later. */
  readonly again: Int32Array
  readonly digits: Int32Array
  readonly bars: Int32Array
  readonly humps: Int32Array
  readonly members: Int32Array
  readonly steps: Int32Array
  readonly calls: Int32Array
  readonly longest: Int32Array
  /** First and last visible character, at most 127. */
  readonly opening: Uint8Array
  readonly closing: Uint8Array
}

const edge = (unit: number): number => Math.min(unit, 127)

const markEdges = ({ text, lines }: LineContext, facts: LineFacts, index: number): void => {
  const line = lines[index]
  if (line === undefined) return
  let [start, end] = [line.start, line.contentEnd]
  while (start < end && text.charCodeAt(start) <= 32) start += 1
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1
  facts.opening[index] = start < end ? edge(text.charCodeAt(start)) : 0
  facts.closing[index] = start < end ? edge(text.charCodeAt(end - 1)) : 0
}

/** The facts of every line. Linear in the words. */
export const lineFacts = (context: LineContext): LineFacts => {
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
    bars: table(),
    humps: table(),
    members: table(),
    steps: table(),
    calls: table(),
    longest: table(),
    opening: new Uint8Array(count),
    closing: new Uint8Array(count),
  }
  const all = new HashCounts()
  const seen = new HashCounts()
  for (let word = 0; word < hashes.length; word += 1)
    if (((shapes[word] ?? 0) & WordSign.name) !== 0) all.add(hashes[word] ?? 0)
  for (let line = 0; line < count; line += 1) {
    const [from, until] = [first[line] ?? 0, first[line + 1] ?? 0]
    let [opened, openedMost, most, least, again] = [0, 0, 0, 0, 0]
    let [digits, bars, humps, members, steps, calls, longest] = [0, 0, 0, 0, 0, 0, 0]
    for (let word = from; word < until; word += 1) {
      const hash = hashes[word] ?? 0
      const shape = shapes[word] ?? 0
      longest = Math.max(longest, Math.floor(shape / WordSign.length))
      if ((shape & WordSign.step) !== 0) steps += 1
      if ((shape & WordSign.call) !== 0) calls += 1
      if ((shape & WordSign.member) !== 0) members += 1
      if ((shape & WordSign.name) === 0) continue
      if ((shape & WordSign.digit) !== 0) digits += 1
      if ((shape & WordSign.bar) !== 0) bars += 1
      if ((shape & WordSign.hump) !== 0) humps += 1
      const times = all.of(hash)
      const before = seen.add(hash)
      most = Math.max(most, times)
      least = least === 0 ? times : Math.min(least, times)
      if (before + 1 < times) again += 1
      if (before === 0) {
        opened += pointsOf(times)
        openedMost = Math.max(openedMost, times)
      }
    }
    facts.opened[line] = opened
    facts.openedMost[line] = openedMost
    facts.most[line] = most
    facts.least[line] = least
    facts.again[line] = again
    facts.digits[line] = digits
    facts.bars[line] = bars
    facts.humps[line] = humps
    facts.members[line] = members
    facts.steps[line] = steps
    facts.calls[line] = calls
    facts.longest[line] = longest
    markEdges(context, facts, line)
  }
  return facts
}
