// The metrics that tell how the service does: those that the functions count themselves, Lambda's and SageMaker's.

import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { Stage } from './config.ts'
import type { StreamingRoute } from './constructs/streaming-route.ts'
import { endpointName, variantName } from './names.ts'

export const period = Duration.minutes(5)

/** As the functions write them; test/infra holds both sides together. */
export const namespace = 'ContextCompactionProxy'
export const dimensions = (stage: Stage) => ({ service: `${stage.prefix}proxy` })
export const countedNames = ['FailedOpen', 'ReceiptLost', 'KeyStoreUnreachable', 'LimitStoreUnreachable'] as const
export type CountedName = (typeof countedNames)[number]

export const counted = (stage: Stage, metricName: CountedName): Metric =>
  new Metric({ namespace, metricName, dimensionsMap: dimensions(stage), statistic: Stats.SUM, period })

/** One of Lambda's metrics, added up over all functions. */
export const overAllRoutes = (
  label: string,
  routes: readonly StreamingRoute[],
  metricOf: (route: StreamingRoute) => Metric,
): IMetric => {
  const usingMetrics = Object.fromEntries(routes.map((route, index) => [`m${index}`, metricOf(route)]))
  return new MathExpression({ label, expression: Object.keys(usingMetrics).join(' + '), usingMetrics, period })
}

/** One of SageMaker's metrics of the compressor's endpoint. */
export const compressorMetric = (stage: Stage, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/SageMaker',
    metricName,
    dimensionsMap: { EndpointName: endpointName(stage), VariantName: variantName },
    statistic,
    period,
  })
