// Prints metrics in CloudWatch's embedded metric format. Collects them while requests run and prints one line behind them.
// docs/decisions/0010-metrics-and-traces.md says why this is not a library.

import type { Measure } from '../../core/metrics/measure.ts'
import { type MetricName, metricDimension, metricNames, metricNamespace, metricUnit } from '../../core/metrics/names.ts'

export interface Metrics {
  /** Leaves out a name that is not in `metricNames`, and a value that is not a number. */
  readonly measure: Measure
  /** Prints what was measured since the last call. Never throws. */
  flush(): void
}

export interface EmbeddedMetricsOptions {
  /** The value of the one dimension. */
  readonly service: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Writes one line, which includes its line end. */
  readonly write: (line: string) => void
}

/** The most values of one metric that the format allows in one line. */
const maxValues = 100

/** The definition of each metric, as its line holds it. */
const definitions: ReadonlyMap<string, string> = new Map(
  metricNames.map((name) => [name, JSON.stringify({ Name: name, Unit: metricUnit(name) })]),
)

/** One line of a metric that is told and not counted, such as how many streams are open. `now`: milliseconds since the epoch. */
export const gaugeLine = (gauge: {
  readonly service: string
  readonly name: string
  readonly value: number
  readonly now: number
}): string => {
  const { service, name, value, now } = gauge
  const of = { Namespace: metricNamespace, Dimensions: [[metricDimension]], Metrics: [{ Name: name, Unit: 'Count' }] }
  const line = { _aws: { Timestamp: now, CloudWatchMetrics: [of] }, [metricDimension]: service, [name]: value }
  return `${JSON.stringify(line)}\n`
}

/** See `Metrics`. */
export const embeddedMetrics = ({ service, now, write }: EmbeddedMetricsOptions): Metrics => {
  let pending = new Map<string, number[]>()
  const namespace = `{"Namespace":${JSON.stringify(metricNamespace)},"Dimensions":[[${JSON.stringify(metricDimension)}]]`
  const dimension = `${JSON.stringify(metricDimension)}:${JSON.stringify(service)}`

  const flush = (): void => {
    if (pending.size === 0) return
    const taken = pending
    pending = new Map()
    // Written by hand: it is most of what a line costs. Names come from our own list, and values are finite.
    const defined: string[] = []
    let measured = dimension
    for (const [name, values] of taken) {
      defined.push(definitions.get(name) ?? '')
      measured += `,"${name}":${values.length === 1 ? values[0] : `[${values}]`}`
    }
    try {
      write(`{"_aws":{"Timestamp":${now()},"CloudWatchMetrics":[${namespace},"Metrics":[${defined}]}]},${measured}}\n`)
    } catch {
      // If the log accepts no line, there is nowhere to report it.
    }
  }

  return {
    measure(measurements) {
      for (const name in measurements) {
        const value = measurements[name as MetricName]
        if (value === undefined || !definitions.has(name) || !Number.isFinite(value)) continue
        const values = pending.get(name)
        if (values === undefined) pending.set(name, [value])
        else if (values.push(value) === maxValues) flush()
      }
    },
    flush,
  }
}
