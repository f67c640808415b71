// The rules of the alarms of the containers.

import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import type { FargateService } from 'aws-cdk-lib/aws-ecs'
import type { ApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type { Rule } from '../alarms/rule.ts'
import { period } from '../metrics/service-metrics.ts'
import type { Stage } from '../stage/config.ts'

export interface WatchedContainers {
  readonly service: FargateService
  readonly balancer: ApplicationLoadBalancer
  readonly stage: Stage
}

const atMaximum = ({ service, stage }: WatchedContainers): Rule => ({
  id: 'ContainersAtMaximum',
  metric: new Metric({
    namespace: 'ECS/ContainerInsights',
    metricName: 'DesiredTaskCount',
    dimensionsMap: { ClusterName: service.cluster.clusterName, ServiceName: service.serviceName },
    statistic: Stats.MAXIMUM,
    period,
  }),
  bad: { atLeast: stage.fargate.maximumContainers },
  periods: [2, 3],
  meaning: 'As many containers run as the stage allows: from here on streams share what there is.',
})

export const containerRules = (watched: WatchedContainers): readonly Rule[] => {
  const { balancer, stage } = watched
  const { minimumContainers, maximumContainers } = stage.fargate
  return [
    {
      id: 'BalancerErrors',
      metric: balancer.metrics.custom('HTTPCode_ELB_5XX_Count', { statistic: Stats.SUM, period }),
      bad: { atLeast: 5 },
      periods: [2, 3],
      meaning: 'The load balancer itself answers 5xx: no container takes a request, or one broke its connection.',
    },
    // A fixed number is always the most, and the alarm would never end.
    ...(minimumContainers < maximumContainers ? [atMaximum(watched)] : []),
  ]
}
