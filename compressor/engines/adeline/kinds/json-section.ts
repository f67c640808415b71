// JSON inside a text, on lines of its own: one value, or many (JSON lines).

import { scanJson } from '../../../../core/json/scan.ts'
import type { LineContext } from '../context/line-context.ts'
import { type JsonValue, treeOf } from '../reading/json/tree.ts'
import type { Section } from '../reading/sections/sections.ts'
import { most } from '../weighing/thresholds.ts'
import { addCode } from './code.ts'
import { addJsonUnits } from './json.ts'

/** The bounds of the top-level values of `[start, end)`, found by their brackets; strings are skipped. */
const boundsOf = (text: string, start: number, end: number): [number, number][] => {
  const bounds: [number, number][] = []
  let [depth, from] = [0, start]
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) {
      at += 1
      while (at < end && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
    } else if (unit === 0x7b || unit === 0x5b) {
      if (depth === 0) from = at
      depth += 1
    } else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1
      if (depth === 0) bounds.push([from, at + 1])
    }
  }
  return bounds
}

/** Adds the units of the values; lines that turn out not to be JSON are kept like code. */
export const addJsonSection = (context: LineContext, section: Section): void => {
  const { text, lines, units, layout } = context
  const start = lines[section.first]?.start ?? 0
  const end = lines[section.end - 1]?.end ?? start
  const values: JsonValue[] = []
  let position = start
  const bounds = boundsOf(text, start, end)
  if (bounds.length > most.jsonLines) {
    addCode(context, section)
    return
  }
  for (const [from, until] of bounds) {
    const tape = text.slice(position, from).trim() === '' ? scanJson(text.slice(from, until)) : undefined
    if (tape === undefined) {
      addCode(context, section)
      return
    }
    values.push({ tape, offset: from })
    position = until
  }
  if (values.length === 0 || text.slice(position, end).trim() !== '') {
    addCode(context, section)
    return
  }
  const tree = treeOf(text, values)
  for (const value of values) context.values.push(value)
  const unit = units.length
  addJsonUnits(tree, units, context.ranker)
  layout.addJson(unit, { tree, isTight: context.ranker.tightensLists === true }, end)
}
