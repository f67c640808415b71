// Keeps the rows of tables that are drawn with a rule below the names of the columns, wherever the router puts them: boxes, columns
// between `│`, columns that only blanks part. `rows.ts` says which rows of a run of samples or events may go.

import { columnsOfUnit } from '../../../text/scripts.ts'
import { isPackage } from '../binding/list-rows.ts'
import type { LineContext } from '../context/line-context.ts'
import { cellsOf, mostCells } from '../reading/lines/cells.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'
import { rowsThatStay } from './rows.ts'

/** A line of nothing but dashes and what parts them: between the columns, and at both ends. */
const rule = /^[ \t]*[+├╞╟╠┠┡]?[-─═━]{2,}(?:[ ┼╪╫╬╂╇+]+[-─═━]{2,})+[+┤╡╢╣┨┩]?[ \t]*$/
/** Stands in each of those lines. */
const hint = /[-─═━]{2}[ ┼╪╫╬╂╇+]+[-─═━]{2}/g
/** What closes a box, and what a database says of the number of rows. */
const closing = /^[ \t]*[└╰╘╙╚┗]/
const count = /^\(?\d+ rows?\b/
const bar = /[|│┃║]/
const dashes = /[-─═━]+/g
/** Wider tables are not read to their end. */
const longest = 2_000
/** Of a list of packages, which keeps their names, one row in so many may be something else. */
const otherAmong = 8

const lineAt = (context: LineContext, line: number): string => contentOf(context, line, longest)

/** Cuts a row at these places; `undefined` where a word reaches from one column into the next. */
const cutAt = (row: string, starts: readonly number[]): string[] | undefined => {
  const cells: string[] = []
  for (const [at, start] of starts.slice(0, mostCells).entries()) {
    if (start > 0 && row.length > start && row[start - 1]?.trim() !== '') return undefined
    cells.push(row.slice(start, starts[at + 1]).trim())
  }
  return cells
}

/** Where columns of a screen begin in a row that may have wide characters, and such as have no width. */
const placesOf = (row: string, columns: readonly number[]): number[] => {
  const places: number[] = []
  let column = 0
  for (let at = 0; at < row.length && places.length < columns.length; at += 1) {
    if (column >= (columns[places.length] ?? 0) && columnsOfUnit(row.charCodeAt(at)) > 0) places.push(at)
    column += columnsOfUnit(row.charCodeAt(at))
  }
  while (places.length < columns.length) places.push(row.length)
  return places
}

const isNarrow = /^[\0-\x7f]*$/

type Cut = (row: string, starts: readonly number[]) => string[] | undefined

/** By characters, or as a screen shows it: tools count either way. */
const cutByColumns: Cut = (row, starts) =>
  isNarrow.test(row) ? cutAt(row, starts) : (cutAt(row, placesOf(row, starts)) ?? cutAt(row, starts))

/** How the rows of a table with such a rule are read; `undefined` for a line that is none of them. */
const readerOf = (drawn: string, header: string, cut: Cut): ((row: string) => string[] | undefined) => {
  if (!bar.test(header)) {
    const starts = [...drawn.matchAll(dashes)].map(({ index }) => index)
    return (row) => cut(row, starts)
  }
  const columns = cellsOf(header).length
  return (row) => {
    const cells = bar.test(row) ? cellsOf(row) : []
    return cells.length === columns ? cells : undefined
  }
}

/** Pins the names of the columns, the rows that stay, and the line that counts them. Linear in the text. */
export const pinRuledTables = (context: LineContext): void => {
  const cut = context.signs.readsAllLanguages ? cutByColumns : cutAt
  const pin = linePins(context)
  for (const line of linesAt(context, offsetsOf(context.text, hint))) {
    const drawn = lineAt(context, line)
    const header = lineAt(context, line - 1)
    if (line === 0 || !rule.test(drawn) || header.trim() === '' || rule.test(header)) continue
    const read = readerOf(drawn, header, cut)
    if (read(header) === undefined) continue
    const rows: string[][] = []
    let packages = 0
    let behind = line + 1
    for (; behind < context.lines.length && !isBlankLine(context, behind); behind += 1) {
      const row = lineAt(context, behind)
      if (rule.test(row) || closing.test(row) || count.test(row)) break
      const cells = read(row)
      if (cells === undefined) break
      rows.push(cells)
      if (isPackage(row)) packages += 1
    }
    if ((rows.length - packages) * otherAmong <= rows.length) continue
    pin(line - 1)
    rowsThatStay(rows, true, context.ranker.readsClosely === true).forEach((stays, at) => {
      if (stays) pin(line + 1 + at)
    })
    for (let below = behind; below < behind + 2; below += 1) if (count.test(lineAt(context, below))) pin(below)
  }
}
