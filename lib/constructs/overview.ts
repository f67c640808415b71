// One dashboard: is it well, what does it do, how long does it take, what does the compressor do.

import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { incidents } from '../../core/metrics/names.ts'
import type { Stage } from '../config.ts'
import { compressorMetric, own, period } from '../service-metrics.ts'
import type { Alarms } from './alarms.ts'
import type { StreamingRoute } from './streaming-route.ts'

export interface OverviewProps {
  readonly routes: readonly StreamingRoute[]
  readonly alarms: Alarms
  readonly stage: Stage
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12, height: 6 })

export class Overview extends Construct {
  constructor(scope: Construct, id: string, { routes, alarms, stage }: OverviewProps) {
    super(scope, id)
    new Dashboard(this, 'Dashboard', {
      dashboardName: `${stage.prefix}overview`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.all], width: 24, height: 3 })],
        [
          graph(
            'Requests by route',
            routes.map(({ route, function: lambda }) => lambda.metricInvocations({ period, label: route.name })),
          ),
          graph(
            'Errors and throttles',
            routes.flatMap(({ route, function: lambda }) => [
              lambda.metricErrors({ period, label: `${route.name} errors` }),
              lambda.metricThrottles({ period, label: `${route.name} throttles` }),
            ]),
          ),
        ],
        [
          graph(
            'Whole exchange, milliseconds, median',
            routes.map(({ route, function: lambda }) =>
              lambda.metricDuration({ period, statistic: Stats.p(50), label: route.name }),
            ),
          ),
          graph(
            'What should not happen',
            [...incidents, 'FailedOpen' as const].map((name) => own(stage, name)),
          ),
        ],
        [
          graph('Compressor: calls', [
            compressorMetric(stage, 'Invocations', Stats.SUM),
            compressorMetric(stage, 'Invocation4XXErrors', Stats.SUM),
            compressorMetric(stage, 'Invocation5XXErrors', Stats.SUM),
          ]),
          graph('Compressor: microseconds in the model', [
            compressorMetric(stage, 'ModelLatency', Stats.p(50)),
            compressorMetric(stage, 'ModelLatency', Stats.p(99)),
          ]),
        ],
      ],
    })
  }
}
