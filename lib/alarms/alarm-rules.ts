// The rules of the alarms, as data: what a person must know at once. docs/runbook.md has a section for each: what users
// feel, what to look at, what to do. Failed compaction loses no request, because it fails open.

import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import {
  compressorMetric,
  fewRequests,
  own,
  period,
  sumOf,
  tableThrottles,
  unansweredCalls,
} from '../metrics/service-metrics.ts'
import type { StreamingRoute } from '../routes/streaming-route.ts'
import type { Stage, StageWithEndpoint } from '../stage/config.ts'
import { hasEndpoint } from '../stage/names.ts'
import type { Rule } from './rule.ts'

export interface Watched {
  readonly routes: readonly StreamingRoute[]
  readonly stage: Stage
}

/** Half a second beyond the time that a request may wait for the compressor. */
export const addedTimeMilliseconds = ({ functions }: Stage): number => functions.arrivalDeadlineMilliseconds + 500

/** What is reserved counts as used at all times: the alarm rings at four fifths of the rest. */
const nearlyAllConcurrency = ({ functions }: Stage, routes: readonly StreamingRoute[]): number => {
  const { reservedConcurrency = 0, accountConcurrency } = functions
  const reserved = reservedConcurrency * routes.length
  return Math.floor(reserved + 0.8 * (accountConcurrency - reserved))
}

/** Of all requests those that the service refused, a limit apart. */
const refusedShare = (stage: Stage): MathExpression =>
  new MathExpression({
    label: 'refused',
    expression: `IF(requests >= ${fewRequests}, refused / requests, 0)`,
    usingMetrics: { requests: own(stage, 'Requests'), refused: own(stage, 'Refused') },
    period,
  })

/** Of all functions of the account in this region, ours or not. */
const claimedConcurrency = new Metric({
  namespace: 'AWS/Lambda',
  metricName: 'ClaimedAccountConcurrency',
  statistic: Stats.MAXIMUM,
  period,
})

const ofFunctions = ({ routes, stage }: Watched): readonly Rule[] => [
  {
    id: 'FunctionErrors',
    metric: sumOf(
      'errors',
      routes.map(({ function: lambda }) => lambda.metricErrors({ period })),
    ),
    bad: { atLeast: 5 },
    periods: [2, 3],
    meaning: 'Functions fail, or upstreams break their streams. Both end the connection of a client.',
  },
  {
    id: 'FunctionThrottles',
    metric: sumOf(
      'throttles',
      routes.map(({ function: lambda }) => lambda.metricThrottles({ period })),
    ),
    bad: { atLeast: 1 },
    periods: [1, 1],
    meaning: 'The concurrency of the account is used up: clients get 429 from the platform.',
  },
  {
    id: 'ConcurrencyNearlyUsed',
    metric: claimedConcurrency,
    bad: { atLeast: nearlyAllConcurrency(stage, routes) },
    periods: [2, 3],
    meaning: 'Four fifths of the concurrency that is not reserved are in use: clients get 429 when all of it is.',
  },
  {
    id: 'RequestsRefused',
    metric: refusedShare(stage),
    bad: { atLeast: 0.5 },
    periods: [3, 3],
    meaning: 'Half of all requests are refused for their key, their account or the way that they came.',
  },
  {
    id: 'ServiceFaults',
    metric: own(stage, 'ServiceFaults'),
    bad: { atLeast: 5 },
    periods: [2, 3],
    meaning: 'The service itself answers 500 or 503.',
  },
  {
    id: 'AddedTime',
    metric: own(stage, 'AddedMilliseconds', Stats.p(99)),
    bad: { atLeast: addedTimeMilliseconds(stage) },
    periods: [3, 3],
    meaning: 'One request in a hundred waits for the service longer than the service may take.',
  },
  {
    id: 'UpstreamErrors',
    metric: own(stage, 'UpstreamErrors', Stats.AVERAGE),
    bad: { atLeast: 0.2 },
    periods: [3, 3],
    meaning: 'One answer in five is an error of the upstream, or the upstream cannot be reached.',
  },
]

const ofStores = ({ stage }: Watched): readonly Rule[] => [
  {
    id: 'KeyStoreUnreachable',
    metric: own(stage, 'KeyStoreUnreachable'),
    bad: { atLeast: 1 },
    periods: [2, 3],
    meaning: 'Keys or accounts cannot be read. Callers that are not remembered get 503.',
  },
  {
    id: 'LimitStoreUnreachable',
    metric: own(stage, 'LimitStoreUnreachable'),
    bad: { atLeast: 1 },
    periods: [2, 3],
    meaning: 'Limits are counted in each environment instead of once for all.',
  },
  {
    id: 'ReceiptLost',
    metric: own(stage, 'ReceiptLost'),
    bad: { atLeast: 1 },
    periods: [1, 1],
    meaning:
      'The ledger did not accept a receipt. The log of the function holds it whole, as "exchange without receipt".',
  },
  {
    id: 'RecordLost',
    metric: own(stage, 'RecordLost'),
    bad: { atLeast: 5 },
    periods: [2, 3],
    meaning: 'Records of conversations are not written. The compressor is asked again, and savings come later.',
  },
  {
    id: 'CacheContradicted',
    metric: own(stage, 'CacheContradicted'),
    bad: { atLeast: 100 },
    periods: [3, 3],
    meaning:
      'Providers do not read what by the table of their caches they hold: a row of core/caches/rows.ts may be out of date.',
  },
  {
    id: 'ChainUnavailable',
    metric: own(stage, 'ChainUnavailable', Stats.AVERAGE),
    bad: { atLeast: 0.2 },
    periods: [3, 3],
    meaning:
      'One read in five of the record of a conversation gets no answer. The provider may have to cache changed text again.',
  },
  {
    id: 'TableReadsThrottled',
    metric: sumOf('throttled', tableThrottles(stage, 'Read')),
    bad: { atLeast: 10 },
    periods: [2, 3],
    meaning: 'DynamoDB refuses reads because too much is asked of one table, index or key at once.',
  },
  {
    id: 'TableWritesThrottled',
    metric: sumOf('throttled', tableThrottles(stage, 'Write')),
    bad: { atLeast: 10 },
    periods: [2, 3],
    meaning: 'DynamoDB refuses writes because too much is asked of one table, index or key at once.',
  },
]

const compressorErrors = (stage: StageWithEndpoint): Rule => ({
  id: 'CompressorErrors',
  metric: compressorMetric(stage, 'Invocation5XXErrors', Stats.SUM),
  bad: { atLeast: 5 },
  periods: [2, 3],
  meaning: 'The compressor fails. /v1/compress answers 503, and nothing new is decided.',
})

const ofCompaction = ({ stage }: Watched): readonly Rule[] => [
  {
    id: 'FailedOpen',
    metric: own(stage, 'FailedOpen', Stats.AVERAGE),
    bad: { atLeast: 0.2 },
    periods: [3, 3],
    meaning:
      'One request in five goes out uncompacted: nothing is lost but the saving. The dashboard names the reason.',
  },
  {
    id: 'SavingNegative',
    metric: own(stage, 'EffectiveTokensSaved'),
    bad: { below: 0 },
    periods: [10, 12],
    meaning: 'For an hour compaction has cost more effective tokens than it saved.',
  },
  ...(hasEndpoint(stage) ? [compressorErrors(stage)] : []),
  {
    id: 'CompressorUnanswered',
    metric: unansweredCalls(stage),
    bad: { atLeast: 0.5 },
    periods: [3, 3],
    meaning: 'Every second call of the compressor gets an error, or no answer in time.',
  },
]

/** The rules of a stage. */
export const alarmRules = (watched: Watched): readonly Rule[] => [
  ...ofFunctions(watched),
  ...ofStores(watched),
  ...ofCompaction(watched),
]
