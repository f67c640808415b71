// What must hold of the function that counts receipts: it hears every receipt of the ledger with its shard, tries for as long as the
// stream remembers, may touch the sums alone, and says what it gave up.

import { describe, expect, it } from 'vitest'
import { permissions } from './policies.ts'
import { logicalId } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const stacks = synthesise()
const storage = stacks.template('storage')
const only = (type: string): Record<string, unknown> => {
  const [one, ...others] = Object.values(storage.findResources(type))
  if (one === undefined || others.length > 0) throw new Error(`There is not exactly one ${type}.`)
  return one.Properties
}
const counting = (): Record<string, unknown> => {
  const found = Object.values(storage.findResources('AWS::Lambda::Function'))
  return found.find(({ Properties }) => /counts the receipts/.test(Properties.Description))?.Properties ?? {}
}

describe('the function that counts receipts', () => {
  it('hears of every new receipt in windows, since only their events name the shard', () => {
    expect(only('AWS::Lambda::EventSourceMapping')).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^ledger/), 'StreamArn'] },
      StartingPosition: 'TRIM_HORIZON',
      TumblingWindowInSeconds: 15,
      MaximumBatchingWindowInSeconds: 15,
      ParallelizationFactor: 1,
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 86_400,
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [expect.stringMatching(/Lost/), 'Arn'] } } },
    })
  })

  it('may read the stream and write the sums, and nothing else', () => {
    const mine = permissions(stacks).filter(({ role }) => role === logicalId(counting().Role))
    expect(mine.map(({ action }) => action).sort()).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetItem',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'sqs:SendMessage',
    ])
  })

  it('gathers for as long as the stage says, and is left out where it says so', () => {
    const slower = synthesise({ savings: { freshnessSeconds: 60 } }).template('storage')
    const [mapping] = Object.values(slower.findResources('AWS::Lambda::EventSourceMapping'))
    expect(mapping?.Properties).toMatchObject({ TumblingWindowInSeconds: 60, MaximumBatchingWindowInSeconds: 60 })
    const without = synthesise({ savings: false }).template('storage')
    expect(without.findResources('AWS::Lambda::EventSourceMapping')).toEqual({})
  })

  it('leaves no queue behind that would hold its name against a new stack', () => {
    const [queue] = Object.values(storage.findResources('AWS::SQS::Queue'))
    expect([queue?.Properties.QueueName, queue?.DeletionPolicy]).toEqual(['context-compaction-fold-lost', 'Delete'])
  })

  it('rings when it is late and when it gives up', () => {
    const alarms = Object.values(stacks.template('proxy').findResources('AWS::CloudWatch::Alarm'))
    const dimensions = (name: string) =>
      alarms.find(({ Properties }) => Properties.AlarmName === `context-compaction-${name}`)?.Properties.Dimensions
    expect(dimensions('FoldLag')).toEqual([{ Name: 'FunctionName', Value: counting().FunctionName }])
    expect(dimensions('FoldLost')).toEqual([{ Name: 'QueueName', Value: only('AWS::SQS::Queue').QueueName }])
  })
})
