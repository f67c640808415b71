// What the ranker sees of a unit made of lines: its words and names, how they spread over the text, its place, and its neighbours.

import { TextKind } from '../kinds.ts'
import { indentOf, type LineContext } from '../lines/context.ts'
import { pointsOf } from '../points.ts'
import { expendableBelow } from '../thresholds.ts'
import { nothing, pinnedPoints } from '../units.ts'
import { FeatureTable } from './feature-table.ts'
import { type LineFacts, lineFacts } from './line-facts.ts'

/** Lines of a unit that are looked at; what a long one says, its first lines tell. */
const mostLines = 8
/** Steps to the root that are counted. */
const deepest = 24

/** First line of every unit. Units stand in the order of their text. */
const linesOf = ({ units, lines }: LineContext): Int32Array => {
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
const textFeatures = (context: LineContext, facts: LineFacts): number[] => {
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
  const share = (amount: number, of: number): number => Math.floor((1_000 * amount) / Math.max(of, 1))
  return [
    pointsOf(Math.max(1, Math.min(all, 2 ** 30))),
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

/** Names of the features, in their order: for whoever reads a model. */
export const lineFeatureNames: readonly string[] = [
  ...'kind points cost lines words names freshNames freshWords signs indent opening closing'.split(' '),
  ...'opened openedMost most least again digits bars humps members steps calls longest'.split(' '),
  ...'repeats template fromStart fromEnd position gap depth needsDistance dependants'.split(' '),
  ...'kindBefore pointsBefore costBefore namesBefore openedBefore indentBefore openingBefore'.split(' '),
  ...'kindAfter pointsAfter costAfter namesAfter openedAfter indentAfter openingAfter'.split(' '),
  ...'pointsAbove namesAbove'.split(' '),
  ...'textTokens textUnits textPinned textCode textListing textLog textTrace textProse textDiff'.split(' '),
  ...'textFresh textNames textDensity textTop'.split(' '),
]

/** Whether the unit is ranked: made of lines, and neither pinned, passive, expendable nor JSON. */
const isRanked = ({ units }: LineContext, unit: number): boolean => {
  const points = units.points[unit] ?? 0
  const kind = units.kind[unit]
  return points >= expendableBelow && points < pinnedPoints && kind !== TextKind.json && kind !== TextKind.page
}

/** The features of every unit that is ranked. Linear in the text. */
export const lineFeatures = (context: LineContext): FeatureTable => {
  const { units, words, templates, repeats, lines } = context
  const ranked: number[] = []
  for (let unit = 0; unit < units.length; unit += 1) if (isRanked(context, unit)) ranked.push(unit)
  const table = new FeatureTable(lineFeatureNames.length, ranked)
  if (ranked.length === 0) return table
  const facts = lineFacts(context)
  const first = linesOf(context)
  const whole = textFeatures(context, facts)
  const dependants = new Int32Array(units.length)
  const depth = new Int32Array(units.length)
  for (let unit = 0; unit < units.length; unit += 1) {
    const needs = units.needs[unit] ?? nothing
    if (needs === nothing) continue
    dependants[needs] = (dependants[needs] ?? 0) + 1
    depth[unit] = Math.min(deepest, (depth[needs] ?? 0) + 1)
  }
  const lastLine = (unit: number): number => {
    const end = units.end[unit] ?? 0
    let line = first[unit] ?? 0
    while (line + 1 < lines.length && (lines[line + 1]?.start ?? 0) < end) line += 1
    return line
  }
  const beside = (unit: number, indent: number): number[] => {
    if (unit < 0 || unit >= units.length) return [-1, 0, 0, 0, 0, 0, 0]
    const line = first[unit] ?? 0
    return [
      units.kind[unit] ?? 0,
      units.points[unit] ?? 0,
      units.cost[unit] ?? 1,
      words.names[line] ?? 0,
      facts.opened[line] ?? 0,
      indentOf(context, line) - indent,
      facts.opening[line] ?? 0,
    ]
  }
  ranked.forEach((unit, row) => {
    const line = first[unit] ?? 0
    const stop = Math.min(lastLine(unit) + 1, line + mostLines)
    const sum = (column: ArrayLike<number>): number => {
      let total = 0
      for (let at = line; at < stop; at += 1) total += column[at] ?? 0
      return total
    }
    const largest = (column: ArrayLike<number>): number => {
      let found = 0
      for (let at = line; at < stop; at += 1) found = Math.max(found, column[at] ?? 0)
      return found
    }
    const indent = indentOf(context, line)
    const needs = units.needs[unit] ?? nothing
    const above = needs === nothing ? 0 : (first[needs] ?? 0)
    table.fill(row, [
      units.kind[unit] ?? 0,
      units.points[unit] ?? 0,
      units.cost[unit] ?? 1,
      stop - line,
      sum(words.words),
      sum(words.names),
      sum(words.freshNames),
      sum(words.freshWords),
      words.signs[line] ?? 0,
      indent,
      facts.opening[line] ?? 0,
      facts.closing[stop - 1] ?? 0,
      sum(facts.opened),
      largest(facts.openedMost),
      largest(facts.most),
      facts.least[line] ?? 0,
      sum(facts.again),
      sum(facts.digits),
      sum(facts.bars),
      sum(facts.humps),
      sum(facts.members),
      sum(facts.steps),
      sum(facts.calls),
      largest(facts.longest),
      repeats[line] ?? 0,
      templates.get(words.template[line] ?? 0) ?? 1,
      unit,
      units.length - unit,
      Math.floor((1_000 * unit) / units.length),
      unit === 0 ? 0 : line - lastLine(unit - 1),
      depth[unit] ?? 0,
      needs === nothing ? 0 : unit - needs,
      dependants[unit] ?? 0,
      ...beside(unit - 1, indent),
      ...beside(unit + 1, indent),
      needs === nothing ? -1 : (units.points[needs] ?? 0),
      needs === nothing ? 0 : (words.names[above] ?? 0),
      ...whole,
    ])
  })
  return table
}
