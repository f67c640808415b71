// The embedded store as its own process asks it: what it answers with errors, or not at all.

import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ask } from '../../../adapters/dynamo/client.ts'
import { getItem, putItem } from '../../../adapters/dynamo/commands.ts'
import { embeddedDocuments } from '../../../adapters/embedded/documents.ts'
import type { Answer } from '../../../adapters/embedded/operations.ts'
import { StoreRefused } from '../../../adapters/embedded/refused.ts'

const read = getItem({ TableName: 'a-table', Key: { id: 'one' } })
const within = (answer: Answer, deadlineMilliseconds = 1_000) =>
  ask({ deadlineMilliseconds }, (options) => embeddedDocuments(answer).send(read, options))

describe('the embedded store in its own process', () => {
  it('takes and gives plain values', async () => {
    const asked: unknown[] = []
    const answer: Answer = (operation, input) => {
      asked.push(operation, input)
      return { Item: { id: { S: 'one' }, count: { N: '7' } } }
    }
    await expect(within(answer)).resolves.toEqual({ Item: { id: 'one', count: 7 } })
    expect(asked).toEqual(['GetItem', { TableName: 'a-table', Key: { id: { S: 'one' } } }])
  })

  it('throws what a client of its endpoint gets', async () => {
    const refusing: Answer = () => {
      throw new StoreRefused('ConditionalCheckFailedException', 'No.', { Item: { id: { S: 'two' } } })
    }
    const put = embeddedDocuments(refusing).send(putItem({ TableName: 'a-table', Item: { id: 'one' } }))
    await expect(put).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'No.',
      status: 400,
      details: { Item: { id: { S: 'two' } } },
    })
  })

  it('is unreachable when its disk fails', async () => {
    await expect(within(() => Promise.reject(new Error('I/O error')))).rejects.toThrow('DynamoDB did not answer.')
  })

  it('is unreachable when its disk does not answer in time', async () => {
    const late = Promise.withResolvers<unknown>()
    await expect(within(() => late.promise, 5)).rejects.toThrow('DynamoDB did not answer.')
    // What comes too late is nobody's fault.
    late.reject(new Error('I/O error'))
    await turn()
  })
})
