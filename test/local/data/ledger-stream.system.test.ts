// The stream of the embedded tables: what it delivers, when it delivers again, and that a service counts what it served.

import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { dynamoSavings } from '../../../adapters/dynamo/ledger/savings.ts'
import { type StreamEvent, streamedReceipts } from '../../../adapters/dynamo/stream-event.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { tableName } from '../../../adapters/dynamo/tables/tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { foldInto } from '../../../lambdas/fold.ts'
import { type LedgerStream, openLedgerStream } from '../../../local/data/ledger-stream.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'
import { testDynamo } from '../../contract/dynamo-stores.ts'

const closings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

const opened = async (deliver: (event: StreamEvent) => Promise<unknown>) => {
  const embedded = await openEmbeddedDynamo()
  const dynamo = testDynamo(embedded.endpoint, 'stream-')
  const said: string[] = []
  closings.push(() => embedded.close())
  closings.push(() => dynamo.close())
  await createTables(dynamo)
  const stream: LedgerStream = openLedgerStream({
    store: embedded,
    tableName: tableName('stream-', 'ledger'),
    deliver,
    report: (line) => said.push(line),
  })
  return { dynamo, ledger: dynamoLedger(dynamo), stream, said }
}

describe('the stream of the embedded ledger', () => {
  it('delivers each receipt once, in order, and no repeated put', async () => {
    const events: StreamEvent[] = []
    const { ledger, stream } = await opened(async (event) => events.push(event))
    const receipts = ['01A', '01B', '01C'].map((exchangeId) => aReceipt({ exchangeId, model: 'naïve 🙂' }))

    for (const receipt of receipts) await ledger.put(receipt)
    await ledger.put(aReceipt({ exchangeId: '01B', tokensSaved: 9 }))
    await stream.drained()

    expect(events.flatMap(streamedReceipts).map(({ receipt }) => receipt)).toEqual(receipts)
    expect(new Set(events.map(({ shardId }) => shardId)).size).toBe(1)
  })

  it('delivers a batch again until it is accepted', async () => {
    let failures = 2
    const taken: StreamEvent[] = []
    const { ledger, stream, said } = await opened(async (event) => {
      failures -= 1
      if (failures >= 0) throw new Error('Not yet.')
      taken.push(event)
    })

    await ledger.put(aReceipt())
    await stream.drained()

    expect(taken).toHaveLength(1)
    expect(said).toEqual(Array(2).fill('Receipts could not be counted yet: Not yet.'))
  })

  it('counts what is waiting before it ends, and ends in time if that fails', async () => {
    const taken: StreamEvent[] = []
    const ending = await opened(async (event) => taken.push(event))
    await ending.ledger.put(aReceipt())
    await ending.stream.end(5_000)
    expect(taken).toHaveLength(1)

    const stuck = await opened(async () => {
      throw new Error('Never.')
    })
    await stuck.ledger.put(aReceipt())
    const before = performance.now()
    await stuck.stream.end(200)
    expect(performance.now() - before).toBeLessThan(2_000)
  })

  it('fills the sums', async () => {
    const embedded = await opened((event) => foldInto(dynamoSavings(embedded.dynamo))(event))
    const sessionId = randomUUID()
    for (const exchangeId of ['01A', '01B'])
      await embedded.ledger.put(
        aReceipt({
          exchangeId,
          sessionId,
          tokensBefore: 9,
          tokensAfter: 5,
          effectiveTokensBefore: 9,
          effectiveTokensAfter: 9.5,
        }),
      )
    await embedded.stream.drained()

    const session = await dynamoSavings(embedded.dynamo).session('acme', sessionId)
    expect(session?.sums).toMatchObject({ exchanges: 2, tokensBefore: 18, gained: 0, givenBack: 1 })
  })
})

describe('an event of the stream', () => {
  it('is refused without its shard, because it would look like a replay', () => {
    const record = { eventName: 'INSERT', dynamodb: { NewImage: {}, SequenceNumber: '1' } }
    expect(() => streamedReceipts({ Records: [record] })).toThrow('tumbling windows are off')
  })

  it('without inserts holds no receipt: the last call of a window has none', () => {
    expect(streamedReceipts({ Records: [], shardId: 'shard-1' })).toEqual([])
    expect(streamedReceipts({ Records: [{ eventName: 'REMOVE' }], shardId: 'shard-1' })).toEqual([])
  })
})
