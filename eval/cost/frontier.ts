// The frontier: what is saved of the whole bill against what the model still sees, from a mild engine to a deep one.

import type { CompactionMode } from '../../core/access/policy.ts'
import { type Curve, curvesSvg } from '../../testkit/report/charts/curves.ts'
import { percent } from '../../testkit/report/statistics.ts'
import { titled } from '../../testkit/report/table.ts'
import { type Conditions, compare, type Row } from './comparison.ts'
import { type BenchCompressor, benchCompressor } from './engine.ts'
import type { ReadRule } from './read-rules.ts'
import type { Strategy } from './session-run.ts'
import type { SessionSet } from './sets.ts'
import { throughThePipeline } from './strategies/pipeline.ts'

export interface FrontierPoint {
  readonly budget: number
  readonly mode: CompactionMode
  readonly reads: ReadRule
  readonly row: Row
}

const budgets: readonly number[] = [0.5, 0.7, 0.72, 0.74, 0.76, 0.77, 0.78, 0.8]
const modes: readonly CompactionMode[] = ['repeated', 'arrival']

/** The strategy with an engine of its own. */
const withEngine =
  (strategy: Strategy, compressor: BenchCompressor): Strategy =>
  (run) =>
    strategy({ ...run, compressor })

/** Points of every mode and budget, one rule for file reads after the other. */
export async function* frontierOf(
  set: SessionSet,
  provider: Conditions['provider'],
  rules: readonly ReadRule[],
  { seeds, pauses }: Pick<Conditions, 'seeds' | 'pauses'>,
): AsyncGenerator<FrontierPoint> {
  const points = budgets.flatMap((budget) => modes.map((mode) => ({ budget, mode })))
  const compressors = new Map(budgets.map((budget) => [budget, benchCompressor(budget)]))
  const compressor = benchCompressor()
  const strategies = Object.fromEntries(
    points.map(({ budget, mode }) => [
      `${mode} ${budget}`,
      withEngine(throughThePipeline(mode), compressors.get(budget) ?? compressor),
    ]),
  )
  for (const reads of rules) {
    const [, ...rows] = await compare(set.sessions, strategies, { provider, compressor, reads, seeds, pauses })
    for (const [index, row] of rows.entries()) {
      const { budget = 0, mode = 'off' } = points[index] ?? {}
      yield { budget, mode, reads, row }
    }
  }
}

const head = [
  '',
  'reads',
  'budget',
  'saved %',
  'mean',
  'worst',
  'above %',
  'of touchable %',
  'all %',
  'aged %',
  'anchors %',
]

/** One table, a line for each point. */
export const frontierText = (title: string, points: readonly FrontierPoint[]): string => {
  const lines = points.map(({ budget, mode, reads, row }) => [
    mode,
    reads,
    String(budget),
    percent(row.saved),
    row.mean.toFixed(3),
    row.worst.toFixed(3),
    percent(row.above),
    percent(row.savedOfTouchable),
    percent(row.all.share),
    percent(row.aged.share),
    percent(row.anchors.share),
  ])
  return titled(title, [head, ...lines], 2)
}

/** What the default mode is to reach on coding runs: percent of the bill saved, at which share of the references. */
const target = { all: { x: 9, y: 99.5 }, aged: { x: 9, y: 99 } } as const

const nameOf = ({ mode, reads }: FrontierPoint): string => `${mode}, reads ${reads}`

/** Saving against surviving references of one group, a curve for each mode and rule. */
export const frontierSvg = (title: string, points: readonly FrontierPoint[], group: 'all' | 'aged'): string => {
  const names = [...new Set(points.map(nameOf))]
  const curves = names.map(
    (name): Curve => ({
      name,
      points: points
        .filter((point) => nameOf(point) === name)
        .map(({ budget, row }) => ({ x: 100 * row.saved, y: 100 * row[group].share, note: String(budget) })),
    }),
  )
  return curvesSvg({
    title,
    x: 'saved of the whole bill',
    y: group === 'all' ? 'references that the model could still see' : 'aged references that it could still see',
    curves,
    targets: [{ name: 'to reach', points: [target[group]] }],
  })
}
