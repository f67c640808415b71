// The rules of the alarms of the function that counts receipts. Nothing of a request depends on it.

import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'
import { foldLostName, foldName } from '../stage/names.ts'
import type { Rule } from './rule.ts'

const tooOldMilliseconds = 5 * 60_000

/** None in a stage that counts nothing. */
export const foldRules = (stage: Stage): readonly Rule[] =>
  stage.savings.enabled
    ? [
        {
          id: 'FoldLag',
          metric: new Metric({
            namespace: 'AWS/Lambda',
            metricName: 'IteratorAge',
            dimensionsMap: { FunctionName: foldName(stage) },
            statistic: Stats.MAXIMUM,
            period,
          }),
          bad: { atLeast: tooOldMilliseconds },
          periods: [2, 3],
          meaning: 'The sums of what was saved are more than five minutes behind the ledger.',
        },
        {
          id: 'FoldLost',
          metric: new Metric({
            namespace: 'AWS/SQS',
            metricName: 'ApproximateNumberOfMessagesVisible',
            dimensionsMap: { QueueName: foldLostName(stage) },
            statistic: Stats.MAXIMUM,
            period,
          }),
          bad: { atLeast: 1 },
          periods: [1, 1],
          meaning: 'Receipts could not be counted for a day: the sums miss them until they are counted again.',
        },
      ]
    : []
