// How a command prints: one JSON document, or a table for people. Decides the form and not the content.

export type Cell = string | number | boolean | undefined
export type Row = Readonly<Record<string, Cell>>

export interface Output {
  /** Printed with `--json`. */
  readonly json: unknown
  /** Printed without `--json`. */
  readonly text: string
}

// A value from outside must not control the terminal or begin a row of its own.
const shown = (cell: Cell): string => (cell === undefined ? '-' : String(cell).replace(/\p{Cc}/gu, '�'))

/** Rows below their column names, numbers on the right; `empty` if there are no rows. */
export const table = (rows: readonly Row[], empty: string): string => {
  const [first] = rows
  if (first === undefined) return empty
  const columns = Object.keys(first).map((name) => {
    const width = Math.max(name.length, ...rows.map((row) => shown(row[name]).length))
    const right = rows.every((row) => row[name] === undefined || typeof row[name] === 'number')
    return { name, align: (text: string) => (right ? text.padStart(width) : text.padEnd(width)) }
  })
  const line = (texts: readonly string[]): string => texts.join('  ').trimEnd()
  return [
    line(columns.map(({ name, align }) => align(name))),
    ...rows.map((row) => line(columns.map(({ name, align }) => align(shown(row[name]))))),
  ].join('\n')
}

/** One thing, with a line for each of its facts. */
export const facts = (row: Row): string => {
  const width = Math.max(...Object.keys(row).map((name) => name.length))
  return Object.entries(row)
    .map(([name, cell]) => `${name.padEnd(width)}  ${shown(cell)}`)
    .join('\n')
}
