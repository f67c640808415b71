// The contracts on the DynamoDB adapters over AWS's own DynamoDB Local, where it is there: DYNAMODB_LOCAL_ENDPOINT names a
// running one, or DYNAMODB_LOCAL_DIR a folder with its jars (version 3). AWS's licence forbids shipping it, so its absence is no fault.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoStores, testDynamo } from './dynamo-stores.ts'
import { type Stores, storesContract } from './stores.ts'

const { DYNAMODB_LOCAL_ENDPOINT: givenEndpoint, DYNAMODB_LOCAL_DIR: folder } = process.env

const absent = (): string | undefined => {
  if (givenEndpoint !== undefined) return undefined
  if (folder === undefined) return 'neither DYNAMODB_LOCAL_ENDPOINT nor DYNAMODB_LOCAL_DIR is set'
  return spawnSync('java', ['-version']).status === 0 ? undefined : 'java is not on the PATH'
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

/** Starts the one in the folder, in memory; jars may lie there or in `DynamoDBLocal_lib`, as AWS packs them. */
const start = async (jars: string, port: number): Promise<ChildProcess> => {
  const classpath = [join(jars, '*'), join(jars, 'DynamoDBLocal_lib', '*')].join(':')
  const main = 'software.amazon.dynamodb.services.local.main.ServerRunner'
  const library = `-Djava.library.path=${[jars, join(jars, 'DynamoDBLocal_lib')].join(':')}`
  const java = spawn('java', [library, '-cp', classpath, main, '-inMemory', '-port', String(port), '-disableTelemetry'])
  const said: string[] = []
  for (const stream of [java.stdout, java.stderr]) stream.on('data', (data) => said.push(String(data)))
  for (let waited = 0; waited < 30_000; waited += 100) {
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

const reason = absent()
const suite = 'DynamoDB adapters on DynamoDB Local'
if (reason !== undefined) process.stderr.write(`Left out: ${suite}, because ${reason}.\n`)

describe.skipIf(reason !== undefined)(suite, () => {
  let java: ChildProcess | undefined
  let dynamo: Dynamo
  let stores: Stores
  beforeAll(async () => {
    let endpoint = givenEndpoint
    if (endpoint === undefined) {
      const port = await freePort()
      java = await start(folder ?? '', port)
      endpoint = `http://127.0.0.1:${port}`
    }
    dynamo = testDynamo(endpoint, `contract-${Date.now()}-`)
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
})
