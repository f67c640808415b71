// The topics that alarms notify: none, one of the operator's, or one for addresses that only CloudWatch needs to read.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { logicalId } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const addresses = ['on-call@example.com', 'team@example.com']
const topicArn = 'arn:aws:sns:eu-west-1:123456789012:on-call'

describe('the topic of a stage', () => {
  const stacks = synthesise({ alarms: { addresses, topicArn } })
  const [[topicId, topic] = []] = stacks.resources('AWS::SNS::Topic')
  const [[keyId, key] = []] = stacks.resources('AWS::KMS::Key')

  it('is made only for addresses', () => {
    for (const alarms of [{}, { topicArn }]) expect(synthesise({ alarms }).resources('AWS::SNS::Topic')).toEqual([])
  })

  it('notifies every address', () => {
    const told = stacks.resources('AWS::SNS::Subscription').map(([, { Properties }]) => Properties)

    expect(told.map(({ Protocol, Endpoint }) => [Protocol, Endpoint])).toEqual(addresses.map((one) => ['email', one]))
    for (const { TopicArn } of told) expect(logicalId(TopicArn)).toBe(topicId)
  })

  it('is notified by every alarm for people, like the operator’s own', () => {
    const actions = stacks
      .resources('AWS::CloudWatch::Alarm')
      .filter(([, { Properties }]) => Properties.AlarmName !== undefined)
      .map(([, { Properties }]) => Properties.AlarmActions)

    expect(actions.length).toBeGreaterThan(5)
    for (const one of actions) expect(one).toEqual([topicArn, { Ref: topicId }])
  })

  it('is encrypted with a rotated key that CloudWatch may use', () => {
    expect(logicalId(topic?.Properties.KmsMasterKeyId)).toBe(keyId)
    expect(key?.Properties.EnableKeyRotation).toBe(true)
    expect(JSON.stringify(key?.Properties.KeyPolicy)).toContain(
      JSON.stringify({
        Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Resource: '*',
      }),
    )
  })

  it('lets the alarms of this account publish, and no other service', () => {
    const policy = z.object({ PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }) })
    const [[, topicPolicy] = []] = stacks.resources('AWS::SNS::TopicPolicy')
    const { Statement } = policy.parse(topicPolicy?.Properties).PolicyDocument

    expect(Statement.filter(({ Effect }) => Effect === 'Allow')).toMatchObject([
      {
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        Resource: { Ref: topicId },
      },
    ])
  })

  it('accepts only encrypted connections', () => {
    const policies = stacks.resources('AWS::SNS::TopicPolicy')

    expect(JSON.stringify(policies)).toContain('"aws:SecureTransport":"false"')
  })
})
