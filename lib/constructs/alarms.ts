// What somebody has to know at once. Nothing here means that a client's request was lost to compaction: that fails open.

import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Construct } from 'constructs'
import type { Stage } from '../config.ts'
import { compressorMetric, overAllRoutes, own, period } from '../service-metrics.ts'
import { alarmTopics } from './alarm-topics.ts'
import type { StreamingRoute } from './streaming-route.ts'

export interface AlarmsProps {
  readonly routes: readonly StreamingRoute[]
  readonly stage: Stage
}

interface Rule {
  readonly id: string
  readonly metric: IMetric
  /** Of one period of five minutes. */
  readonly atLeast: number
  /** Periods that must be bad, of the last so many. */
  readonly periods: readonly [bad: number, of: number]
  readonly meaning: string
}

const rules = ({ routes, stage }: AlarmsProps): readonly Rule[] => [
  {
    id: 'FunctionErrors',
    metric: overAllRoutes('errors', routes, ({ function: lambda }) => lambda.metricErrors({ period })),
    atLeast: 5,
    periods: [2, 3],
    meaning: 'Functions fail, or upstreams break their streams: both end a client’s connection.',
  },
  {
    id: 'FunctionThrottles',
    metric: overAllRoutes('throttles', routes, ({ function: lambda }) => lambda.metricThrottles({ period })),
    atLeast: 1,
    periods: [1, 1],
    meaning: 'The account’s concurrency is used up: clients get 429 from the platform.',
  },
  {
    id: 'KeyStoreUnreachable',
    metric: own(stage, 'KeyStoreUnreachable'),
    atLeast: 1,
    periods: [2, 3],
    meaning: 'Keys or accounts cannot be read: callers that are not remembered get 503.',
  },
  {
    id: 'LimitStoreUnreachable',
    metric: own(stage, 'LimitStoreUnreachable'),
    atLeast: 1,
    periods: [2, 3],
    meaning: 'Limits are counted per environment instead of once for all.',
  },
  {
    id: 'ReceiptLost',
    metric: own(stage, 'ReceiptLost'),
    atLeast: 1,
    periods: [1, 1],
    meaning: 'The ledger did not take a receipt. It stands whole in the function’s log, as "exchange without receipt".',
  },
  {
    id: 'FailedOpen',
    metric: own(stage, 'FailedOpen'),
    atLeast: 20,
    periods: [3, 3],
    meaning: 'Requests go out uncompacted for a while now: nothing is lost but the saving. Receipts name the reason.',
  },
  {
    id: 'CompressorErrors',
    metric: compressorMetric(stage, 'Invocation5XXErrors', Stats.SUM),
    atLeast: 5,
    periods: [2, 3],
    meaning: 'The compressor fails: /v1/compress answers 503, and learning stands still.',
  },
]

export class Alarms extends Construct {
  readonly all: readonly Alarm[]

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id)
    const actions = alarmTopics(this, props.stage).map((topic) => new SnsAction(topic))
    this.all = rules(props).map((rule) => {
      const alarm = new Alarm(this, rule.id, {
        alarmName: `${props.stage.prefix}${rule.id}`,
        alarmDescription: rule.meaning,
        metric: rule.metric,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        threshold: rule.atLeast,
        datapointsToAlarm: rule.periods[0],
        evaluationPeriods: rule.periods[1],
        treatMissingData: TreatMissingData.NOT_BREACHING,
      })
      alarm.addAlarmAction(...actions)
      return alarm
    })
  }
}
