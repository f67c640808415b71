// Whom alarms notify: a topic that the operator has, and one of the stage for e-mail addresses. Knows no alarm.

import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'

/** CloudWatch cannot use the key that AWS manages for SNS: its policy does not name CloudWatch. */
const addressesTopic = (scope: Construct, addresses: readonly string[]): Topic => {
  const masterKey = new Key(scope, 'TopicKey', {
    description: 'Context compaction: what alarms say on their way.',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com')
  masterKey.grant(cloudWatch, 'kms:Decrypt', 'kms:GenerateDataKey')
  const topic = new Topic(scope, 'AddressesTopic', { masterKey, enforceSSL: true })
  // A policy of a topic's own takes the place of SNS's default one, which is what lets the alarms of the account publish.
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

/** None when the stage names nobody. */
export const alarmTopics = (scope: Construct, { alarms }: Pick<Stage, 'alarms'>): ITopic[] => [
  ...(alarms.topicArn === undefined ? [] : [Topic.fromTopicArn(scope, 'Topic', alarms.topicArn)]),
  ...(alarms.addresses.length === 0 ? [] : [addressesTopic(scope, alarms.addresses)]),
]
