// The canary and its alarm. Left out unless the stage asks for it.

import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { alarmTopics } from '../alarms/alarm-topics.ts'
import { Alarms } from '../alarms/alarms.ts'
import { Canary, type CanaryProps } from '../canary/canary.ts'

export class CanaryStack extends Stack {
  constructor(scope: Construct, id: string, { stage, baseUrl, vpc, ...props }: StackProps & CanaryProps) {
    super(scope, id, { description: 'Context compaction: a client that asks whether the service works.', ...props })
    const canary = new Canary(this, 'Canary', { stage, baseUrl, vpc })
    new Alarms(this, 'Alarms', { stage, rules: [canary.rule()], topics: alarmTopics(this, stage) })
  }
}
