// What somebody has to know at once of the way to the functions, as data: what CloudFront and the firewall count. They
// count in one region only, so these alarms stand there. A front that is dead shows nowhere else: no function is called.

import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { webAclMetric } from '../front/web-acl.ts'
import { fewRequests, period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'
import type { Rule } from './rule.ts'

export interface WatchedEdge {
  readonly stage: Stage
  readonly distributionId: string
}

const ofDistribution = (distributionId: string, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/CloudFront',
    metricName,
    dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    statistic,
    period,
  })

/** In percent of its requests. Of few it says nothing: one stranger with a wrong path is all of them. */
const refusedPercent = (distributionId: string): MathExpression =>
  new MathExpression({
    label: 'refused, %',
    expression: `IF(requests >= ${fewRequests}, refused, 0)`,
    usingMetrics: {
      requests: ofDistribution(distributionId, 'Requests', Stats.SUM),
      refused: ofDistribution(distributionId, '4xxErrorRate', Stats.AVERAGE),
    },
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
    metric: ofDistribution(distributionId, '5xxErrorRate', Stats.AVERAGE),
    bad: { atLeast: 20 },
    periods: [3, 3],
    meaning:
      'One answer in five at the front door is a 5xx: of an upstream, of the service, or because no function answers.',
  },
  {
    id: 'EdgeRefusals',
    metric: refusedPercent(distributionId),
    bad: { atLeast: 50 },
    periods: [3, 3],
    meaning:
      'Half of the answers at the front door are 4xx: keys that do not work, or functions that do not let it in.',
  },
  ...ofFirewall(stage),
]
