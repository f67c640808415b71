// Writes that were made, but whose answers were lost: what is sent again does nothing twice, and says what the first one did.

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { type Dynamo, openDynamo } from '../../../adapters/dynamo/client.ts'
import { getItem } from '../../../adapters/dynamo/commands.ts'
import { dynamoCounters } from '../../../adapters/dynamo/counters/counters.ts'
import { dynamoDeviceLogins } from '../../../adapters/dynamo/people/device-logins.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import type { CounterStore } from '../../../core/access/limits/counters.ts'
import { requestCharge } from '../../../core/access/limits/gcra.ts'
import { newDeviceLogin } from '../../../core/people/device-login.ts'
import { listen } from '../../../testkit/listen.ts'
import { now } from '../../core/access/callers.ts'

interface Losing {
  readonly dynamo: Dynamo
  /** The same tables, with no answer lost. */
  readonly others: Dynamo
  readonly lost: () => number
}

/** A store of which the answer to every other update is lost on the way, after what others do `meanwhile`. */
const losing = async (meanwhile = async (): Promise<void> => {}): Promise<Losing> => {
  const store = await openEmbeddedDynamo()
  onTestFinished(() => store.close())
  let updates = 0
  const server = createServer(async (request, response) => {
    const target = String(request.headers['x-amz-target'])
    const answer = await fetch(store.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
      body: await text(request),
    })
    const body = await answer.text()
    if (target.endsWith('.UpdateItem')) updates += 1
    if (target.endsWith('.UpdateItem') && updates % 2 === 1) {
      await meanwhile()
      request.socket.destroy()
    } else response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(body)
  })
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const dynamo = openDynamo({ tablePrefix: 'lost-', endpoint: origin, region: 'us-east-1', credentials })
  onTestFinished(() => dynamo.close())
  await createTables(dynamo)
  const others = openDynamo({ tablePrefix: 'lost-', endpoint: store.endpoint, region: 'us-east-1', credentials })
  onTestFinished(() => others.close())
  return { dynamo, others, lost: () => Math.ceil(updates / 2) }
}

it('charge a counter once, whether it is idle or busy', async () => {
  const { dynamo, lost } = await losing()
  const counters = dynamoCounters(dynamo)
  const charge = requestCharge('account#lossy#requests', 10)
  for (let call = 0; call < 10; call += 1)
    expect(await counters.take(charge, now * 1000 + call)).toEqual({ admitted: true })
  expect((await counters.take(charge, now * 1000 + 10)).admitted).toBe(false)
  expect(lost()).toBe(10)

  const stored = await dynamo.documents.send(
    getItem({ TableName: 'lost-rate-limits', Key: { counter: 'account#lossy#requests' } }),
  )
  expect(stored.Item?.tat).toBe(now * 1000 + 10 * charge.increment)
})

it('charge a counter once, also where other processes move it before they are sent again', async () => {
  const charge = requestCharge('account#shared#requests', 100)
  let at = now * 1000
  const others: CounterStore[] = []
  const store = await losing(async () => {
    for (const other of others) await other.take(charge, at)
  })
  const counters = dynamoCounters(store.dynamo, { instance: '00000000' })
  for (const instance of ['00000001', '00000002', '00000003']) others.push(dynamoCounters(store.others, { instance }))
  for (let call = 0; call < 10; call += 1, at += 1) expect(await counters.take(charge, at)).toEqual({ admitted: true })
  expect(store.lost()).toBe(10)

  const stored = await store.others.documents.send(
    getItem({ TableName: 'lost-rate-limits', Key: { counter: 'account#shared#requests' } }),
  )
  expect(stored.Item?.tat).toBe(now * 1000 + 40 * charge.increment)
})

it('decide about a machine, and say so', async () => {
  const { dynamo, lost } = await losing()
  const logins = dynamoDeviceLogins(dynamo)
  const asked = { device: 'laptop', program: 'compaction/1', address: '192.0.2.1' }
  const { login } = newDeviceLogin(asked, { device: randomBytes(32), user: randomBytes(32) }, now)
  await logins.start(login)
  const approved = { status: 'approved', personId: 'ana', accountId: 'acme' } as const
  expect(await logins.decide(login.deviceCodeHash, approved, now)).toBe(true)
  expect(lost()).toBe(1)
})
