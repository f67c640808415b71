// Which lines of a text go at the budgets at which results are sent.

import { type Compacted, compacted } from './compacted.ts'

/** Budgets at which results are sent, and one beyond. */
export const depths = [0.5, 0.68, 0.72, 0.74, 0.77] as const

export const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trimEnd())

/** Which of the lines are gone at some of those budgets. */
export const gone = (text: string, lines: readonly string[], of: Compacted = compacted): string[] =>
  lines.filter((line) => !depths.every((budget) => linesOf(of(text, budget)).includes(line)))

/** So many lines, each by its number. */
export const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
