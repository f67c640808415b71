// A client of our own that never sleeps: it tells that the service works, also at night, and that something still asks.

import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { type IVpc, Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2'
import { type FunctionProps, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { Rule } from '../alarms/rule.ts'
import { functionOf } from '../bundles/bundle-asset.ts'
import { canaryBundle } from '../bundles/shipped-bundles.ts'
import { period } from '../metrics/service-metrics.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { allow, serviceRole, writeLog } from '../roles/service-role.ts'
import type { Stage } from '../stage/config.ts'

export interface CanaryProps {
  readonly stage: Stage
  /** Of the front door, or of the function of `/v1/compress` where there is none, or of the load balancer where that has no URL. */
  readonly baseUrl: string
  /** From which the base URL can be reached; absent where everybody can. */
  readonly vpc?: IVpc | undefined
}

/** What Lambda does in a network on behalf of a function. AWS knows no resource for it. */
const standInNetwork = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
]

export class Canary extends Construct {
  readonly function: LambdaFunction

  constructor(scope: Construct, id: string, { stage, baseUrl, vpc }: CanaryProps) {
    super(scope, id)
    const logGroup = new LogGroup(this, 'Log', {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const secret = new Secret(this, 'Key', {
      description: 'Context compaction: the service key that the canary asks with. Put one of its own into it.',
      removalPolicy: RemovalPolicy.DESTROY,
    })
    acknowledge(secret, 'SMG4', 'A service key: the operator makes and revokes it, as every other one.')
    this.function = new LambdaFunction(this, 'Function', {
      description: 'Context compaction: asks the service whether it works.',
      ...functionOf(canaryBundle),
      memorySize: 256,
      timeout: Duration.seconds(30),
      environment: { BASE_URL: baseUrl, KEY_SECRET: secret.secretName },
      role: serviceRole(this, 'Role', 'lambda.amazonaws.com', [
        allow(['secretsmanager:GetSecretValue'], secret.secretArn),
        writeLog(logGroup.logGroupArn),
        ...(vpc === undefined ? [] : [allow(standInNetwork, '*')]),
      ]),
      ...(vpc === undefined ? {} : this.placeIn(vpc)),
      logGroup,
      // The next question comes soon enough.
      retryAttempts: 0,
    })
    if (vpc !== undefined)
      acknowledge(this, 'IAM5[Resource::*]', 'Interfaces of a network have no name before Lambda has made them.')
    new CfnSchedule(this, 'Schedule', {
      description: 'Context compaction: the canary.',
      scheduleExpression: 'rate(5 minutes)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: this.function.functionArn,
        roleArn: serviceRole(this, 'ScheduleRole', 'scheduler.amazonaws.com', [
          allow(['lambda:InvokeFunction'], this.function.functionArn),
        ]).roleArn,
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    })
    new CfnOutput(this, 'KeySecret', { key: 'KeySecret', value: secret.secretName })
  }

  /** It asks the load balancer and Secrets Manager, and nobody asks it. */
  private placeIn(vpc: IVpc): Pick<FunctionProps, 'vpc' | 'vpcSubnets' | 'securityGroups'> {
    const asks = new SecurityGroup(this, 'Asks', {
      vpc,
      description: 'Context compaction: what the canary may reach.',
      allowAllOutbound: false,
    })
    for (const port of [80, 443]) asks.addEgressRule(Peer.anyIpv4(), Port.tcp(port))
    return { vpc, vpcSubnets: { subnets: vpc.privateSubnets }, securityGroups: [asks] }
  }

  /** A canary that is not heard has failed too. */
  rule(): Rule {
    return {
      id: 'CanaryFails',
      metric: this.function.metricErrors({ period }),
      bad: { atLeast: 1 },
      periods: [2, 3],
      meaning: 'The canary gets no answer from /v1/compress, or is not running: ask as a client does.',
      silenceIsBad: true,
    }
  }
}
