// The topics that alarms notify: one of the operator's, and one of the stage for e-mail addresses. Knows no alarm.

import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'
import { edgeRegion } from '../stage/names.ts'

/** CloudWatch cannot use the key that AWS manages for SNS: its policy does not name CloudWatch. */
const addressesTopic = (scope: Construct, addresses: readonly string[]): Topic => {
  const masterKey = new Key(scope, 'TopicKey', {
    description: 'Context compaction: notifications of alarms.',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com')
  masterKey.grant(cloudWatch, 'kms:Decrypt', 'kms:GenerateDataKey')
  const topic = new Topic(scope, 'AddressesTopic', { masterKey, enforceSSL: true })
  // A topic's own policy replaces SNS's default policy, which lets the alarms of the account publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      actions: ['sns:Publish'],
      principals: [cloudWatch],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  for (const address of addresses) topic.addSubscription(new EmailSubscription(address))
  return topic
}

const topicsOf = (scope: Construct, topicArn: string | undefined, addresses: readonly string[]): ITopic[] => [
  ...(topicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'Topic', topicArn)]),
  ...(addresses.length === 0 ? [] : [addressesTopic(scope, addresses)]),
]

/** For alarms in the region of the stage. None when the stage names nobody. */
export const alarmTopics = (scope: Construct, { alarms }: Pick<Stage, 'alarms'>): ITopic[] =>
  topicsOf(scope, alarms.topicArn, alarms.addresses)

/** For alarms in the region of the edge: CloudWatch notifies no topic of another region. */
export const edgeTopics = (scope: Construct, { alarms }: Pick<Stage, 'alarms'>): ITopic[] => {
  const { topicArn, edgeTopicArn, addresses } = alarms
  const ofStage = topicArn?.includes(`:${edgeRegion}:`) === true ? topicArn : undefined
  return topicsOf(scope, edgeTopicArn ?? ofStage, addresses)
}
