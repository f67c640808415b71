// The rule of the dashboard's alarm. Its function stands in a stack of its own, and is known by its name.

import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'
import { hasDashboard } from '../stage/dashboard-fields.ts'
import { dashboardName } from '../stage/names.ts'
import type { Rule } from './rule.ts'

/** None in a stage without a dashboard. */
export const dashboardRules = (stage: Stage): readonly Rule[] =>
  hasDashboard(stage)
    ? [
        {
          id: 'DashboardFailing',
          // What the URL answered with 5xx is all of it: the dashboard's own 500 and 503, and a function that fails.
          metric: new Metric({
            namespace: 'AWS/Lambda',
            metricName: 'Url5xxCount',
            dimensionsMap: { FunctionName: dashboardName(stage) },
            statistic: Stats.SUM,
            period,
          }),
          bad: { atLeast: 5 },
          periods: [2, 3],
          meaning: 'The dashboard answers 5xx. Requests to providers do not pass through it.',
        },
      ]
    : []
