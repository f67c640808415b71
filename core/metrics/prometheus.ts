// The metrics as Prometheus reads them (text format 0.0.4).

import { type MetricName, mayFall, metricUnit, snakeCase } from './names.ts'
import type { Sum } from './sums.ts'

const prefix = 'context_compaction_'

const linesOf = (name: MetricName, { count, sum }: Sum): string[] => {
  const metric = `${prefix}${snakeCase(name)}`
  if (metricUnit(name) === 'Milliseconds')
    return [`# TYPE ${metric} summary`, `${metric}_sum ${sum}`, `${metric}_count ${count}`]
  return mayFall(name)
    ? [`# TYPE ${metric} gauge`, `${metric} ${sum}`]
    : [`# TYPE ${metric}_total counter`, `${metric}_total ${sum}`]
}

/** `gauges`: what is measured at this moment, by name in snake case. */
export const prometheusText = (sums: ReadonlyMap<MetricName, Sum>, gauges: Readonly<Record<string, number>>): string =>
  [
    ...[...sums].flatMap(([name, sum]) => linesOf(name, sum)),
    ...Object.entries(gauges).flatMap(([name, value]) => [
      `# TYPE ${prefix}${name} gauge`,
      `${prefix}${name} ${value}`,
    ]),
    '',
  ].join('\n')
