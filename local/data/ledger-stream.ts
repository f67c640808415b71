// The stream of the ledger, which the embedded DynamoDB does not have: a receipt that it has taken is told to the function
// that counts, in the form and the order in which AWS would tell it. `npm run test:dynamodb-local` proves the form on real
// streams.

import { setTimeout as wait } from 'node:timers/promises'
import type { StreamEvent, StreamRecord } from '../../adapters/dynamo/stream-event.ts'
import type { EmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'

/** How long receipts are gathered: to count one costs as much as to count a hundred. */
const windowMilliseconds = 250
/** Before a batch that failed comes again; doubled every time. */
const retryMilliseconds = 100
const longestRetryMilliseconds = 5_000
const batchSize = 1_000

export interface LedgerStream {
  /** Resolves when everything that was taken so far has been counted. */
  drained(): Promise<void>
  /** Counts what is waiting, as far as that works within the time, and ends. */
  end(milliseconds: number): Promise<void>
}

export interface LedgerStreamOptions {
  readonly store: Pick<EmbeddedDynamo, 'tell'>
  readonly tableName: string
  readonly deliver: (event: StreamEvent) => Promise<unknown>
  /** Gets a line when a batch fails. */
  readonly report: (line: string) => void
}

/** Begins to listen. */
export const openLedgerStream = ({ store, tableName, deliver, report }: LedgerStreamOptions): LedgerStream => {
  // A shard of its own for every start: sequence numbers begin again.
  const shardId = `shardId-${Date.now()}`
  const waiting: StreamRecord[] = []
  let sequence = 0
  let running: Promise<void> | undefined
  const ending = new AbortController()

  const deliverBatch = async (Records: readonly StreamRecord[]): Promise<void> => {
    for (let pause = retryMilliseconds; ; pause = Math.min(longestRetryMilliseconds, pause * 2)) {
      try {
        await deliver({ Records, shardId })
        return
      } catch (error) {
        report(`Receipts could not be counted yet: ${error instanceof Error ? error.message : 'unknown'}`)
        if (ending.signal.aborted) throw error
        await wait(pause)
      }
    }
  }

  const run = async (): Promise<void> => {
    await wait(windowMilliseconds, undefined, { signal: ending.signal }).catch(() => {})
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      await deliverBatch(batch)
      waiting.splice(0, batch.length)
    }
  }

  const start = (): Promise<void> => {
    running ??= run()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }

  // The ledger is written with one condition, that the item is not there yet: each put is an `INSERT`.
  store.tell((name, NewImage) => {
    if (name !== tableName) return
    sequence += 1
    waiting.push({
      eventName: 'INSERT',
      dynamodb: {
        NewImage,
        SequenceNumber: String(sequence),
        ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      },
    })
    start()
  })

  const drained = async (): Promise<void> => {
    while (waiting.length > 0 && !ending.signal.aborted) await start()
  }
  return {
    drained,
    async end(milliseconds) {
      ending.abort()
      const late = new AbortController()
      const counted = start().then(() => (waiting.length > 0 ? start() : undefined))
      await Promise.race([counted, wait(milliseconds, undefined, { signal: late.signal }).catch(() => undefined)])
      late.abort()
    },
  }
}
