// Turns the events of the ledger's stream into streamed receipts. Tumbling windows are on, because only their events name
// the shard, without which a replay looks like a new receipt.

import type { StreamedReceipt } from '../../core/savings/fold.ts'
import { readReceipt } from './items.ts'
import { plainItem, type WireItem } from './wire.ts'

export interface StreamRecord {
  readonly eventName?: string
  readonly dynamodb?: {
    readonly NewImage?: WireItem
    readonly SequenceNumber?: string
    /** Seconds since the epoch. */
    readonly ApproximateCreationDateTime?: number
  }
}

/** The part of the event that is read. */
export interface StreamEvent {
  readonly Records: readonly StreamRecord[]
  readonly shardId?: string
}

/** The answer that the platform requires from a function with windows. */
export interface StreamAnswer {
  readonly state: Readonly<Record<string, never>>
  readonly batchItemFailures: readonly []
}

/** The receipts among the records. Throws `TypeError` if the event does not name its shard. */
export const streamedReceipts = ({ Records, shardId }: StreamEvent): readonly StreamedReceipt[] => {
  const inserted = Records.filter(({ eventName }) => eventName === 'INSERT')
  if (inserted.length > 0 && shardId === undefined)
    throw new TypeError('The event does not name its shard: tumbling windows are off.')
  return inserted.map(({ dynamodb = {} }) => {
    const { NewImage = {}, SequenceNumber = '', ApproximateCreationDateTime = 0 } = dynamodb
    if (!/^\d+$/.test(SequenceNumber)) throw new TypeError('A record has no sequence number.')
    return {
      receipt: readReceipt(plainItem(NewImage)),
      shardId: shardId ?? '',
      sequence: SequenceNumber,
      at: ApproximateCreationDateTime,
    }
  })
}
