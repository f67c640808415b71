// Rows as a table of text and as a plot.

import { barsSvg } from '../../testkit/report/charts/bars.ts'
import { percent } from '../../testkit/report/statistics.ts'
import { titled } from '../../testkit/report/table.ts'
import type { Row } from './comparison.ts'

/** What a row saves, against what a plan saves that knows all pauses and the end, in the same mode. */
const ofBest = (plan: 'clairvoyant' | 'cautious', row: Row, rows: readonly Row[]): string => {
  const name = row.strategy.endsWith('arrival') ? `${plan} arrival` : plan
  const best = rows.find(({ strategy }) => strategy === name)
  return best === undefined || best.mean >= 1 ? '–' : percent((1 - row.mean) / (1 - best.mean))
}

const head = [
  '',
  'mean',
  'median',
  'worst',
  'above %',
  '> 1 %',
  'saved %',
  'of touchable %',
  'of clairvoyant %',
  'of cautious %',
  'changes',
  'all %',
  'aged %',
  'anchors %',
  'numbers %',
  'pairs %',
  'p50 ms',
  'p99 ms',
  'claimed %',
]

const cellsOf = (row: Row, rows: readonly Row[]): string[] => [
  row.strategy,
  row.mean.toFixed(3),
  row.median.toFixed(3),
  row.worst.toFixed(3),
  percent(row.above),
  percent(row.aboveByOne),
  percent(row.saved),
  percent(row.savedOfTouchable),
  ofBest('clairvoyant', row, rows),
  ofBest('cautious', row, rows),
  row.changes.toFixed(1),
  percent(row.all.share),
  percent(row.aged.share),
  percent(row.anchors.share),
  percent(row.numbers.share),
  percent(row.pairs.share),
  row.addedMedian.toFixed(2),
  row.addedWorst.toFixed(1),
  percent(row.claimed),
]

/** One table, a line for each strategy. */
export const rowsText = (title: string, rows: readonly Row[]): string =>
  titled(title, [head, ...rows.map((row) => cellsOf(row, rows))], 1)

/** Rows of one set, by its title. */
export interface TitledRows {
  readonly title: string
  readonly rows: readonly Row[]
}

/** One line for each set and strategy: what matters of all of them, beside one another. */
export const summaryText = (all: readonly TitledRows[]): string => {
  const lines = all.flatMap(({ title, rows }) =>
    rows
      .filter(({ strategy }) => strategy !== 'direct')
      .map((row) => [
        title,
        row.strategy,
        percent(row.saved),
        row.worst.toFixed(3),
        ...[row.all, row.aged, row.anchors, row.numbers, row.pairs].map(({ share }) => percent(share)),
      ]),
  )
  const summaryHead = ['', '', 'saved %', 'worst', 'all %', 'aged %', 'anchors %', 'numbers %', 'pairs %']
  return titled('All sets', [summaryHead, ...lines], 2)
}

/** Mean and worst session of each strategy against direct. */
export const rowsSvg = (title: string, rows: readonly Row[]): string =>
  barsSvg({
    title,
    x: 'effective input tokens against direct: mean of the sessions, whisker to the worst',
    mark: 1,
    bars: rows.map(({ strategy, mean, worst }) => ({ name: strategy, value: mean, worst })),
  })
