// How a command prints: one JSON document, or a table for people. Decides the form and not the content.

import { columnsOf, startWithin } from '../../../core/text/columns.ts'
import { withoutControls } from '../../../core/text/controls.ts'

export type Cell = string | number | boolean | undefined
export type Row = Readonly<Record<string, Cell>>

export interface Output {
  /** Printed with `--json`. */
  readonly json: unknown
  /** Printed without `--json`. */
  readonly text: string
  /** Printed with `--csv`. */
  readonly csv?: string
  /** Printed on standard error beside `--json` and `--csv`. */
  readonly note?: string
}

/** With what is said beside the answer, in whatever form it is printed. */
export const withNote = (output: Output, note: string | undefined): Output =>
  note === undefined ? output : { ...output, text: `${output.text}\n\n${note}`, note }

/** What a terminal shows without wrapping. */
export const terminalWidth = 80

// A value from outside must not control the terminal, turn text around or begin a row of its own.
const shown = (cell: Cell): string => (cell === undefined ? '-' : withoutControls(String(cell), '�'))

const cut = (text: string, width: number): string =>
  columnsOf(text) > width ? `${startWithin(text, width - 1)}…` : text

const blanksTo = (width: number, text: string): string => ' '.repeat(Math.max(0, width - columnsOf(text)))
const padded = (text: string, width: number): string => text + blanksTo(width, text)

const isNumber = (cell: Cell): boolean =>
  cell === undefined || typeof cell === 'number' || /^[−+$]?([<>] )?[\d,.$]+( %)?$/.test(String(cell))

/** The widths of columns that fit together: the widest texts are cut, and numbers never. */
const fitted = (widths: readonly { readonly width: number; readonly isText: boolean }[], room: number): number[] => {
  const fitting = widths.map(({ width }) => width)
  const used = (): number => fitting.reduce((sum, width) => sum + width + 2, -2)
  while (used() > room) {
    const widest = fitting.reduce(
      (best, width, index) => (widths[index]?.isText && width > (fitting[best] ?? 0) ? index : best),
      -1,
    )
    if (widest < 0 || (fitting[widest] ?? 0) <= 8) break
    fitting[widest] = (fitting[widest] ?? 0) - 1
  }
  return fitting
}

/**
 * Rows below their column names, numbers on the right; `empty` if there are no rows. `room`: the columns of the terminal. `kept`:
 * columns that are never cut, because a person gives what stands there to another command, or could not read it any more.
 */
export const table = (
  rows: readonly Row[],
  empty: string,
  room = Number.POSITIVE_INFINITY,
  kept: readonly string[] = [],
): string => {
  const [first] = rows
  if (first === undefined) return empty
  const measured = Object.keys(first).map((name) => ({
    name,
    width: Math.max(name.length, ...rows.map((row) => columnsOf(shown(row[name])))),
    isText: !rows.every((row) => isNumber(row[name])),
  }))
  const widths = fitted(
    measured.map(({ name, width, isText }) => ({ width, isText: isText && !kept.includes(name) })),
    room,
  )
  const columns = measured.map(({ name, isText }, index) => {
    const width = widths[index] ?? 0
    return { name, align: (text: string) => (isText ? padded(cut(text, width), width) : text.padStart(width)) }
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
