// Every attribute that a person meets, in a receipt or in a file, is explained.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { attributeInWords } from '../../../core/ledger/attributes.ts'
import { exchangeColumns, sessionColumns } from '../../../core/ledger/file-columns.ts'
import { receiptSchema } from '../../../core/ledger/receipt-schema.ts'
import { steps } from '../../../core/metrics/steps.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'ledger.md'), 'utf8')
const usage = ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'cacheWriteLongTokens', 'outputTokens']
const ofUsage = [...usage, 'cacheUntold', 'writesUntold', 'summed']

it.each([
  ...Object.keys(receiptSchema.shape),
  ...ofUsage,
  ...Object.keys(steps),
  ...exchangeColumns,
  ...sessionColumns,
])('%s', (name) => {
  expect(attributeInWords(name)).toMatch(/^\S.* .*[^.]$/)
})

it.each(Object.keys(receiptSchema.shape))('%s stands in docs/ledger.md, too', (name) => {
  expect(page).toContain(`\`${name}\``)
})

it('what a newer version has written is told of nobody', () => {
  expect(attributeInWords('ofTomorrow')).toBeUndefined()
  expect(attributeInWords('constructor')).toBeUndefined()
})
