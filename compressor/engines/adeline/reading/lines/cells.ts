// The cells of lines that stand in columns, and which lines differ in a cell from most of the others.

const bars = /\s*[|│┃║]\s*/
const outsideQuotes = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/
const gaps = /\t+| {2,}/

/** Cells beyond are not compared. */
export const mostCells = 24

const isDelimited = (line: string, by: string): boolean => line.indexOf(by) !== line.lastIndexOf(by)

/** The cells of a row: between bars, tabs, semicolons or commas, or between gaps of blanks where there are none of these. */
export const cellsOf = (row: string): string[] => {
  const line = row.trim()
  if (bars.test(line)) return line.split(bars, mostCells)
  if (line.includes('\t')) return line.split('\t', mostCells).map((cell) => cell.trim())
  if (isDelimited(line, ';')) return line.split(';', mostCells)
  if (isDelimited(line, ',') && !gaps.test(line)) return line.split(outsideQuotes, mostCells)
  return line.split(gaps, mostCells)
}

const isNumber = /^[-+]?\d[\d.,]*[%a-zA-Z]{0,3}$/
/** With more different numbers, none is usual. */
const mostNumbers = 6

/** What a column holds: how often each value stands in it, and how many lines reach it. */
interface Column {
  readonly counts: Map<string, number>
  lines: number
}

/** The most frequent value of a column, if so few of its lines have another one. */
const usualOf = ({ counts, lines }: Column, areFew: AreFew): string | undefined => {
  const most = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as [string, number])
  const [value, count] = most
  const areTooMany = isNumber.test(value) && counts.size > mostNumbers
  return count > 1 && count < lines && areFew(lines - count, lines) && !areTooMany ? value : undefined
}

/** Whether it is few of so many lines that have another value than most. */
export type AreFew = (others: number, lines: number) => boolean

/** At most half: for cells, of which each says something. */
export const atMostHalf: AreFew = (others, lines) => others * 2 <= lines
/** One alone, or one in eight: for lines, whose words may stand below each other by chance. */
export const hardlyAny: AreFew = (others, lines) => others === 1 || others * 8 <= lines

/** For each row, whether one of its values differs from the usual one of its column. Linear in the values. */
export const differing = (rows: readonly (readonly string[])[], areFew: AreFew): boolean[] => {
  const columns: Column[] = []
  for (const row of rows)
    row.forEach((value, at) => {
      const column = columns[at] ?? { counts: new Map<string, number>(), lines: 0 }
      columns[at] = column
      column.lines += 1
      column.counts.set(value, (column.counts.get(value) ?? 0) + 1)
    })
  const usual = columns.map((column) => (column.lines * 2 >= rows.length ? usualOf(column, areFew) : undefined))
  return rows.map((row) => usual.some((value, at) => value !== undefined && row[at] !== value))
}
