// Rows as tables of text: a line for each system, a block for each share of tokens, and what was to be reached.

import { counted } from '../../core/text/counted.ts'
import { percent } from '../../testkit/report/statistics.ts'
import { aligned, titled } from '../../testkit/report/table.ts'
import type { ContractRow } from './contract.ts'
import { type Bar, type QualitySet, tablesOf } from './quality-set.ts'
import type { Row } from './rows.ts'
import type { Measure } from './tallies.ts'

const cell = (measure: Measure | undefined): string =>
  measure === undefined || Number.isNaN(measure.share)
    ? '–'
    : `${percent(measure.share)} [${percent(measure.low)}, ${percent(measure.high)}]`

const pointText = (point: Bar['point']): string => {
  if (point === 'own') return 'own rate'
  return point === 'every' ? 'always (the worst)' : `${100 * point} % removed`
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`.trimEnd())

/** The tables of one set: survival, retention and form, each with the share of tokens that went; intervals of 95 %. */
export const setText = (set: QualitySet, rows: readonly Row[]): string => {
  const blocks = tablesOf(set).flatMap((columns) => {
    const shown = columns.filter((column) => rows.some(({ measures }) => measures[column] !== undefined))
    if (shown.length === 0) return []
    return set.points.flatMap((point) => {
      const lines = rows
        .filter((row) => row.point === point)
        .map(({ system, removed, measures }) => [
          system,
          percent(removed),
          ...shown.map((column) => cell(measures[column])),
        ])
      return [...indented(aligned([[pointText(point), 'removed', ...shown], ...lines], 1)), '']
    })
  })
  return [`${set.title} (${counted(set.documents.length, 'document')})`, ...indented(set.notes), '', ...blocks].join(
    '\n',
  )
}

export interface Verdict extends Bar {
  readonly system: string
  readonly set: string
  /** Percent that is left, and percent of the tokens that went. */
  readonly left: number
  readonly removed: number
  readonly reached: boolean
}

/** The row that a bar is about: of the first engine at its point, or the worst that any engine of the set has at any point. */
const rowOf = (set: QualitySet, rows: readonly Row[], { measure, point }: Bar): Row | undefined => {
  if (point !== 'every') return rows.find((row) => row.point === point)
  const share = (row: Row): number => row.measures[measure]?.share ?? 1
  return rows
    .filter(
      ({ system, measures }) => set.engines.some(({ name }) => name === system) && measures[measure] !== undefined,
    )
    .toSorted((one, other) => share(one) - share(other))[0]
}

/** How the engines stand to the bars of their set; judged on the values, not on how they are printed. */
export const verdictsOf = (set: QualitySet, rows: readonly Row[]): Verdict[] =>
  set.bars.flatMap((bar) => {
    const row = rowOf(set, rows, bar)
    const measure = row?.measures[bar.measure]
    if (row === undefined || measure === undefined) return []
    const [left, removed] = [100 * measure.share, 100 * row.removed]
    const reached = left >= bar.value && removed >= (bar.removing ?? 0)
    return [{ ...bar, system: row.system, set: set.name, left, removed, reached }]
  })

/** A line for each bar. */
export const verdictsText = (verdicts: readonly Verdict[]): string => {
  if (verdicts.length === 0) return ''
  const lines = verdicts.map(({ set, system, measure, point, left, removed, value, removing, reached }) => [
    set,
    `${system}, ${measure}, ${pointText(point)}`,
    left.toFixed(1),
    `at ${removed.toFixed(1)}`,
    `≥ ${value}${removing === undefined ? '' : ` at ${removing}`}`,
    reached ? 'reached' : 'MISSED',
  ])
  return titled('The bars: percent left at percent removed', lines, 2)
}

/** What the engines promise of every text. */
export const contractText = (rows: readonly ContractRow[]): string => {
  const columns = [...new Set(rows.flatMap(({ measures }) => Object.keys(measures)))]
  const head = ['', 'texts', ...columns, 'rate missed by, mean / p95 % of tokens']
  const lines = rows.map(({ engine, texts, measures, missed }) => [
    engine,
    String(texts),
    ...columns.map((column) => percent(measures[column]?.share)),
    missed === undefined ? '–' : `${missed.mean.toFixed(2)} / ${missed.p95.toFixed(2)}`,
  ])
  const notes = [
    'In % of texts. same twice: asked again behind all others. rest stays: tokens that a second pass over the outcome leaves.',
    'rate met: within a token or 0.5 %, at six rates; otherwise the engine says that pins forbid more.',
  ]
  return ['The contract, on texts of all sets', ...indented([...notes, '', ...aligned([head, ...lines], 1)]), ''].join(
    '\n',
  )
}
