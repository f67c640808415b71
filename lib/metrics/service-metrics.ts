// The metrics that tell how the service does: those that the functions print, Lambda's, DynamoDB's and SageMaker's.

import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { type TableId, type TableShape, tables } from '../../adapters/dynamo/tables.ts'
import { type MetricName, metricDimension, metricNamespace, serviceName } from '../../core/metrics/names.ts'
import { tableActions } from '../routes/route-access.ts'
import type { Stage } from '../stage/config.ts'
import { endpointName, tableOf, variantName } from '../stage/names.ts'

export const period = Duration.minutes(5)

/** One of those that the functions print. What is 0 or 1 of every request has its share as its average. */
export const own = (stage: Stage, metricName: MetricName, statistic: string = Stats.SUM, label?: string): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { [metricDimension]: serviceName(stage.prefix) },
    statistic,
    period,
    ...(label === undefined ? {} : { label }),
  })

/** All of them added up. `SUM` ignores metrics without data; `+` would then have no data itself. */
export const sumOf = (label: string, metrics: readonly IMetric[]): MathExpression => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]))
  return new MathExpression({
    label,
    expression: `SUM([${Object.keys(usingMetrics).join(',')}])`,
    usingMetrics,
    period,
  })
}

/** Calls of the compressor that brought nothing. */
export const unansweredCalls = (stage: Stage): MathExpression =>
  sumOf('unanswered', [
    own(stage, 'CompressorFailures', Stats.AVERAGE),
    own(stage, 'CompressorTimeouts', Stats.AVERAGE),
  ])

/** Those that requests wait for. */
const awaitedTables = Object.keys(tableActions).filter((id): id is TableId => id in tables)

interface Throttled {
  /** Name of the table, or of an index of it, as people know it. */
  readonly label: string
  readonly dimensions: Readonly<Record<string, string>>
}

/** Tables and their indexes: what an index refuses is not counted under its table. */
const throttled = (stage: Stage): readonly Throttled[] =>
  awaitedTables.flatMap((id) => {
    const shape: TableShape = tables[id]
    const table = { label: shape.name, dimensions: { TableName: tableOf(stage, id) } }
    const { index } = shape
    return index === undefined
      ? [table]
      : [
          table,
          {
            label: `${shape.name} ${index.name}`,
            dimensions: { ...table.dimensions, GlobalSecondaryIndexName: index.name },
          },
        ]
  })

/** `KeyRangeThroughput`: because of one hot key. Otherwise whatever the reason, a jump above all peaks so far included. */
export type ThrottleKind = 'Read' | 'Write' | 'ReadKeyRangeThroughput' | 'WriteKeyRangeThroughput'

/** What each table and index refused because too much was asked of it at once. */
export const tableThrottles = (stage: Stage, kind: ThrottleKind): Metric[] =>
  throttled(stage).map(
    ({ label, dimensions }) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: `${kind}ThrottleEvents`,
        dimensionsMap: dimensions,
        statistic: Stats.SUM,
        period,
        label,
      }),
  )

/** One of SageMaker's metrics of the compressor's endpoint. */
export const compressorMetric = (stage: Stage, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/SageMaker',
    metricName,
    dimensionsMap: { EndpointName: endpointName(stage), VariantName: variantName },
    statistic,
    period,
  })

/** Each invocation is counted once, and as one part of the number of instances: only while there are any. */
export const compressorInstances = (stage: Stage): MathExpression =>
  new MathExpression({
    label: 'instances',
    expression: 'invocations / parts',
    usingMetrics: {
      invocations: compressorMetric(stage, 'Invocations', Stats.SUM),
      parts: compressorMetric(stage, 'InvocationsPerInstance', Stats.SUM),
    },
    period,
  })
