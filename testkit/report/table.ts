// Figures as text: a table for each section, a line for each subject, a column for each measure, the bar beside the value.

import { type Bar, type Figure, isReached, type Section, type Unit } from './figures.ts'

/** Three significant digits; whole numbers from a hundred on, and for what is counted. */
export const spelled = (value: number, unit: Unit): string => {
  const size = Math.abs(value)
  const digits = Number.isInteger(value) ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2
  const number = value.toFixed(digits)
  return unit === '' ? number : `${number} ${unit}`
}

const signs = { 'at most': '≤', 'at least': '≥', exactly: '=' } as const

const spelledBar = (value: number, bar: Bar): string =>
  `${signs[bar.kind]} ${bar.value} ${isReached(value, bar) ? 'reached' : 'MISSED'}`

/** The cells of one measure: the value, and its bar where any value of the measure has one. */
const cellsOf = (figure: Figure | undefined, hasBar: boolean): string[] => {
  const value = figure === undefined ? '' : spelled(figure.value, figure.unit)
  if (!hasBar) return [value]
  return [value, figure?.bar === undefined ? '' : spelledBar(figure.value, figure.bar)]
}

const unique = (words: readonly string[]): string[] => [...new Set(words)]

/** Columns as wide as their widest cell; so many to the left, all others to the right. */
export const aligned = (lines: readonly (readonly string[])[], left: number): string[] => {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => (column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** The same lines below a title. */
export const titled = (title: string, lines: readonly (readonly string[])[], left: number): string =>
  [title, ...aligned(lines, left).map((line) => `  ${line}`), ''].join('\n')

/** One section, ready to be printed. */
export const sectionText = ({ title, conditions, figures }: Section): string => {
  const measures = unique(figures.map(({ measure }) => measure)).map((name) => ({
    name,
    hasBar: figures.some(({ measure, bar }) => measure === name && bar !== undefined),
  }))
  const head = ['', ...measures.flatMap(({ name, hasBar }) => (hasBar ? [name, 'bar'] : [name]))]
  const lines = unique(figures.map(({ subject }) => subject)).map((subject) => [
    subject,
    ...measures.flatMap(({ name, hasBar }) =>
      cellsOf(
        figures.find((figure) => figure.subject === subject && figure.measure === name),
        hasBar,
      ),
    ),
  ])
  const table = figures.length === 0 ? [] : aligned([head, ...lines], 1)
  return [title, ...[...conditions, ...table].map((line) => `  ${line}`.trimEnd()), ''].join('\n')
}

/** Every figure that has a bar, one line each. */
export const barsText = (sections: readonly Section[]): string => {
  const lines = sections.flatMap(({ title, figures }) =>
    figures.flatMap(({ subject, measure, value, unit, bar }) =>
      bar === undefined ? [] : [[title, `${subject}, ${measure}`, spelled(value, unit), spelledBar(value, bar)]],
    ),
  )
  if (lines.length === 0) return ''
  const named = lines.map(([title = '', ...rest], index) => [lines[index - 1]?.[0] === title ? '' : title, ...rest])
  return titled('The bars', named, 2)
}

/** What `--json` prints of a section: the same figures, each with its verdict. */
export const sectionJson = ({ title, conditions, figures }: Section) => ({
  title,
  conditions,
  figures: figures.map((figure) =>
    figure.bar === undefined ? figure : { ...figure, reached: isReached(figure.value, figure.bar) },
  ),
})
