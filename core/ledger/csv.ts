// Tables as CSV (RFC 4180). Names of models and labels are strangers' text, and a spreadsheet runs what looks like a formula.

export type CsvCell = string | number | boolean | undefined

/** In Chinese and Japanese a spreadsheet takes the wide forms of these signs for the signs. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cellOf = (cell: CsvCell): string => {
  if (cell === undefined) return ''
  // A number stays a number: a negative one begins with the sign of a formula.
  if (typeof cell !== 'string') return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Begins a file that people open: without it spreadsheets take other letters than those of ASCII for others, of a code page of their own. */
export const byteOrderMark = '\ufeff'

/** The whole text: a line of column names, and a line for each row. */
export const csvText = (columns: readonly string[], rows: readonly Readonly<Record<string, CsvCell>>[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')
