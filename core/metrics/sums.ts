// What a process has measured since it began, for those who ask or are told from time to time.

import type { Measure } from './measure.ts'
import type { MetricName } from './names.ts'

export interface Sum {
  readonly count: number
  readonly sum: number
}

export interface MetricSums {
  readonly measure: Measure
  all(): ReadonlyMap<MetricName, Sum>
}

export const metricSums = (): MetricSums => {
  const sums = new Map<MetricName, Sum>()
  return {
    measure(measurements) {
      for (const [name, value] of Object.entries(measurements) as [MetricName, number][]) {
        if (!Number.isFinite(value)) continue
        const { count, sum } = sums.get(name) ?? { count: 0, sum: 0 }
        sums.set(name, { count: count + 1, sum: sum + value })
      }
    },
    all: () => sums,
  }
}
