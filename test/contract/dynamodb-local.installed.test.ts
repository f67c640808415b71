// The contracts, run on the DynamoDB adapters over AWS's own DynamoDB Local, in memory. DYNAMODB_LOCAL_DIR names the folder
// with its jars; `npm run test:dynamodb-local` fetches them, because AWS's licence does not let us include them.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { createTables } from '../../adapters/dynamo/create-tables.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger.ts'
import { streamedReceipts } from '../../adapters/dynamo/stream-event.ts'
import { listen } from '../../testkit/listen.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { dynamoStores, testDynamo } from './dynamo-stores.ts'
import { readStreamOf } from './real-stream.ts'
import { type Stores, storesContract } from './stores.ts'

const { DYNAMODB_LOCAL_DIR: jars = '' } = process.env
const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'

const freePort = async (): Promise<number> => {
  const { port, close } = await listen(createServer())
  await close()
  return port
}

const start = async (port: number): Promise<ChildProcess> => {
  const words = [`-Djava.library.path=${jars}`, '-cp', join(jars, '*'), main]
  const java = spawn('java', [...words, '-inMemory', '-port', String(port), '-disableTelemetry'])
  const said: string[] = []
  for (const stream of [java.stdout, java.stderr]) stream.on('data', (data) => said.push(String(data)))
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (java.exitCode !== null) throw new Error(`DynamoDB Local ended with ${java.exitCode}: ${said.join('')}`)
    const answered = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answered) return java
    await wait(100)
  }
  java.kill()
  throw new Error(`DynamoDB Local did not answer: ${said.join('')}`)
}

describe('DynamoDB adapters on DynamoDB Local', () => {
  let java: ChildProcess | undefined
  let dynamo: Dynamo | undefined
  let stores: Stores
  let endpoint = ''
  beforeAll(async () => {
    const port = await freePort()
    java = await start(port)
    endpoint = `http://127.0.0.1:${port}`
    dynamo = testDynamo(endpoint)
    stores = await dynamoStores(dynamo)
  })
  afterAll(async () => {
    dynamo?.close()
    if (java === undefined) return
    const ended = once(java, 'exit')
    java.kill()
    await ended
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
    expect(Math.abs((told[0]?.at ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  })
})
