// The metrics of the service: those that the functions print, and those of Lambda, DynamoDB and SageMaker.

import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { type TableId, type TableShape, tables } from '../../adapters/dynamo/tables/tables.ts'
import { defined } from '../../core/collections/defined.ts'
import { type MetricName, metricDimension, metricNamespace, serviceName } from '../../core/metrics/names.ts'
import { tableActions } from '../routes/route-access.ts'
import type { Stage, StageWithEndpoint } from '../stage/config.ts'
import { endpointName, tableOf, variantName } from '../stage/names.ts'

export const period = Duration.minutes(5)

/** Fewer requests in a period say nothing about the share that is refused. */
export const fewRequests = 50

/** A metric that the functions print. The average of a metric that is 0 or 1 per request is its share. */
export const own = (stage: Stage, metricName: MetricName, statistic: string = Stats.SUM, label?: string): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { [metricDimension]: serviceName(stage.prefix) },
    statistic,
    period,
    ...defined({ label }),
  })

/** The sum of metrics. `SUM` ignores metrics without data; with `+` the sum itself would have no data. */
export const sumOf = (label: string, metrics: readonly IMetric[]): MathExpression => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]))
  return new MathExpression({
    label,
    expression: `SUM([${Object.keys(usingMetrics).join(',')}])`,
    usingMetrics,
    period,
  })
}

/** The share of calls of the compressor without an answer. */
export const unansweredCalls = (stage: Stage): MathExpression =>
  sumOf('unanswered', [
    own(stage, 'CompressorFailures', Stats.AVERAGE),
    own(stage, 'CompressorTimeouts', Stats.AVERAGE),
  ])

/** Tables for which requests wait. */
const awaitedTables = Object.keys(tableActions).filter((id): id is TableId => id in tables)

interface Throttled {
  /** The name of a table or of its index, for people. */
  readonly label: string
  readonly dimensions: Readonly<Record<string, string>>
}

/** Tables and their indexes, because what an index refuses does not count under its table. */
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

/** `KeyRangeThroughput`: because of one hot key. Otherwise for any reason, such as a jump above all previous peaks. */
export type ThrottleKind = 'Read' | 'Write' | 'ReadKeyRangeThroughput' | 'WriteKeyRangeThroughput'

/** The throttled calls of each table and index. */
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

/** A SageMaker metric of the compressor's endpoint. */
export const compressorMetric = (stage: StageWithEndpoint, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/SageMaker',
    metricName,
    dimensionsMap: { EndpointName: endpointName(stage), VariantName: variantName },
    statistic,
    period,
  })

/** The number of instances. SageMaker reports it with each invocation, so it is known only while there are any. */
export const compressorInstances = (stage: StageWithEndpoint): MathExpression =>
  new MathExpression({
    label: 'instances',
    expression: 'invocations / parts',
    usingMetrics: {
      invocations: compressorMetric(stage, 'Invocations', Stats.SUM),
      parts: compressorMetric(stage, 'InvocationsPerInstance', Stats.SUM),
    },
    period,
  })
