// The function behind the ledger's stream. Counts every receipt into the sums once. If it throws, the batch comes again.

import { openDynamo } from '../adapters/dynamo/client.ts'
import { dynamoSavings } from '../adapters/dynamo/ledger/savings.ts'
import { type StreamAnswer, type StreamEvent, streamedReceipts } from '../adapters/dynamo/stream-event.ts'
import { foldReceipts } from '../core/savings/fold-receipts.ts'
import type { SavingsStore } from '../core/savings/store.ts'
import { readEnvironment } from './settings/env.ts'

/** Long, because nobody waits for sums. */
const deadlineMilliseconds = 5_000

/** The handler over a store. */
export const foldInto =
  (store: SavingsStore) =>
  async (event: StreamEvent): Promise<StreamAnswer> => {
    await foldReceipts(store, streamedReceipts(event))
    return { state: {}, batchItemFailures: [] }
  }

let store: SavingsStore | undefined

export const handler = (event: StreamEvent): Promise<StreamAnswer> => {
  store ??= dynamoSavings(openDynamo({ tablePrefix: readEnvironment().TABLE_PREFIX, deadlineMilliseconds }))
  return foldInto(store)(event)
}
