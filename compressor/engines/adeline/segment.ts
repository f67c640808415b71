// Turns a text into units and the layout that prints them: one JSON value, JSON lines, or sections of lines by their kind.

import { scanJson } from '../../../core/json/scan.ts'
import { splitLines } from '../../text/lines.ts'
import type { LineContext, LineRule } from './context/line-context.ts'
import { Layout } from './cutting/layout.ts'
import { addCode } from './kinds/code.ts'
import { addDiff } from './kinds/diff.ts'
import { addJsonUnits } from './kinds/json.ts'
import { addJsonSection } from './kinds/json-section.ts'
import { addListing } from './kinds/listing.ts'
import { addLog } from './kinds/log.ts'
import { addPage } from './kinds/page.ts'
import { addProse } from './kinds/prose.ts'
import { addSettings } from './kinds/settings.ts'
import { addTable } from './kinds/table.ts'
import type { Ranker } from './learned/ranker.ts'
import { HashMap } from './reading/hash-map.ts'
import { type JsonValue, treeOf } from './reading/json/tree.ts'
import { formOf } from './reading/lines/form.ts'
import { englishSigns, signsIn } from './reading/lines/line-signs.ts'
import { repeatedLines } from './reading/lines/repeats.ts'
import { lineWords } from './reading/lines/words.ts'
import { type Section, sectionsOf } from './reading/sections/sections.ts'
import { estimateTokens } from './units/cost.ts'
import { TextKind } from './units/text-kind.ts'
import { pinnedPoints, Units } from './units/units.ts'
import { sizePointsOf } from './weighing/line-points.ts'
import { linePoints } from './weighing/thresholds.ts'

/** A text taken apart. */
export interface Segmented {
  /** The JSON values that stand in it. */
  readonly values: readonly JsonValue[]
  /** Number of characters of each kind of text. */
  readonly extent: readonly number[]
  readonly units: Units
  readonly layout: Layout
}

const opensJson = /^[ \t\r\n]*[[{]/

const wholeJson = (text: string, ranker: Ranker): Segmented | undefined => {
  const tape = opensJson.test(text) ? scanJson(text) : undefined
  if (tape === undefined) return undefined
  const units = new Units()
  const layout = new Layout(text)
  const values = [{ tape, offset: 0 }]
  const tree = treeOf(text, values)
  addJsonUnits(tree, units, ranker)
  layout.addJson(0, { tree, isTight: ranker.tightensLists === true }, text.length)
  return { values, extent: [text.length], units, layout }
}

const addSection: Record<TextKind, (context: LineContext, section: Section) => void> = {
  [TextKind.json]: addJsonSection,
  [TextKind.log]: addLog,
  [TextKind.trace]: addLog,
  [TextKind.table]: addTable,
  [TextKind.diff]: addDiff,
  [TextKind.listing]: addListing,
  [TextKind.code]: addCode,
  [TextKind.prose]: addProse,
  [TextKind.settings]: addSettings,
  [TextKind.page]: addPage,
}

/** Pins the first and the last line of what a program printed: they say what it is and how it ended. */
const pinEnds = ({ units, values }: LineContext): void => {
  if (values.length > 0) return
  for (const unit of [0, units.length - 1]) {
    const isShort = (units.cost[unit] ?? Number.POSITIVE_INFINITY) <= linePoints.longestEnd
    const kind = units.kind[unit]
    if (isShort && kind !== TextKind.code && kind !== TextKind.prose) units.points[unit] = pinnedPoints
  }
}

/**
 * The units of a text, with the points that the ranker gives them. `bind` ties units of lines together before they are ranked, `part`
 * keeps them or takes them apart afterwards. Linear in the text.
 */
export const segment = (text: string, ranker: Ranker, bind: LineRule, part: LineRule = () => undefined): Segmented => {
  const json = wholeJson(text, ranker)
  if (json !== undefined) return json
  const lines = splitLines(text)
  const isOfAnyLanguage = ranker.readsAllLanguages === true
  const words = lineWords(text, lines, isOfAnyLanguage)
  const templates = new HashMap<number>()
  for (const template of words.template) templates.set(template, (templates.get(template) ?? 0) + 1)
  const context: LineContext = {
    text,
    form: isOfAnyLanguage ? formOf(text) : text,
    lines,
    words,
    signs: isOfAnyLanguage ? signsIn(text) : englishSigns,
    repeats: repeatedLines(text, lines, words),
    templates,
    sizePoints: sizePointsOf(estimateTokens(text, 0, text.length)),
    units: new Units(),
    layout: new Layout(text),
    values: [],
    ranker,
  }
  const extent = Object.values(TextKind).map(() => 0)
  for (const section of sectionsOf(context)) {
    addSection[section.kind](context, section)
    const [start, end] = [lines[section.first]?.start ?? 0, lines[section.end - 1]?.end ?? 0]
    extent[section.kind] = (extent[section.kind] ?? 0) + end - start
  }
  pinEnds(context)
  bind(context)
  ranker.lines(context)
  part(context)
  return { values: context.values, extent, units: context.units, layout: context.layout }
}
