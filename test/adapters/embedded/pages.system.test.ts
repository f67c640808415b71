// Pages of the embedded store: where they begin and end.

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import { putItem, queryItems } from '../../../adapters/dynamo/commands.ts'
import { openTestTables } from '../../contract/dynamo-stores.ts'

const prefix = 'paged-'
const TableName = `${prefix}members`

const opened = (): Promise<Dynamo> => openTestTables(onTestFinished, prefix)

describe('a page that begins outside of what is asked for', () => {
  it('is refused, and shows no item of another partition', async () => {
    const { documents } = await opened()
    for (const accountId of ['a', 'b', 'c', 'd'])
      for (const personId of ['1', '2', '3'])
        await documents.send(putItem({ TableName, Item: { accountId, personId } }))
    const query = {
      TableName,
      KeyConditionExpression: 'accountId = :a AND personId > :p',
      ExpressionAttributeValues: { ':a': 'a', ':p': '1' },
    }
    const outside = [
      ...['b', 'c', 'd'].map((accountId) => ({ accountId, personId: '2' })),
      { accountId: 'a', personId: '1' },
    ]
    for (const ScanIndexForward of [true, false])
      for (const ExclusiveStartKey of outside)
        await expect(
          documents.send(queryItems({ ...query, ScanIndexForward, ExclusiveStartKey })),
        ).rejects.toMatchObject({ name: 'ValidationException' })

    const inside = queryItems({ ...query, ExclusiveStartKey: { accountId: 'a', personId: '2' } })
    expect((await documents.send(inside)).Items).toEqual([{ accountId: 'a', personId: '3' }])
  })
})
