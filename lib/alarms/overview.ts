// The dashboard, from top to bottom: is the service well, what does it save, what does it cost, who is at fault, and the
// parts.

import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { failedOpenMetrics, incidents, type MetricName } from '../../core/metrics/names.ts'
import { steps } from '../../core/metrics/steps.ts'
import { compressorInstances, compressorMetric, own, period, tableThrottles } from '../metrics/service-metrics.ts'
import type { StreamingRoute } from '../routes/streaming-route.ts'
import type { Stage, StageWithEndpoint } from '../stage/config.ts'
import { hasEndpoint, sharedPrefix } from '../stage/names.ts'
import type { Alarms } from './alarms.ts'

export interface OverviewProps {
  readonly routes: readonly StreamingRoute[]
  readonly alarms: Alarms
  readonly stage: Stage
}

const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
  new GraphWidget({ title, left, right, width: 12, height: 6 })

/** The percentage of requests for which the metric is 1. */
const percent = (stage: Stage, label: string, name: MetricName): MathExpression => {
  const id = name.charAt(0).toLowerCase() + name.slice(1)
  const usingMetrics = { [id]: own(stage, name, Stats.AVERAGE) }
  return new MathExpression({ label, expression: `100 * ${id}`, usingMetrics, period })
}

const sums = (stage: Stage, ...names: readonly MetricName[]): IMetric[] => names.map((name) => own(stage, name))

/** The steps in which a client waits for us, at the median and at p99. */
const addedTime = (stage: Stage): IMetric[] => {
  const added = Object.values(steps).filter(({ takenBy }) => takenBy === 'service')
  const names: readonly MetricName[] = ['AddedMilliseconds', ...added.map(({ metric }) => metric)]
  return names.flatMap((name) =>
    [50, 99].map((percentile) =>
      own(stage, name, Stats.p(percentile), `${name.replace('Milliseconds', '')} p${percentile}`),
    ),
  )
}

const service = (stage: Stage, routes: readonly StreamingRoute[]): GraphWidget[][] => [
  [
    graph('Requests, and what the service refused', sums(stage, 'Requests', 'Refused', 'Throttled', 'ServiceFaults')),
    graph('Net saved input tokens', sums(stage, 'TokensSaved', 'EffectiveTokensSaved', 'CacheRewriteTokens')),
  ],
  [
    graph('Uncompacted by failure: reasons, and percent of requests', sums(stage, ...failedOpenMetrics), [
      percent(stage, 'failed open, %', 'FailedOpen'),
    ]),
    graph('Added milliseconds, per step', addedTime(stage)),
  ],
  [
    graph("Upstreams' errors, not ours", [
      ...sums(
        stage,
        'UpstreamErrors',
        'UpstreamThrottled',
        'UpstreamRefused',
        'AnswersCut',
        'ClientsLeft',
        'CompactedFormRejected',
      ),
    ]),
    graph(
      'Throttles: limits of accounts, functions, tables',
      [
        own(stage, 'Throttled', Stats.SUM, 'over a limit of ours'),
        ...routes.map(({ route, function: lambda }) =>
          lambda.metricThrottles({ period, label: `${route.name} function` }),
        ),
      ],
      [...tableThrottles(stage, 'Read'), ...tableThrottles(stage, 'Write')],
    ),
  ],
  [
    graph(
      'Throttled because of one hot key: writes, reads',
      tableThrottles(stage, 'WriteKeyRangeThroughput'),
      tableThrottles(stage, 'ReadKeyRangeThroughput'),
    ),
  ],
]

const endpoint = (stage: StageWithEndpoint): GraphWidget =>
  graph(
    stage.compressor.kind === 'real-time'
      ? 'Endpoint: latency, instances, errors'
      : 'Endpoint: latency, cold starts, errors',
    [
      ...[50, 99].map((percentile) => compressorMetric(stage, 'ModelLatency', Stats.p(percentile))),
      ...(stage.compressor.kind === 'real-time' ? [] : [compressorMetric(stage, 'ModelSetupTime', Stats.p(99))]),
    ],
    [
      ...(stage.compressor.kind === 'real-time' ? [compressorInstances(stage)] : []),
      compressorMetric(stage, 'Invocations', Stats.SUM),
      compressorMetric(stage, 'Invocation4XXErrors', Stats.SUM),
      compressorMetric(stage, 'Invocation5XXErrors', Stats.SUM),
    ],
  )

const compressor = (stage: Stage): GraphWidget[][] => [
  [
    graph(
      'Compressor, as the functions see it',
      sums(stage, 'CompressorCalls', 'CompressorFailures', 'CompressorTimeouts'),
      [
        own(stage, 'CompressorMilliseconds', Stats.p(50), 'milliseconds p50'),
        own(stage, 'CompressorMilliseconds', Stats.p(99), 'milliseconds p99'),
      ],
    ),
    ...(hasEndpoint(stage) ? [endpoint(stage)] : []),
  ],
]

const memory = (stage: Stage): GraphWidget[][] => [
  [
    graph('Memory of conversations: percent known, percent without an answer', [
      percent(stage, 'known, %', 'ChainHits'),
      percent(stage, 'no answer, %', 'ChainUnavailable'),
    ]),
    graph('Decided texts, and cache rewrites by us (tokens)', sums(stage, 'TextsDecided', 'CacheRewriteTokens')),
  ],
]

const functions = (stage: Stage, routes: readonly StreamingRoute[]): GraphWidget[][] => [
  [
    graph(
      'Invocations by route',
      routes.map(({ route, function: lambda }) => lambda.metricInvocations({ period, label: route.name })),
    ),
    graph(
      'Errors by route',
      routes.map(({ route, function: lambda }) => lambda.metricErrors({ period, label: `${route.name} errors` })),
    ),
  ],
  [
    graph(
      'Whole exchange, milliseconds, median',
      routes.map(({ route, function: lambda }) =>
        lambda.metricDuration({ period, statistic: Stats.p(50), label: route.name }),
      ),
    ),
    graph('What should not happen', sums(stage, ...incidents)),
  ],
]

export class Overview extends Construct {
  constructor(scope: Construct, id: string, { routes, alarms, stage }: OverviewProps) {
    super(scope, id)
    new Dashboard(this, 'Dashboard', {
      // CloudWatch's dashboards are those of the account, in whatever region.
      dashboardName: `${sharedPrefix(stage)}overview`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.all], width: 24, height: 4 })],
        ...service(stage, routes),
        ...compressor(stage),
        ...memory(stage),
        ...functions(stage, routes),
      ],
    })
  }
}
