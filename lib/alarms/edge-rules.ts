// What somebody has to know at once of the way to the functions, as data: what CloudFront and the firewall count. They
// count in one region only, so these alarms stand there. A front that is dead shows nowhere else: no function is called.

import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { webAclMetric } from '../front/web-acl.ts'
import { period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'
import type { Rule } from './rule.ts'

export interface WatchedEdge {
  readonly stage: Stage
  readonly distributionId: string
}

/** Of the distribution, in percent of its requests. */
const errorRate = (distributionId: string, metricName: '4xxErrorRate' | '5xxErrorRate'): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    statistic: Stats.AVERAGE,
    period,
  })

const ofFirewall = (stage: Stage): readonly Rule[] =>
  stage.frontDoor.firewall === 'managed'
    ? [
        {
          id: 'RequestsBlocked',
          metric: new Metric({
            namespace: 'AWS/WAFV2',
            metricName: 'BlockedRequests',
            dimensionsMap: { WebACL: webAclMetric(stage), Rule: 'ALL' },
            statistic: Stats.SUM,
            period,
          }),
          bad: { atLeast: 100 },
          periods: [2, 3],
          meaning: 'The firewall blocks requests: somebody attacks, or a client of yours looks like one who does.',
        },
      ]
    : []

export const edgeRules = ({ stage, distributionId }: WatchedEdge): readonly Rule[] => [
  {
    id: 'EdgeErrors',
    metric: errorRate(distributionId, '5xxErrorRate'),
    bad: { atLeast: 20 },
    periods: [3, 3],
    meaning:
      'One answer in five at the front door is a 5xx: of an upstream, of the service, or because no function answers.',
  },
  {
    id: 'EdgeRefusals',
    metric: errorRate(distributionId, '4xxErrorRate'),
    bad: { atLeast: 50 },
    periods: [3, 3],
    meaning:
      'Half of the answers at the front door are 4xx: keys that do not work, or functions that do not let it in.',
  },
  ...ofFirewall(stage),
]
