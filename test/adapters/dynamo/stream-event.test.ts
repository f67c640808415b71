// What is read of an event of the ledger's stream.

import { expect, it } from 'vitest'
import { streamedReceipts } from '../../../adapters/dynamo/stream-event.ts'
import { wireItem } from '../../../adapters/dynamo/wire.ts'
import { aReceipt } from './receipts.ts'

const record = (SequenceNumber?: string, eventName = 'INSERT', item: object = aReceipt()) => ({
  eventName,
  dynamodb: {
    NewImage: wireItem(item),
    ApproximateCreationDateTime: 1_795_300_000,
    ...(SequenceNumber === undefined ? {} : { SequenceNumber }),
  },
})

it('gives the receipts that were written, with their place in the shard', () => {
  const Records = [record('41'), record('42', 'MODIFY'), record('43', 'REMOVE'), record('44')]
  expect(streamedReceipts({ Records, shardId: 'shard-1' })).toEqual(
    ['41', '44'].map((sequence) => ({ receipt: aReceipt(), shardId: 'shard-1', sequence, at: 1_795_300_000 })),
  )
})

it.each([
  ['of no shard, in which a replay looks like a new receipt', { Records: [record('1')] }, 'tumbling windows are off'],
  ['of no place in it', { Records: [record()], shardId: 's' }, 'no sequence number'],
  ['of no place that can be compared', { Records: [record('1a')], shardId: 's' }, 'no sequence number'],
  [
    'without what a receipt has',
    { Records: [record('1', 'INSERT', { accountId: 'acme' })], shardId: 's' },
    'table ledger',
  ],
])('refuses a receipt %s', (_, event, why) => {
  expect(() => streamedReceipts(event)).toThrow(why)
})

it('asks nothing of an event without a receipt', () => {
  expect(streamedReceipts({ Records: [] })).toEqual([])
  expect(streamedReceipts({ Records: [record(undefined, 'REMOVE')] })).toEqual([])
})
