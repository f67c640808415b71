// Reads the ledger's stream of DynamoDB itself, without a client of ours. local/data/ledger-stream.ts imitates its form.

import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { updateTable } from '../../adapters/dynamo/commands.ts'
import type { StreamEvent } from '../../adapters/dynamo/stream-event.ts'
import { tableName } from '../../adapters/dynamo/tables/tables.ts'

const streams = z.object({ Streams: z.array(z.object({ StreamArn: z.string() })) })
const description = z.object({ StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })) }) })
const iterator = z.object({ ShardIterator: z.string() })
const records = z.object({
  Records: z.array(
    z.object({
      eventName: z.string(),
      dynamodb: z.object({
        NewImage: z.record(z.string(), z.custom<never>()),
        SequenceNumber: z.string(),
        ApproximateCreationDateTime: z.number(),
      }),
    }),
  ),
})

/** Turns the ledger's stream on. Returns a function that reads all of it from the beginning. */
export const readStreamOf = async (
  dynamo: Dynamo,
  endpoint: string,
): Promise<() => Promise<readonly StreamEvent[]>> => {
  const TableName = tableName(dynamo.tablePrefix, 'ledger')
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' as const }
  await dynamo.documents.send(updateTable({ TableName, StreamSpecification }))

  const ask = async (action: string, body: object): Promise<unknown> => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=test/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0'
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDBStreams_20120810.${action}`,
        'x-amz-date': '20261121T000000Z',
        authorization,
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  return async () => {
    await wait(500)
    const events: StreamEvent[] = []
    for (const { StreamArn } of streams.parse(await ask('ListStreams', { TableName })).Streams) {
      const { Shards } = description.parse(await ask('DescribeStream', { StreamArn })).StreamDescription
      for (const { ShardId } of Shards) {
        const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
        const { ShardIterator } = iterator.parse(await ask('GetShardIterator', from))
        const { Records } = records.parse(await ask('GetRecords', { ShardIterator }))
        events.push({ Records, shardId: ShardId })
      }
    }
    return events
  }
}
