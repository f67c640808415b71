// The sums of a local service that was killed before it had counted all, and started again long afterwards.

import { expect, it, onTestFinished, vi } from 'vitest'
import { dynamoAccounts } from '../../../adapters/dynamo/accounts/accounts.ts'
import { dynamoOver } from '../../../adapters/dynamo/client.ts'
import { dynamoLedger } from '../../../adapters/dynamo/ledger/ledger.ts'
import { dynamoSavings } from '../../../adapters/dynamo/ledger/savings.ts'
import { createTables } from '../../../adapters/dynamo/tables/create-tables.ts'
import { defaultTablePrefix } from '../../../adapters/dynamo/tables/tables.ts'
import { openEmbeddedDynamo } from '../../../adapters/embedded/dynamodb.ts'
import { newAccount } from '../../../core/access/keys/issue.ts'
import { daysOwner } from '../../../core/savings/parts.ts'
import { keepSums } from '../../../local/data/kept-sums.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

const aDay = 86_400_000

const accountMade = async (accountId: string, createdAt: number, more: object = {}) => {
  const embedded = await openEmbeddedDynamo()
  onTestFinished(() => embedded.close())
  const dynamo = dynamoOver(embedded.documents, { tablePrefix: defaultTablePrefix, deadlineMilliseconds: 10_000 })
  await createTables(dynamo)
  const account = newAccount(accountId, 'organization', new Uint8Array(32), createdAt)
  await dynamoAccounts(dynamo).put({ ...account, ...more })
  return { embedded, dynamo, savings: dynamoSavings(dynamo) }
}

it.each([
  ['a moment', 0.1],
  ['a month and more', 45],
  ['a year and more', 400],
])('count, %s later, what was not counted then', async (_when, days) => {
  // The last exchange began as its month did, the one beside it as the month before ended.
  const then = new Date(Date.now() - days * aDay)
  const turn = Date.UTC(then.getUTCFullYear(), then.getUTCMonth(), 1)
  const { embedded, dynamo, savings } = await accountMade('local', turn - 100 * aDay)
  for (const [index, at] of [turn - 60_000, turn + 60_000].entries()) {
    const receivedAt = new Date(at).toISOString()
    await dynamoLedger(dynamo).put(aReceipt({ accountId: 'local', exchangeId: `01${index}`, receivedAt }))
  }
  const sums = await keepSums(embedded, dynamo, { write: () => {} })
  await sums.end()
  for (const at of [turn - 60_000, turn + 60_000]) {
    const month = new Date(at).toISOString().slice(0, 7)
    const parts = await savings.parts(daysOwner('local', month))
    expect(parts.map((part) => part.sums.exchanges)).toEqual([1])
  }
})

it.each([
  ['a newer version has made in a way that is not understood here', -aDay, { kind: 'team' }],
  ['a clock that was ahead has dated', 60 * aDay, {}],
])('start, and count what is new, beside an account that %s', async (_which, age, more) => {
  // The last day of a month: the day after it, up to which receipts are counted, is in the next one.
  const now = Date.UTC(2026, 10, 30, 12)
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const { embedded, dynamo, savings } = await accountMade('local', now + age, more)
  const receivedAt = new Date(now).toISOString()
  await dynamoLedger(dynamo).put(aReceipt({ accountId: 'local', exchangeId: '01', receivedAt }))
  const sums = await keepSums(embedded, dynamo, { write: () => {} })
  await sums.end()
  const parts = await savings.parts(daysOwner('local', receivedAt.slice(0, 7)))
  expect(parts.map((part) => part.sums.exchanges)).toEqual([1])
})
