// Keeps the rows of tables: only those of a run of samples or events may go, as records of JSON do (`weighing/json-samples.ts`), and of
// these none that differs from most. Who reads a table whose rows went takes it for the whole.

import type { LineContext } from '../context/line-context.ts'
import { atMostHalf, cellsOf, differing, mostCells } from '../reading/lines/cells.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, passivePoints, pinnedPoints } from '../units/units.ts'
import { sampleRules } from '../weighing/thresholds.ts'

const time = /\d\d?:\d\d(?::\d\d)?|^\d{10}(?:\d{3})?(?:\.\d+)?$/
const measure = /^[-+~<>=]*[$€£]?\d[\d.,:/T+-]*Z? ?[%a-zA-Zµ]{0,4}$/
const rule = /^[\s|:+=─┼├┤-]*$/
const longest = 400
/** Of the rows of a run, one in so many may be something else: a total, a row that says more. */
const otherAmong = 8
/** In a part of a value, which names nothing. */
const bracket = /[[\]{}]/
/** A column names the rows if of so many rows at least one says something else. */
const nameAmong = 2

interface Read {
  /** Whether the rows are samples or events: many, each with a time or nothing but numbers, and few with words of their own. */
  readonly isRun: boolean
  /** Of each row, whether it has words that hardly any other has. */
  readonly own: readonly boolean[]
}

const read = (rows: readonly (readonly string[])[], keepsNamed: boolean): Read => {
  if (rows.length < sampleRules.fewestTimed) return { isRun: false, own: [] }
  const alike = new Map<string, number>()
  /** What each cell says beside its numbers, with its column. */
  const said = rows.map((row) =>
    row.map((cell, at) => (measure.test(cell) ? '' : `${at} ${cell.replace(/\d+/g, '0')}`)),
  )
  for (const row of said) for (const words of row) alike.set(words, (alike.get(words) ?? 0) + 1)
  const countOf = (words: string): number => (words === '' ? rows.length : (alike.get(words) ?? 0))
  const own = said.map((row) => row.some((words) => countOf(words) < sampleRules.fewestAlike))
  if (own.filter((one) => one).length * sampleRules.ownAmong > rows.length) return { isRun: false, own }
  const areMost = (count: number): boolean => (rows.length - count) * otherAmong <= rows.length
  if (areMost(rows.filter((row) => row.some((cell) => time.test(cell))).length)) return { isRun: true, own }
  if (keepsNamed && hasNames(rows)) return { isRun: false, own }
  const measured = said.filter((row) => row.every((words) => areMost(countOf(words)))).length
  return { isRun: rows.length >= sampleRules.fewestMeasures && areMost(measured), own }
}

/** Whether a column has words with a number that hardly two rows share: what each row is about. */
const hasNames = (rows: readonly (readonly string[])[]): boolean => {
  for (let at = 0; at < mostCells; at += 1) {
    const cells = rows.map((row) => row[at] ?? '')
    const names = new Set(cells.filter((cell) => !measure.test(cell) && !bracket.test(cell)))
    if (names.size * nameAmong >= rows.length) return true
  }
  return false
}

/**
 * Of each row of a table, whether it stays; `keepsOwn`: of a run also those with words of their own; `keepsNamed`: rows with names of their own
 * are no measures. Linear in the cells.
 */
export const rowsThatStay = (
  rows: readonly (readonly string[])[],
  keepsOwn: boolean,
  keepsNamed: boolean,
): boolean[] => {
  const { isRun, own } = read(rows, keepsNamed)
  const stands = isRun ? differing(rows, atMostHalf) : undefined
  return rows.map((_, at) => stands?.[at] !== false || (keepsOwn && own[at] === true))
}

/** Pins those rows. Linear in the text. */
export const pinRows = ({ units, text, ranker }: LineContext, keepsOwn: boolean): void => {
  for (let unit = 0; unit < units.length; unit += 1) {
    const rows: { readonly unit: number; readonly cells: readonly string[] }[] = []
    for (; units.kind[unit] === TextKind.table; unit += 1) {
      if (units.needs[unit] === nothing || units.points[unit] === passivePoints) continue
      const start = units.start[unit] ?? 0
      const content = text.slice(start, Math.min(units.end[unit] ?? 0, start + longest))
      if (!rule.test(content)) rows.push({ unit, cells: cellsOf(content) })
    }
    const stays = rowsThatStay(
      rows.map((row) => row.cells),
      keepsOwn,
      ranker.readsClosely === true,
    )
    rows.forEach((row, at) => {
      if (stays[at] === true) units.points[row.unit] = pinnedPoints
    })
  }
}
