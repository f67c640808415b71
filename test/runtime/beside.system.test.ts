// The functions beside the routes, as they ship, under AWS's runtime client: each needs no more than its bundle has.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { createTables } from '../../adapters/dynamo/tables/create-tables.ts'
import { tableName } from '../../adapters/dynamo/tables/tables.ts'
import type { WireItem } from '../../adapters/dynamo/wire.ts'
import { openEmbeddedDynamo } from '../../adapters/embedded/dynamodb.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { canaryBundle, emptyBucketBundle, foldBundle, imageWaitBundle } from '../../lib/bundles/shipped-bundles.ts'
import { type Bundle, writeBundle } from '../../lib/bundles/write-bundle.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { testDynamo } from '../contract/dynamo-stores.ts'
import { startFunction } from './lambda-function.ts'

const finallyDo = afterSuite()

const started = async (bundle: Bundle, variables: Readonly<Record<string, string>> = {}) => {
  const taskRoot = mkdtempSync(join(tmpdir(), 'beside-'))
  finallyDo(() => rmSync(taskRoot, { recursive: true }))
  writeBundle(bundle, taskRoot)
  const { region, credentials } = localAws
  const one = await startFunction({
    name: bundle.entry,
    taskRoot,
    variables: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...variables,
    },
  })
  finallyDo(one.stop)
  return one
}

it.each([canaryBundle, emptyBucketBundle, foldBundle, imageWaitBundle])(
  '$entry is ready, and says nothing',
  async (bundle) => {
    const [environment] = (await started(bundle)).environments
    await environment?.idle()
    expect(environment?.logs()).toBe('')
  },
)

it('what counts receipts counts those of its tables', async () => {
  const tablePrefix = 'beside-'
  const embedded = await openEmbeddedDynamo()
  finallyDo(embedded.close)
  const dynamo = testDynamo(embedded.endpoint, tablePrefix)
  finallyDo(dynamo.close)
  await createTables(dynamo)
  const put: WireItem[] = []
  embedded.tell((table, item) => {
    if (table === tableName(tablePrefix, 'ledger')) put.push(item)
  })
  const sessionId = '7f0f7d0c-0000-4000-8000-000000000001'
  await dynamoLedger(dynamo).put(aReceipt({ sessionId, tokensBefore: 100, tokensAfter: 60 }))

  const fold = await started(foldBundle, {
    TABLE_PREFIX: tablePrefix,
    AWS_ENDPOINT_URL_DYNAMODB: embedded.endpoint,
  })
  const Records = put.map((NewImage, at) => ({
    eventName: 'INSERT',
    dynamodb: { NewImage, SequenceNumber: String(at + 1), ApproximateCreationDateTime: 1_793_700_000 },
  }))
  const answer = await fold.invoke(JSON.stringify({ Records, shardId: 'shardId-1' }), 20_000)
  expect(JSON.parse(await text(answer))).toEqual({ state: {}, batchItemFailures: [] })
  expect(await dynamoSavings(dynamo).session('acme', sessionId)).toMatchObject({ sessionId })
})
