// What the ranker sees of a unit made of lines: its words and names, how they spread over the text, its position, and its
// neighbours.

import { indentOf, type LineReading } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints, type Units } from '../units/units.ts'
import { expendableBelow } from '../weighing/thresholds.ts'
import { FeatureRow, pointsOfTotal, share } from './feature-row.ts'
import { type LineFacts, lineFacts } from './line-facts.ts'

/** How many lines of a unit count: the first ones tell what a long unit is about. */
const mostLines = 8
/** The greatest depth that counts. */
const deepest = 24

/** The lines of a text and the units that the rules made of them. */
export interface RankedLines extends LineReading {
  readonly units: Units
}

/** First line of every unit. Units stand in the order of their text. */
const linesOf = ({ units, lines }: RankedLines): Int32Array => {
  const first = new Int32Array(units.length)
  let line = 0
  for (let unit = 0; unit < units.length; unit += 1) {
    const start = units.start[unit] ?? 0
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) <= start) line += 1
    first[unit] = line
  }
  return first
}

/** Facts of a whole text that all its units share. */
const textFeatures = (context: RankedLines, facts: LineFacts): number[] => {
  const { units, words, lines } = context
  const tokens = new Float64Array(Object.keys(TextKind).length)
  let [all, pinned] = [0, 0]
  for (let unit = 0; unit < units.length; unit += 1) {
    const [kind, cost] = [units.kind[unit] ?? 0, units.cost[unit] ?? 1]
    tokens[kind] = (tokens[kind] ?? 0) + cost
    all += cost
    if (units.points[unit] === pinnedPoints) pinned += cost
  }
  let [names, fresh, top] = [0, 0, 0]
  for (let line = 0; line < lines.length; line += 1) {
    names += words.names[line] ?? 0
    fresh += words.freshNames[line] ?? 0
    top = Math.max(top, facts.most[line] ?? 0)
  }
  return [
    pointsOfTotal(all),
    units.length,
    share(pinned, all),
    share(tokens[TextKind.code] ?? 0, all),
    share(tokens[TextKind.listing] ?? 0, all),
    share(tokens[TextKind.log] ?? 0, all),
    share(tokens[TextKind.trace] ?? 0, all),
    share(tokens[TextKind.prose] ?? 0, all),
    share(tokens[TextKind.diff] ?? 0, all),
    share(fresh, names),
    share(names, words.hashes.length),
    share(fresh, all),
    top,
  ]
}

/** Names of the features, in their order, for readers of a model. */
export const lineFeatureNames: readonly string[] = [
  ...'kind points cost lines words names freshNames freshWords opened openedMost most least again'.split(' '),
  ...'digits underscores camelCases members pathParts calls longest signs opening closing'.split(' '),
  ...'indent repeats template fromStart fromEnd position gap depth needsDistance dependants'.split(' '),
  ...'kindBefore pointsBefore costBefore namesBefore openedBefore indentBefore openingBefore'.split(' '),
  ...'kindAfter pointsAfter costAfter namesAfter openedAfter indentAfter openingAfter'.split(' '),
  ...'pointsAbove namesAbove'.split(' '),
  ...'textTokens textUnits textPinned textCode textListing textLog textTrace textProse textDiff'.split(' '),
  ...'textFresh textNames textDensity textTop'.split(' '),
]

/** Frames of stack traces are left to the rules, which know better which frames belong to the user's own code. */
const ruledKinds: ReadonlySet<number> = new Set([TextKind.json, TextKind.trace, TextKind.page])

/** Whether the unit is ranked: its kind is, and it is neither pinned, passive nor expendable. */
const isRanked = ({ units }: RankedLines, unit: number): boolean => {
  const points = units.points[unit] ?? 0
  return points >= expendableBelow && points < pinnedPoints && !ruledKinds.has(units.kind[unit] ?? TextKind.json)
}

/** How deep each unit stands below others that it needs, and how many need it. */
const nestingOf = ({ units }: RankedLines): { readonly depth: Int32Array; readonly dependants: Int32Array } => {
  const [depth, dependants] = [new Int32Array(units.length), new Int32Array(units.length)]
  for (let unit = 0; unit < units.length; unit += 1) {
    const needs = units.needs[unit] ?? nothing
    if (needs === nothing) continue
    dependants[needs] = (dependants[needs] ?? 0) + 1
    depth[unit] = Math.min(deepest, (depth[needs] ?? 0) + 1)
  }
  return { depth, dependants }
}

/** Adds what the lines `[from, until)` say together. */
const addLines = (row: FeatureRow, { words }: LineReading, facts: LineFacts, from: number, until: number): void => {
  const addSum = (table: Int32Array): void => {
    let sum = 0
    for (let line = from; line < until; line += 1) sum += table[line] ?? 0
    row.add(sum)
  }
  const addLargest = (table: Int32Array): void => {
    let largest = 0
    for (let line = from; line < until; line += 1) largest = Math.max(largest, table[line] ?? 0)
    row.add(largest)
  }
  row.add(until - from)
  addSum(words.words)
  addSum(words.names)
  addSum(words.freshNames)
  addSum(words.freshWords)
  addSum(facts.opened)
  addLargest(facts.openedMost)
  addLargest(facts.most)
  row.add(facts.least[from] ?? 0)
  addSum(facts.again)
  addSum(facts.digits)
  addSum(facts.underscores)
  addSum(facts.camelCases)
  addSum(facts.members)
  addSum(facts.pathParts)
  addSum(facts.calls)
  addLargest(facts.longest)
  row.add(words.signs[from] ?? 0)
  row.add(facts.opening[from] ?? 0)
  row.add(facts.closing[until - 1] ?? 0)
}

/**
 * Calls `visit` with every unit that is ranked and its features, which are valid until the next call. The points among the
 * features are those of the rules, whatever `visit` does to the units. Linear in the text.
 */
export const visitRanked = (context: RankedLines, visit: (unit: number, features: Int16Array) => void): void => {
  const { units, words, templates, repeats, lines } = context
  const ruled = Int32Array.from(units.points)
  if (!ruled.some((_, unit) => isRanked(context, unit))) return
  const row = new FeatureRow(lineFeatureNames.length)
  const facts = lineFacts(context)
  const first = linesOf(context)
  const indent = Int32Array.from(first, (line) => indentOf(context, line))
  const whole = textFeatures(context, facts)
  const { depth, dependants } = nestingOf(context)
  const behind = (unit: number): number => {
    const end = units.end[unit] ?? 0
    let line = (first[unit] ?? 0) + 1
    while (line < lines.length && (lines[line]?.start ?? 0) < end) line += 1
    return line
  }
  const addNeighbour = (unit: number, own: number): void => {
    const isThere = unit >= 0 && unit < units.length
    const line = first[unit] ?? 0
    row.add(isThere ? (units.kind[unit] ?? 0) : -1)
    row.add(isThere ? (ruled[unit] ?? 0) : 0)
    row.add(isThere ? (units.cost[unit] ?? 1) : 0)
    row.add(isThere ? (words.names[line] ?? 0) : 0)
    row.add(isThere ? (facts.opened[line] ?? 0) : 0)
    row.add(isThere ? (indent[unit] ?? 0) - own : 0)
    row.add(isThere ? (facts.opening[line] ?? 0) : 0)
  }
  for (let unit = 0; unit < units.length; unit += 1) {
    if (!isRanked(context, unit)) continue
    row.start()
    const line = first[unit] ?? 0
    const needs = units.needs[unit] ?? nothing
    const own = indent[unit] ?? 0
    row.add(units.kind[unit] ?? 0)
    row.add(ruled[unit] ?? 0)
    row.add(units.cost[unit] ?? 1)
    addLines(row, context, facts, line, Math.min(behind(unit), line + mostLines))
    row.add(own)
    row.add(repeats[line] ?? 0)
    row.add(templates.get(words.template[line] ?? 0) ?? 1)
    row.add(unit)
    row.add(units.length - unit)
    row.add(share(unit, units.length))
    row.add(unit === 0 ? 0 : line - behind(unit - 1) + 1)
    row.add(depth[unit] ?? 0)
    row.add(needs === nothing ? 0 : unit - needs)
    row.add(dependants[unit] ?? 0)
    addNeighbour(unit - 1, own)
    addNeighbour(unit + 1, own)
    row.add(needs === nothing ? -1 : (ruled[needs] ?? 0))
    row.add(needs === nothing ? 0 : (words.names[first[needs] ?? 0] ?? 0))
    for (const feature of whole) row.add(feature)
    visit(unit, row.values)
  }
}
