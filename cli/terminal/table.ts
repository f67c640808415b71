// Rows in columns, for a screen.

import { type Line, type Piece, widthOf } from './terminal.ts'

export interface TableColumn {
  readonly name: string
  /** Numbers stand below each other by their last digit. */
  readonly isNumber?: boolean
}

/** The heads and the rows, as wide as their widest cell. */
export const table = (columns: readonly TableColumn[], rows: readonly (readonly Piece[])[]): readonly Line[] => {
  const heads = columns.map(({ name }): Piece => ({ text: name, style: 'dim' }))
  const widths = columns.map((_, index) => Math.max(...[heads, ...rows].map((row) => widthOf([row[index] ?? '']))))
  return [heads, ...rows].map((row) =>
    row.flatMap((cell, index): Piece[] => {
      const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf([cell])))
      const gap = index === 0 ? '' : '  '
      return columns[index]?.isNumber === true ? [gap, space, cell] : [gap, cell, space]
    }),
  )
}
