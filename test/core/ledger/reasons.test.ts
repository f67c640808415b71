// There are words for every reason that a receipt may have, and docs/ledger.md has the same.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cacheNotRead } from '../../../core/exchange/receipt/cache-not-read.ts'
import { errorInAnswer } from '../../../core/exchange/receipt/not-served.ts'
import { reasonAsClause, reasonInWords } from '../../../core/ledger/reasons.ts'
import { failedOpenBecause } from '../../../core/metrics/names.ts'
import type { UpstreamFailureKind } from '../../../core/upstream/send.ts'

const kinds: Readonly<Record<UpstreamFailureKind, true>> = {
  unreachable: true,
  timeout: true,
  broken: true,
  malformed: true,
  'address-rejected': true,
}

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'ledger.md'), 'utf8')

it.each([
  ...Object.keys(failedOpenBecause),
  ...Object.keys(kinds).map((kind) => `upstream-${kind}`),
  ...[
    'chain-verbatim',
    'compacted-form-rejected',
    'below-cacheable-length',
    'less-than-a-step',
    'edited-by-provider',
    'idempotency-key',
    'calls-not-in-body',
    'path-not-compacted',
    'body-encoded',
    'client-left',
    cacheNotRead,
    errorInAnswer,
  ],
])('%s is told in a sentence', (reason) => {
  const words = reasonInWords(reason)
  expect(words).toMatch(/^[A-Z].* .*\.$/)
  expect(page).toContain(`| \`${reason}\` | ${words} |`)
})

it('a reason of another version is told as it is', () => {
  expect(reasonInWords('of-another-version')).toBe('of-another-version')
})

it('a part of a line begins small and ends without a full stop', () => {
  expect(reasonAsClause('compressor-failed')).toBe('the compressor failed')
  expect(reasonAsClause('of-another-version')).toBe('of-another-version')
})
