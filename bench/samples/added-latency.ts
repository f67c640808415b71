// What a way adds to an answer's first byte, over the direct way in the same round.

import type { Bar, Figure } from '../../testkit/report/figures.ts'
import { median, pairedDifferences, percentile } from '../../testkit/report/statistics.ts'
import { connections, timed } from '../lineup/client.ts'
import type { Way } from '../lineup/lineup.ts'
import type { BodyTemplate } from '../requests/bodies.ts'
import { interleaved, type Rounds } from './interleave.ts'

export interface LatencyBars {
  /** Those that have to reach them. */
  readonly targets: readonly Way[]
  readonly p50: Bar
  readonly p99?: Bar
}

const withBar = (figure: Figure, bar: Bar | undefined): Figure => (bar === undefined ? figure : { ...figure, bar })

/** Milliseconds to the first byte: percentiles of each way, and of what it adds, which is also compared with what the pipe adds. */
export const addedLatency = async (
  ways: readonly [direct: Way, pipe: Way, ...others: Way[]],
  body: Pick<BodyTemplate, 'fresh'>,
  rounds: Rounds,
  bars?: LatencyBars,
): Promise<Figure[]> => {
  const agents = new Map(ways.map((way) => [way, connections(1)]))
  const samples = await interleaved(ways, rounds, async (way, number) => {
    const agent = agents.get(way)
    if (agent === undefined) throw new Error('A way has no connection.')
    return (await timed(way, agent, body.fresh(number))).firstByte
  })
  for (const agent of agents.values()) agent.destroy()

  const [direct, pipe] = ways
  const of = (way: Way): readonly number[] => samples.get(way) ?? []
  const added = (way: Way): readonly number[] => pairedDifferences(of(way), of(direct))
  return ways.flatMap((way) => {
    const subject = way.name
    const own: Figure[] = [
      { subject, measure: 'p50', value: median(of(way)), unit: 'ms' },
      { subject, measure: 'p99', value: percentile(of(way), 99), unit: 'ms' },
    ]
    if (way === direct) return own
    const barred = bars?.targets.includes(way) ? bars : undefined
    const p50 = median(added(way))
    return [
      ...own,
      withBar({ subject, measure: 'added p50', value: p50, unit: 'ms' }, barred?.p50),
      withBar({ subject, measure: 'added p99', value: percentile(added(way), 99), unit: 'ms' }, barred?.p99),
      { subject, measure: 'added p50 to the pipe’s', value: p50 / median(added(pipe)), unit: '×' },
    ]
  })
}
