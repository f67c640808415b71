// What an adapter does when its store is unreachable, and which errors must not look like that.

import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../../adapters/dynamo/accounts/keys.ts'
import { dynamoChains } from '../../../adapters/dynamo/chains/chains.ts'
import { ask, type Dynamo, openDynamo } from '../../../adapters/dynamo/client.ts'
import { getItem, listTables } from '../../../adapters/dynamo/commands.ts'
import { dynamoCounters } from '../../../adapters/dynamo/counters/counters.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { requestCharge } from '../../../core/access/limits/gcra.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { listen } from '../../../testkit/listen.ts'
import { account, now, serviceKey } from '../../core/access/callers.ts'
import { aReceipt } from './receipts.ts'

const opened = async (server: Server): Promise<string> => (await listen(server, { finallyDo: onTestFinished })).origin

/** Replaces the deployed 1,500 ms where a test waits for the deadline itself. */
const short = { deadlineMilliseconds: 200 }

const client = (endpoint: string, deadline: Partial<typeof short> = {}): Dynamo => {
  const dynamo = openDynamo({
    tablePrefix: 'outage-',
    ...deadline,
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  onTestFinished(() => dynamo.close())
  return dynamo
}

const refused = async (): Promise<string> => {
  const { origin, close } = await listen(createServer())
  await close()
  return origin
}

const answering = (listener: RequestListener) => () => opened(createServer(listener))
const refusing = (status: number, type: string) =>
  answering((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no' }))
  })

const onSocket = (act: (socket: Socket) => void) => () => opened(createSocketServer(act))

const silent = onSocket((socket) => socket.resume())
const halting = onSocket((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'))

const outages: [what: string, endpointOf: () => Promise<string>, deadline?: typeof short][] = [
  ['refuses connections', refused],
  ['never answers', silent, short],
  ['never finishes its answer', halting, short],
  ['closes connections', onSocket((socket) => socket.destroy())],
  ['breaks off its answer', onSocket((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'))],
  ['does not speak HTTP', onSocket((socket) => socket.end('hello\r\n\r\n'))],
  ['answers with a page', answering((_request, response) => response.end('<html>Sign in</html>'))],
  ['answers nothing', answering((_request, response) => response.end())],
  ['answers what is no object', answering((_request, response) => response.end('null'))],
  [
    'answers an error without a name',
    answering((_request, response) => response.writeHead(403).end('{"message":"no"}')),
  ],
  ['leads elsewhere', answering((_request, response) => response.writeHead(302, { location: '/login' }).end())],
  ['takes the credentials for expired', refusing(400, 'ExpiredTokenException')],
  ['does not know the credentials', refusing(400, 'UnrecognizedClientException')],
  ['answers 500', refusing(500, 'InternalServerError')],
  ['answers 503', refusing(503, 'ServiceUnavailable')],
  ['throttles the table', refusing(400, 'ProvisionedThroughputExceededException')],
  ['throttles the caller', refusing(400, 'ThrottlingException')],
]

describe.each(outages)('a store that %s', (_what, endpointOf, deadline) => {
  it('is unreachable for every call, as soon as the deadline has passed', async () => {
    const dynamo = client(await endpointOf(), deadline)
    const { deadlineMilliseconds } = dynamo
    const { key } = serviceKey()
    const keys = dynamoKeys(dynamo)
    const accounts = dynamoAccounts(dynamo)
    const ledger = dynamoLedger(dynamo, { putMilliseconds: deadlineMilliseconds })
    const chains = dynamoChains(dynamo, {
      readMilliseconds: deadlineMilliseconds,
      writeMilliseconds: deadlineMilliseconds,
    })
    const calls = [
      () => keys.find(key.keyHash),
      () => keys.touch(key.keyHash, now),
      () => keys.put(key),
      () => keys.listByAccount('acme'),
      () => keys.revoke(key.keyId, now),
      () => accounts.find('acme'),
      () => accounts.put(account()),
      () => accounts.update('acme', { apiAccess: true }),
      () => dynamoCounters(dynamo).take(requestCharge('c', 1), now * 1000),
      () => ledger.put(aReceipt()),
      () => ledger.month('acme', '2026-11'),
      () => ledger.session('acme', 'a-session'),
      () => chains.find(['a', 'b'], now),
      () => chains.put('a', { state: new Uint8Array(1), lastSentAt: now, coldAt: 0 }),
      () => createTables(dynamo),
    ]
    const started = performance.now()

    await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(StoreUnreachable)))

    expect(performance.now() - started).toBeLessThan(deadlineMilliseconds + 1_000)
  })
})

describe('an outage', () => {
  it('ends all waiting charges of one counter together, not one deadline after another', async () => {
    const counters = dynamoCounters(client(await silent(), short))
    const started = performance.now()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => counters.take(requestCharge('c', 5), now * 1000)),
    )

    expect(outcomes.every((one) => one.status === 'rejected' && one.reason instanceof StoreUnreachable)).toBe(true)
    expect(performance.now() - started).toBeLessThan(short.deadlineMilliseconds + 1_000)
  })

  it('ends for a counter as soon as the store answers again', async () => {
    const store = await openEmbeddedDynamo()
    const dynamo = client(store.endpoint)
    await createTables(dynamo)
    const counters = dynamoCounters(dynamo)
    await store.close()
    await expect(counters.take(requestCharge('c', 1), now * 1000)).rejects.toThrow(StoreUnreachable)

    const { port, pathname } = new URL(store.endpoint)
    const again = await openEmbeddedDynamo({ port: Number(port), access: pathname.slice(1) })
    onTestFinished(() => again.close())
    await createTables(dynamo)

    expect(await counters.take(requestCharge('c', 1), now * 1000)).toEqual({ admitted: true })
  })
})

describe('an answer that is an error', () => {
  it('of a missing table or of an invalid call passes unchanged', async () => {
    const store = await openEmbeddedDynamo()
    onTestFinished(() => store.close())
    const dynamo = client(store.endpoint)
    const missing = dynamoKeys(dynamo).find('a'.repeat(64))

    await expect(missing).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await createTables(dynamo)
    const wrongKey = getItem({ TableName: 'outage-keys', Key: { wrong: 'key' } })
    await expect(ask(dynamo, (options) => dynamo.documents.send(wrongKey, options))).rejects.toMatchObject({
      name: 'ValidationException',
    })
  })

  it('of this project itself passes unchanged', async () => {
    const fault = () => Promise.reject(new TypeError('a fault'))

    await expect(ask({ deadlineMilliseconds: 50 }, fault)).rejects.toThrow(TypeError)
  })
})

describe('a store that answers in time', () => {
  it('is asked with the deadline of a deployed service', async () => {
    const store = await openEmbeddedDynamo()
    onTestFinished(() => store.close())
    const dynamo = client(store.endpoint)

    expect(dynamo.deadlineMilliseconds).toBe(1_500)
    const { TableNames } = await ask(dynamo, (options) => dynamo.documents.send(listTables({}), options))

    expect(TableNames).toEqual([])
  })
})
