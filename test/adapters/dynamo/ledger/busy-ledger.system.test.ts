// A ledger that takes no more for a while: a receipt that it does not take is money that nobody finds.

import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { openDynamo } from '../../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../../adapters/dynamo/ledger/ledger.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { listen } from '../../../../testkit/listen.ts'
import { aReceipt } from '../receipts.ts'

/** `answers`: the name of the error of an attempt, none where it is taken. */
const ledgerThat = async (answers: (attempt: number) => string | undefined, putMilliseconds?: number) => {
  let attempts = 0
  const server = createServer((request, response) => {
    request.resume()
    attempts += 1
    const error = answers(attempts)
    if (error === 'reset') return request.socket.destroy()
    response.writeHead(error === undefined ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' })
    return response.end(error === undefined ? '{}' : JSON.stringify({ __type: `com.amazonaws.dynamodb#${error}` }))
  })
  const { origin } = await listen(server, { finallyDo: onTestFinished })
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const dynamo = openDynamo({ tablePrefix: '', endpoint: origin, region: 'us-east-1', credentials })
  onTestFinished(() => dynamo.close())
  const ledger = dynamoLedger(dynamo, putMilliseconds === undefined ? {} : { putMilliseconds })
  return { ledger, attempts: () => attempts }
}
const busy = 'ProvisionedThroughputExceededException'

it('is sent a receipt until it takes it', async () => {
  const { ledger, attempts } = await ledgerThat((attempt) => (attempt < 5 ? busy : undefined))
  await ledger.put(aReceipt())
  expect(attempts()).toBe(5)
})

it('is sent it once more also where a connection breaks meanwhile', async () => {
  const { ledger, attempts } = await ledgerThat((attempt) => [busy, busy, 'reset'][attempt - 1])
  await ledger.put(aReceipt())
  expect(attempts()).toBe(4)
})

it('is sent it no longer than a receipt may take', async () => {
  const { ledger, attempts } = await ledgerThat(() => busy, 300)
  const begun = performance.now()
  await expect(ledger.put(aReceipt())).rejects.toBeInstanceOf(StoreUnreachable)
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect(attempts()).toBeGreaterThan(2)
})

it('is sent it once where it answers anything else', async () => {
  const { ledger, attempts } = await ledgerThat(() => 'ValidationException')
  await expect(ledger.put(aReceipt())).rejects.toThrow('ValidationException')
  expect(attempts()).toBe(1)
  const there = await ledgerThat(() => 'ConditionalCheckFailedException')
  await there.ledger.put(aReceipt())
  expect(there.attempts()).toBe(1)
})
