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
  const sums = new Map<MetricName, { count: number; sum: number }>()
  return {
    measure(measurements) {
      for (const each in measurements) {
        const name = each as MetricName
        const value = measurements[name]
        if (value === undefined || !Number.isFinite(value)) continue
        const sum = sums.get(name)
        if (sum === undefined) sums.set(name, { count: 1, sum: value })
        else {
          sum.count += 1
          sum.sum += value
        }
      }
    },
    all: () => sums,
  }
}
