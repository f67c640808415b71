// Tables as CSV (RFC 4180). Names of models and labels are strangers' text, and a spreadsheet runs what looks like a formula.

import type { Answer } from '../http.ts'

type Cell = string | number | undefined

const formula = /^[=+\-@\t\r]/

const cellOf = (cell: Cell): string => {
  if (cell === undefined) return ''
  // A number stays a number: a negative one begins with the sign of a formula.
  if (typeof cell === 'number') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A file to be saved under a name. Columns are those of the first row. */
export const csv = (
  name: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, Cell>>[],
): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
  },
  cookies: [],
  body: [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join(''),
})
