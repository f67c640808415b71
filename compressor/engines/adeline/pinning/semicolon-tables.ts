// Keeps the rows of tables whose cells semicolons part, as programs write them where a comma stands before fractions. The router takes such
// lines for code, for they end or are full of what ends a statement.

import type { LineContext } from '../context/line-context.ts'
import { cellsOf } from '../reading/lines/cells.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'
import { rowsThatStay } from './rows.ts'

/** Stands in each of those lines. */
const hint = /;[^;\r\n]*;/g
const fewestRows = 3
const longest = 2_000
/** What opens a table: names, and no value, call or bracket. */
const header = /^\ufeff?(?:"[^";]{0,80}"|[^;"\d={}()[\]<>]{1,80})?(?:;(?:"[^";]{0,80}"|[^;"={}()[\]<>]{0,80}))+;?\s*$/
const quoted = /"[^"]*"/g

const cellsIn = (line: string): number => line.replace(quoted, '').split(';').length

/** Pins the names of the columns and the rows that stay. Linear in the text. */
export const pinSemicolonTables = (context: LineContext): void => {
  const pin = linePins(context)
  let behind = 0
  for (const line of linesAt(context, offsetsOf(context.text, hint))) {
    const names = contentOf(context, line, longest)
    if (line < behind || !header.test(names)) continue
    const columns = cellsIn(names)
    const rows: string[][] = []
    for (behind = line + 1; behind < context.lines.length; behind += 1) {
      const row = contentOf(context, behind, longest)
      if (cellsIn(row) !== columns) break
      rows.push(cellsOf(row))
    }
    if (rows.length < fewestRows) continue
    pin(line)
    rowsThatStay(rows, true, context.ranker.readsClosely === true).forEach((stays, at) => {
      if (stays) pin(line + 1 + at)
    })
  }
}
