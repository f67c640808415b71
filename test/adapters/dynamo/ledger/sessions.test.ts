// Sessions page by page: each of them once, newest slot first, however many share their ten minutes.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dynamoOver } from '../../../../adapters/dynamo/client.ts'
import type { Command } from '../../../../adapters/dynamo/commands.ts'
import type { Documents } from '../../../../adapters/dynamo/documents.ts'
import { partItem } from '../../../../adapters/dynamo/ledger/savings-items.ts'
import { dynamoSessions } from '../../../../adapters/dynamo/ledger/sessions.ts'
import { emptyPart, withReceipt } from '../../../../core/savings/fold.ts'
import { sessionKey } from '../../../../core/savings/parts.ts'
import { recencyOf, slotOf } from '../../../../core/savings/session.ts'
import { aReceipt } from '../receipts.ts'

type Item = Readonly<Record<string, unknown>>

/** Sessions whose last requests were so many tens of minutes ago. */
const itemsOf = (ages: readonly number[]): Item[] =>
  ages.map((age, index) => {
    const sessionId = `0b9f4a52-7a3c-4c0d-8a5e-${String((index * 7919) % 1_000_003).padStart(12, '0')}`
    const receivedAt = new Date(Date.parse('2026-11-01T01:05:00.000Z') - age * 600_000).toISOString()
    return partItem(withReceipt(emptyPart(sessionKey('acme', sessionId)), aReceipt({ sessionId, receivedAt })), 1)
  })

/** Answers queries of the index, and gives forty items at a time. */
const sessionsOf = (items: readonly Item[]) => {
  const byKey = new Map(items.map((item) => [item.owner, item]))
  const send = async ({ input }: Command): Promise<object> => {
    if (input.RequestItems === undefined) {
      const { ':month': month, ':before': before = '~' } = input.ExpressionAttributeValues as Record<string, string>
      const found = items
        .filter(({ accountMonth, recency }) => accountMonth === month && String(recency) < before)
        .sort((one, other) => (String(one.recency) < String(other.recency) ? 1 : -1))
      return { Items: found.slice(0, Number(input.Limit)) }
    }
    const { savings } = input.RequestItems as { readonly savings: { readonly Keys: readonly Item[] } }
    const [taken, left] = [savings.Keys.slice(0, 40), savings.Keys.slice(40)]
    if (savings.Keys.length > 100) throw new Error('No more than a hundred keys are read at once.')
    const Responses = { savings: taken.map(({ owner }) => byKey.get(owner)) }
    return { Responses, ...(left.length === 0 ? {} : { UnprocessedKeys: { savings: { Keys: left } } }) }
  }
  return dynamoSessions(dynamoOver({ send } as Documents, { tablePrefix: '' }))
}

/** As many that are equally old. */
const many = (count: number, age: number): number[] => Array.from({ length: count }, () => age)

/** The sessions on each page, and their slots. */
const pagesOf = async (items: readonly Item[], oldestMonth: string) => {
  const sessions = sessionsOf(items)
  const pages: (readonly { readonly id: string; readonly slot: string }[])[] = []
  let cursor: string | undefined
  do {
    const page = await sessions.sessions('acme', { newestMonth: '2026-11', oldestMonth }, cursor)
    pages.push(page.sessions.map((one) => ({ id: one.sessionId, slot: slotOf(recencyOf(one)) })))
    cursor = page.next
  } while (cursor !== undefined)
  return pages
}

it('have each session once, the newest ten minutes first', async () => {
  const ages = fc.oneof(fc.nat(2), fc.nat(30), fc.constant(1))
  await fc.assert(
    fc.asyncProperty(fc.array(ages, { maxLength: 260, size: 'max' }), async (drawn) => {
      const items = itemsOf(drawn)
      const pages = await pagesOf(items, '2026-10')
      const listed = pages.flat()
      expect(listed.map(({ id }) => id).sort()).toEqual(
        items.map(({ owner }) => String(owner).replace('acme#session#', '')).sort(),
      )
      const slots = listed.map(({ slot }) => slot)
      expect(slots).toEqual(slots.toSorted().reverse())
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(124)
    }),
    { numRuns: 15, endOnFailure: true },
  )
})

it('have whole slots, unless one alone is larger than a page', async () => {
  const lengths = async (ages: readonly number[]): Promise<number[]> =>
    (await pagesOf(itemsOf(ages), '2026-11')).map(({ length }) => length)
  expect(await lengths([...many(20, 0), ...many(20, 1), ...many(3, 2)])).toEqual([40, 3])
  expect(await lengths([...many(30, 0), ...many(90, 1)])).toEqual([30, 90])
  expect(await lengths(many(250, 0))).toEqual([100, 100, 50])
})

it.each([
  ['a month that ends with a full page', many(25, 0)],
  ['months between without any', [...many(25, 0), ...many(1, 6 * 24 * 70)]],
  ['ten minutes that fill a page', many(100, 0)],
])('have no empty page behind %s', async (_what, ages) => {
  const pages = await pagesOf(itemsOf(ages), '2026-01')
  expect(pages.flat()).toHaveLength(ages.length)
  expect(pages.filter((page) => page.length === 0)).toEqual([])
})

it('are read a hundred at a time where a page has more, of two months', async () => {
  const pages = await pagesOf(itemsOf([...many(24, 0), ...many(100, 10)]), '2026-10')
  expect(pages.map(({ length }) => length)).toEqual([124])
})
