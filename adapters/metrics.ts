// Metrics as lines of CloudWatch's embedded metric format: collected while requests run, printed behind them, one line for
// all. Why this is not a library's work: docs/decisions/0010-metrics-and-traces.md.

import type { Measure } from '../core/metrics/measure.ts'
import { metricDimension, metricNames, metricNamespace, metricUnit } from '../core/metrics/names.ts'

export interface Metrics {
  /** A name that is not in `metricNames`, and a value that is no number, are left out. */
  readonly measure: Measure
  /** Prints what was measured since the last time. Never throws. */
  flush(): void
}

export interface EmbeddedMetricsOptions {
  /** Value of the one dimension. */
  readonly service: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Takes one line with its end. */
  readonly write: (line: string) => void
}

/** What the format takes of one metric in one line. */
const maxValues = 100

const definitions: ReadonlyMap<string, { readonly Name: string; readonly Unit: string }> = new Map(
  metricNames.map((name) => [name, { Name: name, Unit: metricUnit(name) }]),
)

/** See `Metrics`. */
export const embeddedMetrics = ({ service, now, write }: EmbeddedMetricsOptions): Metrics => {
  let pending = new Map<string, number[]>()

  const flush = (): void => {
    if (pending.size === 0) return
    const taken = pending
    pending = new Map()
    const line: Record<string, unknown> = {
      _aws: {
        Timestamp: now(),
        CloudWatchMetrics: [
          {
            Namespace: metricNamespace,
            Dimensions: [[metricDimension]],
            Metrics: Array.from(taken.keys(), (name) => definitions.get(name)),
          },
        ],
      },
      [metricDimension]: service,
    }
    for (const [name, values] of taken) line[name] = values.length === 1 ? values[0] : values
    try {
      write(`${JSON.stringify(line)}\n`)
    } catch {
      // Where the log takes no line there is nobody to tell.
    }
  }

  return {
    measure(measurements) {
      for (const [name, value] of Object.entries(measurements)) {
        if (!definitions.has(name) || !Number.isFinite(value)) continue
        const values = pending.get(name)
        if (values === undefined) pending.set(name, [value])
        else if (values.push(value) === maxValues) flush()
      }
    },
    flush,
  }
}
