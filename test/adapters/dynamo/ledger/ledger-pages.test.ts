// The ledger page by page: every receipt once, the newest first, however many parts a month has.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dynamoOver } from '../../../../adapters/dynamo/client.ts'
import type { Command } from '../../../../adapters/dynamo/commands.ts'
import { accountSession, ledgerKey } from '../../../../adapters/dynamo/ledger/ledger-keys.ts'
import { dynamoLedgerPages } from '../../../../adapters/dynamo/ledger/ledger-pages.ts'
import type { Receipt } from '../../../../core/ledger/receipt.ts'
import { aReceipt } from '../receipts.ts'

const sessionId = '0b9f4a52-7a3c-4c0d-8a5e-000000000001'

/**
 * Answers queries of the ledger and of its index as DynamoDB does, which names a last key wherever the limit was reached, and ends a page
 * before that where it has a megabyte: `most` receipts here.
 */
const ledgerWith = (receipts: readonly Receipt[], most = Number.POSITIVE_INFINITY) => {
  const keys = new Map(receipts.map((one) => [one, ledgerKey(one)]))
  const send = async ({ input }: Command): Promise<object> => {
    const { ':owner': owner, ':before': before = '~' } = input.ExpressionAttributeValues as Record<string, string>
    const limit = Math.min(most, Number(input.Limit))
    const found = receipts
      .filter((one) => owner === (input.IndexName === undefined ? keys.get(one) : accountSession('acme', sessionId)))
      .filter(({ exchangeId }) => exchangeId < before)
      .sort((one, other) => (one.exchangeId < other.exchangeId ? -1 : 1))
    const Items = (input.ScanIndexForward === false ? found.reverse() : found).slice(0, limit)
    return { Items, ...(Items.length === limit ? { LastEvaluatedKey: {} } : {}) }
  }
  return dynamoLedgerPages(dynamoOver({ send } as Parameters<typeof dynamoOver>[0], { tablePrefix: '' }))
}

it.each(['month', 'session'] as const)('has every receipt of a %s once, the newest first', async (by) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { maxLength: 30, size: 'max' }),
      fc.integer({ min: 3, max: 12 }),
      fc.integer({ min: 1, max: 3 }),
      async (numbers, limit, most) => {
        const ids = numbers.map((number) => `01${number}`)
        const receiptsOf = ids.map((exchangeId) => aReceipt({ exchangeId, sessionId }))
        const ledger = ledgerWith(receiptsOf, most)
        const read: string[] = []
        let before: string | undefined
        do {
          const { receipts, next } = await ledger[by]('acme', by === 'month' ? '2026-11' : sessionId, limit, before)
          expect(receipts.length).toBeLessThanOrEqual(limit)
          read.push(...receipts.map(({ exchangeId }) => exchangeId))
          before = next
        } while (before !== undefined)
        expect(read).toEqual(ids.sort().reverse())
      },
    ),
    { numRuns: 20 },
  )
})

it('says that a month goes on only where something may follow', async () => {
  const ledger = ledgerWith(['01A', '01B', '01C'].map((exchangeId) => aReceipt({ exchangeId })))
  expect(await ledger.month('acme', '2026-11', 3)).not.toHaveProperty('next')
  expect(await ledger.month('acme', '2026-11', 2)).toMatchObject({ next: '01B' })
})
