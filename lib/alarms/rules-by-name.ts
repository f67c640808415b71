// The rules of what other stacks make, which is known by its name. Nothing of a request depends on any of it.

import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'
import { hasDashboard } from '../stage/dashboard-fields.ts'
import { dashboardName, exportFailedName, foldLostName, foldName } from '../stage/names.ts'
import type { Rule } from './rule.ts'

const tooOldMilliseconds = 5 * 60_000

const ofFunction = (FunctionName: string, metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap: { FunctionName }, statistic, period })

/** Anything that lies in a queue of what has failed. */
const ofQueue = (QueueName: string): Pick<Rule, 'metric' | 'bad' | 'periods'> => ({
  metric: new Metric({
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensionsMap: { QueueName },
    statistic: Stats.MAXIMUM,
    period,
  }),
  bad: { atLeast: 1 },
  periods: [1, 1],
})

const ofSums = (stage: Stage): readonly Rule[] => [
  {
    id: 'FoldLag',
    metric: ofFunction(foldName(stage), 'IteratorAge', Stats.MAXIMUM),
    bad: { atLeast: tooOldMilliseconds },
    periods: [2, 3],
    meaning: 'The sums of what was saved are more than five minutes behind the ledger.',
  },
  {
    id: 'FoldLost',
    ...ofQueue(foldLostName(stage)),
    meaning: 'Receipts could not be counted for a day: the sums miss them until they are counted again.',
  },
]

/** Who needs the export looks at it once a year, and the bucket says nothing of what is missing. */
const ofExport = (stage: Stage): Rule => ({
  id: 'ExportFailed',
  ...ofQueue(exportFailedName(stage)),
  meaning: 'DynamoDB did not take the export of the month: the ledger of this month is in no file yet.',
})

/** What its URL answered with 5xx is all of it: the dashboard's own 500 and 503, and a function that fails. */
const ofDashboard = (stage: Stage): Rule => ({
  id: 'DashboardFailing',
  metric: ofFunction(dashboardName(stage), 'Url5xxCount', Stats.SUM),
  bad: { atLeast: 5 },
  periods: [2, 3],
  meaning: 'The dashboard answers 5xx. Requests to providers do not pass through it.',
})

/** Of what a stage has of this. */
export const rulesByName = (stage: Stage): readonly Rule[] => [
  ...(stage.savings.enabled ? ofSums(stage) : []),
  ...(stage.ledgerExport.everyMonth ? [ofExport(stage)] : []),
  ...(hasDashboard(stage) ? [ofDashboard(stage)] : []),
]
