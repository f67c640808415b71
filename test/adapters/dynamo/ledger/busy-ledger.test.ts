// A ledger that takes no more for a while: a receipt that it does not take is money that nobody finds.

import { expect, it } from 'vitest'
import { AwsError } from '../../../../adapters/aws/aws-error.ts'
import { dynamoOver } from '../../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../../adapters/dynamo/ledger/ledger.ts'
import { StoreUnreachable } from '../../../../core/runtime/store-unreachable.ts'
import { aReceipt } from '../receipts.ts'

const ledgerThat = (answers: (attempt: number) => AwsError | undefined, putMilliseconds?: number) => {
  let attempts = 0
  const send = async (): Promise<never> => {
    attempts += 1
    const error = answers(attempts)
    if (error !== undefined) throw error
    return {} as never
  }
  const dynamo = dynamoOver({ send }, { tablePrefix: '' })
  const ledger = dynamoLedger(dynamo, putMilliseconds === undefined ? {} : { putMilliseconds })
  return { ledger, attempts: () => attempts }
}
const busy = new AwsError('ProvisionedThroughputExceededException', 400)

it('is sent a receipt until it takes it', async () => {
  const { ledger, attempts } = ledgerThat((attempt) => (attempt < 4 ? busy : undefined))
  await ledger.put(aReceipt())
  expect(attempts()).toBe(4)
})

it('is sent it no longer than a receipt may take', async () => {
  const { ledger, attempts } = ledgerThat(() => busy, 300)
  const begun = performance.now()
  await expect(ledger.put(aReceipt())).rejects.toBeInstanceOf(StoreUnreachable)
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect(attempts()).toBeGreaterThan(1)
})

it('is sent it once where it answers anything else', async () => {
  const { ledger, attempts } = ledgerThat(() => new AwsError('ValidationException', 400))
  await expect(ledger.put(aReceipt())).rejects.toThrow('ValidationException')
  expect(attempts()).toBe(1)
  const there = ledgerThat(() => new AwsError('ConditionalCheckFailedException', 400))
  await there.ledger.put(aReceipt())
  expect(there.attempts()).toBe(1)
})
