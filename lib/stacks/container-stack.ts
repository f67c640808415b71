// The containers that serve in place of the functions, with their network. Left out unless the stage asks for it.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { IVpc } from 'aws-cdk-lib/aws-ec2'
import type { ApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type { Construct } from 'constructs'
import { alarmTopics } from '../alarms/alarm-topics.ts'
import { Alarms } from '../alarms/alarms.ts'
import { Balancer } from '../container/balancer.ts'
import { containerRules } from '../container/container-rules.ts'
import { Containers } from '../container/containers.ts'
import { network } from '../container/network.ts'
import type { Stage } from '../stage/config.ts'

export class ContainerStack extends Stack {
  readonly vpc: IVpc
  readonly balancer: ApplicationLoadBalancer
  /** Within the network. */
  readonly baseUrl: string

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, { description: 'Context compaction: containers of many streams each.', ...props })
    const vpc = network(this, stage)
    this.vpc = vpc
    const { service, port } = new Containers(this, 'Containers', { vpc, stage })
    const { balancer, baseUrl } = new Balancer(this, 'Balancer', { vpc, service, port, stage })
    this.balancer = balancer
    // A front door that is switched off lets go only after this stack.
    for (const held of [balancer.loadBalancerArn, balancer.loadBalancerDnsName]) this.exportValue(held)
    this.baseUrl = baseUrl
    new CfnOutput(this, 'ContainerBaseUrl', { value: baseUrl })
    new Alarms(this, 'Alarms', {
      stage,
      rules: containerRules({ service, balancer, stage }),
      topics: alarmTopics(this, stage),
    })
  }
}
