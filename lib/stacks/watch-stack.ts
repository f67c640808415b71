// What watches over the front door, in the one region in which CloudFront counts and logs: alarms and access logs.

import { Annotations, CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { edgeTopics } from '../alarms/alarm-topics.ts'
import { Alarms } from '../alarms/alarms.ts'
import { edgeRules } from '../alarms/edge-rules.ts'
import { AccessLog } from '../front/access-log.ts'
import type { Stage } from '../stage/config.ts'
import { edgeRegion, sharedPrefix, stackName } from '../stage/names.ts'
import { distributionIdOutput } from './edge-stack.ts'

export interface WatchStackProps extends StackProps {
  readonly stage: Stage
  /** Where the distribution's stack is. */
  readonly distributionRegion: string
}

export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { stage, distributionRegion, ...props }: WatchStackProps) {
    super(scope, id, {
      description: 'Context compaction: alarms and access logs of the front door.',
      env: { region: edgeRegion },
      ...props,
    })
    const distributionId = Fn.getStackOutput(stackName(stage, 'edge'), distributionIdOutput, distributionRegion)
    const topics = edgeTopics(this, stage)
    if (topics.length === 0 && stage.alarms.topicArn !== undefined)
      Annotations.of(this).addWarningV2(
        'context-compaction:edge-topic',
        `The alarms of the front door notify nobody: CloudWatch notifies no topic of another region. Name one in ${edgeRegion} as alarms.edgeTopicArn.`,
      )
    new Alarms(this, 'Alarms', {
      stage,
      rules: edgeRules({ stage, distributionId }),
      topics,
      prefix: sharedPrefix(stage),
    })
    if (!stage.frontDoor.accessLogs) return
    const { logGroup } = new AccessLog(this, 'AccessLog', { stage, distributionId, name: stackName(stage, 'watch') })
    new CfnOutput(this, 'AccessLogGroup', { value: logGroup.logGroupName })
  }
}
