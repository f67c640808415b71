// The metrics that tell how the service does: those that the functions count themselves, Lambda's and SageMaker's.

import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { type MetricName, metricDimension, metricNamespace, serviceName } from '../core/metrics/names.ts'
import type { Stage } from './config.ts'
import type { StreamingRoute } from './constructs/streaming-route.ts'
import { endpointName, variantName } from './names.ts'

export const period = Duration.minutes(5)

/** One of those that the functions print. */
export const own = (stage: Stage, metricName: MetricName, statistic: string = Stats.SUM): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { [metricDimension]: serviceName(stage.prefix) },
    statistic,
    period,
  })

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
