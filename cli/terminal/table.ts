// Rows in columns, for a screen.

import { type Line, type Piece, widthOf } from './terminal.ts'

export interface TableColumn {
  readonly name: string
  /** Numbers stand below each other by their last digit. */
  readonly isNumber?: boolean
}

type Rows = readonly (readonly Piece[])[]

/** Each row by itself: a line for each of its cells that says something, behind the column's name. */
const cards = (columns: readonly TableColumn[], rows: Rows): readonly Line[] => {
  const longest = Math.max(...columns.map(({ name }) => name.length))
  const cells = (row: readonly Piece[]): readonly Line[] =>
    columns.flatMap(({ name }, index) => {
      const cell = row[index] ?? ''
      return cell === '' ? [] : [[{ text: name.padEnd(longest), style: 'dim' }, '  ', cell]]
    })
  return rows.flatMap((row, index) => [...(index === 0 ? [] : ['']), ...cells(row)])
}

/**
 * The heads and the rows, as wide as their widest cell. On a screen of fewer `columnsOfScreen` each row by itself: a screen would break
 * every line where it ends, and what belongs below a head would stand anywhere.
 */
export const table = (
  columns: readonly TableColumn[],
  rows: Rows,
  columnsOfScreen = Number.POSITIVE_INFINITY,
): readonly Line[] => {
  const heads = columns.map(({ name }): Piece => ({ text: name, style: 'dim' }))
  const widths = columns.map((_, index) => Math.max(...[heads, ...rows].map((row) => widthOf([row[index] ?? '']))))
  const lines = [heads, ...rows].map((row) =>
    row.flatMap((cell, index): Piece[] => {
      const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf([cell])))
      const gap = index === 0 ? '' : '  '
      return columns[index]?.isNumber === true ? [gap, space, cell] : [gap, cell, space]
    }),
  )
  return lines.every((line) => widthOf(line) <= columnsOfScreen) ? lines : cards(columns, rows)
}
