// The metrics as Prometheus reads them (text format 0.0.4).

import { type MetricName, metricUnit } from './names.ts'
import type { Sum } from './sums.ts'

const prefix = 'context_compaction_'

/** `CompressorMilliseconds` becomes `compressor_milliseconds`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`)

/** What was saved may be negative, and a counter may not fall. */
export const mayFall = (name: MetricName): boolean => name.endsWith('TokensSaved')

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
