// The contracts, run on the DynamoDB adapters over the embedded store of the local service.

import { afterAll, beforeAll, describe } from 'vitest'
import { type Dynamo, dynamoOver } from '../../adapters/dynamo/client.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { dynamoStores, testDynamo } from './dynamo-stores.ts'
import { type Stores, storesContract } from './stores.ts'

const ways: Readonly<Record<string, (embedded: EmbeddedDynamo) => Dynamo>> = {
  'through its endpoint': ({ endpoint }) => testDynamo(endpoint),
  'in its own process': ({ documents }) =>
    dynamoOver(documents, { tablePrefix: 'contract-', deadlineMilliseconds: 10_000 }),
}

describe.each(Object.entries(ways))('DynamoDB adapters on the embedded store, %s', (_name, open) => {
  let embedded: EmbeddedDynamo
  let dynamo: Dynamo
  let stores: Stores
  beforeAll(async () => {
    embedded = await openEmbeddedDynamo()
    dynamo = open(embedded)
    stores = await dynamoStores(dynamo)
  })
  afterAll(async () => {
    dynamo.close()
    await embedded.close()
  })
  storesContract(() => stores)
})
