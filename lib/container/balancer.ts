// The load balancer in front of the containers. It is internal: CloudFront reaches it by a VPC origin, or the operator's own
// network does, where the stage has no front door.

import { CfnOutput, CrossStackReferences, Duration, ReferenceStrength } from 'aws-cdk-lib'
import { type IVpc, Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2'
import type { FargateService } from 'aws-cdk-lib/aws-ecs'
import {
  type ApplicationListener,
  ApplicationLoadBalancer,
  ApplicationProtocol,
  ListenerCertificate,
  SslPolicy,
  TargetGroupLoadBalancingAlgorithmType,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import { Construct } from 'constructs'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'
import { cloudFrontAddresses } from './cloudfront-addresses.ts'
import { rangeOf } from './network.ts'

export interface BalancerProps {
  readonly vpc: IVpc
  readonly service: FargateService
  readonly port: number
  readonly stage: Stage
}

export class Balancer extends Construct {
  readonly balancer: ApplicationLoadBalancer
  readonly baseUrl: string

  constructor(scope: Construct, id: string, { vpc, service, port, stage }: BalancerProps) {
    super(scope, id)
    const { frontDoor, fargate, functions } = stage
    const secure = !frontDoor.enabled && fargate.certificateArn !== undefined
    const listenerPort = secure ? 443 : 80
    const securityGroup = new SecurityGroup(this, 'Callers', {
      vpc,
      description: 'Context compaction: who may reach the load balancer.',
      allowAllOutbound: false,
    })
    this.balancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc,
      vpcSubnets: { subnets: vpc.privateSubnets },
      internetFacing: false,
      securityGroup,
      // A model that thinks sends nothing.
      idleTimeout: Duration.seconds(functions.timeoutSeconds),
    })
    // What is in the VPC has not passed the front door and its firewall.
    const callers = frontDoor.enabled
      ? [cloudFrontAddresses(this, stage, this.balancer)]
      : [rangeOf(stage), ...fargate.clients].map((range) => Peer.ipv4(range))
    for (const caller of callers) securityGroup.addIngressRule(caller, Port.tcp(listenerPort))
    acknowledge(
      this.balancer,
      'ELB2',
      'Its access logs would hold addresses. Each exchange has a line in the log of the containers, and the front door its own.',
    )
    // An origin that is gone would be noticed by nobody but callers.
    CrossStackReferences.of(this.balancer).produce(ReferenceStrength.STRONG)
    this.listen(secure, listenerPort, fargate.certificateArn).addTargets('Containers', {
      port,
      protocol: ApplicationProtocol.HTTP,
      targets: [service],
      healthCheck: { path: '/readyz', interval: Duration.seconds(10), healthyThresholdCount: 2 },
      // Streams differ in length: the next goes where the fewest are open. A container that leaves finishes its own.
      loadBalancingAlgorithmType: TargetGroupLoadBalancingAlgorithmType.LEAST_OUTSTANDING_REQUESTS,
      deregistrationDelay: Duration.seconds(functions.timeoutSeconds),
    })
    this.baseUrl = `${secure ? 'https' : 'http'}://${this.balancer.loadBalancerDnsName}`
    new CfnOutput(this, 'Name', { key: 'BalancerName', value: this.balancer.loadBalancerDnsName })
  }

  private listen(secure: boolean, port: number, certificateArn: string | undefined): ApplicationListener {
    return this.balancer.addListener('Listener', {
      port,
      open: false,
      ...(secure && certificateArn !== undefined
        ? {
            protocol: ApplicationProtocol.HTTPS,
            certificates: [ListenerCertificate.fromArn(certificateArn)],
            sslPolicy: SslPolicy.RECOMMENDED_TLS,
          }
        : { protocol: ApplicationProtocol.HTTP }),
    })
  }
}
