// Several sorted sources as one, whatever their pages are.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ledgerKey, ledgerKeys } from '../../../../adapters/dynamo/ledger/ledger-keys.ts'
import { mergePages } from '../../../../adapters/dynamo/ledger/merge-pages.ts'

const sources = fc.array(fc.array(fc.array(fc.integer({ min: 100, max: 999 }), { maxLength: 4 }), { maxLength: 5 }), {
  maxLength: 5,
})

async function* each(pages: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  for (const page of pages) yield page
}

/** The same pages, with sorted content and lengths as they were. */
const sorted = (pages: readonly (readonly number[])[]): string[][] => {
  const all = pages.flat().map(String).sort()
  return pages.map(({ length }) => all.splice(0, length))
}

it('yields everything in order, and nothing after something larger', async () => {
  await fc.assert(
    fc.asyncProperty(sources, async (given) => {
      const pages: (readonly string[])[] = []
      const merged = mergePages(
        given.map((source) => each(sorted(source))),
        (id) => id,
      )
      for await (const page of merged) pages.push(page)

      expect(pages.flat()).toEqual(given.flat(2).map(String).sort())
      expect(pages.every(({ length }) => length > 0)).toBe(true)
    }),
  )
})

it('writes receipts under all sixteen parts of a month about equally often, and reads each of them', () => {
  const keys = Array.from({ length: 16_000 }, (_, index) =>
    ledgerKey({ accountId: 'acme', exchangeId: `01KAM${index}`, receivedAt: '2026-11-03T10:00:00.000Z' }),
  )
  const counts = [...Map.groupBy(keys, (key) => key).values()].map(({ length }) => length)

  expect([...new Set(keys)].sort()).toEqual(ledgerKeys('acme', '2026-11').slice(1))
  expect(Math.min(...counts)).toBeGreaterThan(800)
  expect(Math.max(...counts)).toBeLessThan(1_200)
})
