// The rule of the alarm of the monthly export. Who needs the export looks at it once a year, and the bucket says nothing of what is
// missing.

import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'
import { exportFailedName } from '../stage/names.ts'
import type { Rule } from './rule.ts'

/** None in a stage that does not export by itself. */
export const exportRules = (stage: Stage): readonly Rule[] =>
  stage.ledgerExport.everyMonth
    ? [
        {
          id: 'ExportFailed',
          metric: new Metric({
            namespace: 'AWS/SQS',
            metricName: 'ApproximateNumberOfMessagesVisible',
            dimensionsMap: { QueueName: exportFailedName(stage) },
            statistic: Stats.MAXIMUM,
            period,
          }),
          bad: { atLeast: 1 },
          periods: [1, 1],
          meaning: 'DynamoDB did not take the export of the month: the ledger of this month is in no file yet.',
        },
      ]
    : []
