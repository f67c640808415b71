// The contracts, run on the DynamoDB adapters over AWS's own DynamoDB Local, in memory. DYNAMODB_LOCAL_DIR names the folder
// with its jars; `npm run test:dynamodb-local` fetches them, because AWS's licence does not let us include them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { streamedReceipts } from '../../adapters/dynamo/stream-event.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { type DynamodbLocal, startDynamodbLocal } from '../../testkit/dynamodb-local.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { dynamoStores, testDynamo } from './dynamo-stores.ts'
import { readStreamOf } from './real-stream.ts'
import { type Stores, storesContract } from './stores.ts'

const { DYNAMODB_LOCAL_DIR: jars = '' } = process.env
describe('DynamoDB adapters on DynamoDB Local', () => {
  let local: DynamodbLocal | undefined
  let dynamo: Dynamo | undefined
  let stores: Stores
  let endpoint = ''
  beforeAll(async () => {
    local = await startDynamodbLocal(jars)
    endpoint = local.endpoint
    dynamo = testDynamo(endpoint)
    stores = await dynamoStores(dynamo)
  })
  afterAll(async () => {
    dynamo?.close()
    await local?.end()
  })
  storesContract(() => stores)

  it('delivers a receipt to its stream once, in the form that the local service imitates', async () => {
    if (dynamo === undefined) throw new Error('There is no DynamoDB.')
    const streamed = testDynamo(endpoint, 'streamed-')
    await createTables(streamed)
    const readStream = await readStreamOf(streamed, endpoint)
    const receipts = ['01A', '01B', '01C'].map((exchangeId) => aReceipt({ exchangeId, model: 'naïve 🙂' }))

    for (const receipt of receipts) await dynamoLedger(streamed).put(receipt)
    await dynamoLedger(streamed).put(aReceipt({ exchangeId: '01B', tokensSaved: 9 }))
    const told = (await readStream()).flatMap(streamedReceipts)
    streamed.close()

    expect(told.map(({ receipt }) => receipt)).toEqual(receipts)
    expect(told.map(({ sequence }) => BigInt(sequence))).toEqual(
      told.map(({ sequence }) => BigInt(sequence)).sort((one, other) => (one < other ? -1 : 1)),
    )
    // It tells whole minutes.
    expect(Math.abs((told[0]?.at ?? 0) - Date.now() / 1000)).toBeLessThan(90)
  })
})
