// What must hold of the bucket for exports, and of the monthly export into it.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { permissions } from './policies.ts'
import { synthesise } from './synthesise.ts'

const bucketOf = (configuration: Record<string, unknown> = {}) => {
  const found = Object.entries(synthesise(configuration).template('storage').findResources('AWS::S3::Bucket'))
  const [bucket] = found
  if (bucket === undefined || found.length > 1) throw new Error(`There are ${found.length} buckets.`)
  const [id, { Properties, DeletionPolicy }] = bucket
  return { id, Properties, DeletionPolicy }
}

describe('the bucket for exports', () => {
  it('is private, encrypted, and has a retention', () => {
    const { Properties, DeletionPolicy } = bucketOf()

    expect(DeletionPolicy).toBe('Retain')
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      LifecycleConfiguration: {
        Rules: [
          { ExpirationInDays: 400, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        ],
      },
    })
  })

  it('refuses unencrypted connections', () => {
    const [policy, ...others] = synthesise().resources('AWS::S3::BucketPolicy')
    const statements = z
      .object({ Statement: z.array(z.looseObject({ Effect: z.string() })) })
      .parse(policy?.[1].Properties.PolicyDocument).Statement

    expect(others).toEqual([])
    expect(statements).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    ])
  })

  it('follows the configuration', () => {
    const { Properties, DeletionPolicy } = bucketOf({ removal: 'destroy', ledgerExport: { keepDays: 30 } })

    expect(DeletionPolicy).toBe('Delete')
    expect(Properties.LifecycleConfiguration.Rules[0].ExpirationInDays).toBe(30)
  })

  it('nothing writes to it unless the stage asks for it', () => {
    expect(synthesise().resources('AWS::Scheduler::Schedule')).toEqual([])
    const silent = synthesise({ savings: false })
    expect(silent.template('storage').findResources('AWS::IAM::Role')).toEqual({})
  })
})

describe('a stage that leaves nothing behind', () => {
  const stacks = synthesise({ removal: 'destroy' })
  const { id: bucketId, Properties } = bucketOf({ removal: 'destroy' })
  const storage = stacks.template('storage')
  const [[, custom] = []] = stacks.resources('Custom::EmptiedBucket')

  it('empties the bucket before it is deleted', () => {
    expect(custom?.Properties).toMatchObject({ bucket: { Ref: bucketId } })
    expect(Properties.Tags).toContainEqual({ Key: custom?.Properties.tag, Value: 'true' })
  })

  it('may only list and delete the objects of this bucket', () => {
    const roles = Object.keys(storage.findResources('AWS::IAM::Role'))
    const mine = permissions(stacks).filter(({ role, action }) => roles.includes(role) && action.startsWith('s3:'))

    expect(mine.map(({ action }) => action).sort()).toEqual(['s3:DeleteObject', 's3:GetBucketTagging', 's3:ListBucket'])
    expect(JSON.stringify(storage.findResources('AWS::IAM::Role'))).toContain(
      JSON.stringify({ 'Fn::GetAtt': [bucketId, 'Arn'] }),
    )
  })

  it('is the only one: a stage that keeps its data has nothing that could delete it', () => {
    expect(synthesise().resources('Custom::EmptiedBucket')).toEqual([])
    expect(bucketOf().Properties.Tags).toBeUndefined()
  })
})

describe('the export of every month', () => {
  const stacks = synthesise({ ledgerExport: { everyMonth: true }, savings: false })
  const { id: bucketId } = bucketOf({ ledgerExport: { everyMonth: true }, savings: false })
  const [schedule] = Object.values(stacks.template('storage').findResources('AWS::Scheduler::Schedule'))

  it('is DynamoDB’s own, of the ledger, on the first day', () => {
    const { Properties } = schedule ?? expect.fail('no schedule')
    const text = JSON.stringify(Properties.Target)

    expect(Properties.ScheduleExpression).toBe('cron(0 3 1 * ? *)')
    expect(text).toContain(':scheduler:::aws-sdk:dynamodb:exportTableToPointInTime')
    expect(text).toContain(`{\\"Ref\\":\\"${bucketId}\\"}`.replaceAll('\\', ''))
    for (const word of ['DYNAMODB_JSON', '<aws.scheduler.execution-id>', 'S3Prefix']) expect(text).toContain(word)
  })

  it('may only export this table into this place', () => {
    const role = Object.keys(stacks.template('storage').findResources('AWS::IAM::Role'))
    const mine = permissions(stacks).filter((permission) => role.includes(permission.role))

    expect(mine.map(({ action }) => action).sort()).toEqual([
      'dynamodb:ExportTableToPointInTime',
      's3:AbortMultipartUpload',
      's3:PutObject',
      's3:PutObjectAcl',
      'sqs:SendMessage',
    ])
    expect(mine.filter(({ action }) => action.startsWith('s3:')).map(({ resource }) => resource)).toEqual([
      '/table/*',
      '/table/*',
      '/table/*',
    ])
    const text = JSON.stringify(stacks.template('storage').findResources('AWS::IAM::Role'))
    expect(text).toContain(JSON.stringify({ 'Fn::GetAtt': [bucketId, 'Arn'] }))
    expect(mine.find(({ action }) => action.startsWith('dynamodb:'))?.resource).toMatch(
      /Fn::GetAtt":\["ledger\w+","Arn"/,
    )
  })

  it('rings when it could not be begun, and says in a queue why', () => {
    const [[queueId, queue] = [], ...others] = Object.entries(
      stacks.template('storage').findResources('AWS::SQS::Queue'),
    )
    const alarm = Object.values(stacks.template('proxy').findResources('AWS::CloudWatch::Alarm')).find(
      ({ Properties }) => Properties.AlarmName === 'context-compaction-ExportFailed',
    )

    expect(others).toEqual([])
    expect(schedule?.Properties.Target.DeadLetterConfig).toEqual({ Arn: { 'Fn::GetAtt': [queueId, 'Arn'] } })
    expect(alarm?.Properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: queue?.Properties.QueueName }],
      Threshold: 1,
    })
    // A stage of the same name can be made again.
    expect(queue?.DeletionPolicy).toBe('Delete')
  })

  it('is assumed by the scheduler of this account alone', () => {
    const [role] = Object.values(stacks.template('storage').findResources('AWS::IAM::Role'))

    expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ])
  })
})
