// The contracts, run on the DynamoDB adapters over the embedded store of the local service.

import { afterAll, beforeAll, describe } from 'vitest'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { type EmbeddedDynamo, openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { dynamoStores, testDynamo } from './dynamo-stores.ts'
import { type Stores, storesContract } from './stores.ts'

describe('DynamoDB adapters on the embedded store', () => {
  let embedded: EmbeddedDynamo
  let dynamo: Dynamo
  let stores: Stores
  beforeAll(async () => {
    embedded = await openEmbeddedDynamo()
    dynamo = testDynamo(embedded.endpoint)
    stores = await dynamoStores(dynamo)
  })
  afterAll(async () => {
    dynamo.close()
    await embedded.close()
  })
  storesContract(() => stores)
})
