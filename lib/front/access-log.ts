// One line for every request that CloudFront answered, also where no function was called: 413, 403 of the firewall, 429 of
// the platform, 502, 504. The fields are chosen: no address, no query, no header, so that nothing says who called.

import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  CfnResourcePolicy,
  LogGroup,
} from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'
import { removalPolicy } from '../stage/removal.ts'

/** As CloudFront calls them. `x-edge-request-id` is what a client sees as `x-amz-cf-id`. */
export const accessLogFields: readonly string[] = [
  'timestamp(ms)',
  'x-edge-request-id',
  'x-edge-location',
  'cs-method',
  'cs-uri-stem',
  'cs-protocol-version',
  'cs-bytes',
  'sc-status',
  'sc-bytes',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'time-to-first-byte',
  'time-taken',
]

export interface AccessLogProps {
  readonly stage: Stage
  readonly distributionId: string
  /** Names the parts of the delivery: one per account and region. */
  readonly name: string
}

/** To be made in the region of the edge: CloudFront delivers from there alone. */
export class AccessLog extends Construct {
  readonly logGroup: LogGroup

  constructor(scope: Construct, id: string, { stage, distributionId, name }: AccessLogProps) {
    super(scope, id)
    const { account, partition, region } = Stack.of(this)
    this.logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/vendedlogs/${name}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicy(stage),
    })
    const policy = new CfnResourcePolicy(this, 'Policy', {
      policyName: name,
      policyDocument: Stack.of(this).toJsonString({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'delivery.logs.amazonaws.com' },
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: `arn:${partition}:logs:${region}:${account}:log-group:/aws/vendedlogs/${name}:log-stream:*`,
            Condition: {
              StringEquals: { 'aws:SourceAccount': account },
              ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:${region}:${account}:*` },
            },
          },
        ],
      }),
    })
    policy.applyRemovalPolicy(RemovalPolicy.DESTROY)
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: `arn:${partition}:cloudfront::${account}:distribution/${distributionId}`,
    })
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      outputFormat: 'json',
      destinationResourceArn: this.logGroup.logGroupArn,
    })
    destination.node.addDependency(policy)
    new CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.ref,
      deliveryDestinationArn: destination.attrArn,
      recordFields: [...accessLogFields],
    })
  }
}
