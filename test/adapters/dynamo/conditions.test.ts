// Which answers of DynamoDB say that a write was not made because of its items, and which are errors.

import { describe, expect, it } from 'vitest'
import { AwsError } from '../../../adapters/aws/aws-error.ts'
import { dynamoOver } from '../../../adapters/dynamo/client.ts'
import { putItem } from '../../../adapters/dynamo/commands.ts'
import { isMade } from '../../../adapters/dynamo/conditions.ts'
import { documentsOver } from '../../../adapters/dynamo/documents.ts'
import { StoreBusy } from '../../../core/runtime/store-unreachable.ts'

const answered = (name: string, codes?: readonly string[]): Promise<boolean> => {
  const details = codes === undefined ? {} : { CancellationReasons: codes.map((Code) => ({ Code })) }
  const documents = documentsOver(() => Promise.reject(new AwsError(name, 400, details)))
  return isMade(dynamoOver(documents, { tablePrefix: '' }), putItem({ TableName: 'accounts', Item: {} }))
}

describe('a write under a condition', () => {
  it.each([
    ['ConditionalCheckFailedException', undefined],
    ['TransactionConflictException', undefined],
    ['TransactionCanceledException', ['None', 'ConditionalCheckFailed']],
    ['TransactionCanceledException', ['TransactionConflict', 'None']],
  ])('is not made where DynamoDB answers %s of %j', async (name, codes) => {
    expect(await answered(name, codes)).toBe(false)
  })

  it('is out of reach where a table takes no more of a transaction', async () => {
    for (const codes of [
      ['None', 'ThrottlingError'],
      ['ProvisionedThroughputExceeded', 'ConditionalCheckFailed'],
    ])
      await expect(answered('TransactionCanceledException', codes)).rejects.toBeInstanceOf(StoreBusy)
  })

  it.each([
    ['ValidationException', undefined],
    ['TransactionCanceledException', undefined],
    ['TransactionCanceledException', ['ConditionalCheckFailed', 'ValidationError']],
  ])('fails where DynamoDB answers %s of %j', async (name, codes) => {
    await expect(answered(name, codes)).rejects.toThrow(name)
  })
})
