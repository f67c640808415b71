import { expect, it } from 'vitest'
import type { Dynamo } from '../../../adapters/dynamo/client.ts'
import { type Command, scanItems } from '../../../adapters/dynamo/commands.ts'
import type { Documents } from '../../../adapters/dynamo/documents.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { pagesOf } from '../../../adapters/dynamo/pages.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { aReceipt } from './receipts.ts'

const deadlineMilliseconds = 200
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
const pages = 5

/** Tables of five pages, each of which takes half of the deadline. */
const slow = (): Dynamo => {
  const send = async ({ input }: Command): Promise<object> => {
    const { page = 0 } = (input.ExclusiveStartKey ?? {}) as { readonly page?: number }
    await wait(deadlineMilliseconds / 2)
    const Items = [aReceipt({ exchangeId: `0${page}` })]
    return { Items, ...(page + 1 < pages ? { LastEvaluatedKey: { page: page + 1 } } : {}) }
  }
  const documents = { send } as Documents
  return { documents, tablePrefix: 'slow-', deadlineMilliseconds, secrets: async () => [], close: () => {} }
}

it('every page has the deadline for itself: a long month and a long session are read whole', async () => {
  const ledger = dynamoLedger(slow())

  const [month, session] = await Promise.all([ledger.month('acme', '2026-11'), ledger.session('acme', 'session')])

  // A month stands under several keys, and here each of them has the same pages.
  expect([...new Set(month.map(({ exchangeId }) => exchangeId))]).toEqual(['00', '01', '02', '03', '04'])
  expect(session).toHaveLength(pages)
})

it('a page that does not come within the deadline is an outage', async () => {
  const documents: Documents = {
    send: (_command, { abortSignal } = {}) =>
      new Promise((_, reject) => abortSignal?.addEventListener('abort', () => reject(abortSignal.reason))),
  }
  const never = pagesOf({ documents, deadlineMilliseconds: 30 }, (from) => scanItems({ TableName: 'slow', ...from }))

  await expect(never.next()).rejects.toThrow(StoreUnreachable)
})
