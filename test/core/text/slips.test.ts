// Which names of variables are slips for a known one.

import { expect, it } from 'vitest'
import { slipsIn } from '../../../core/text/slips.ts'

const known = ['TABLE_PREFIX', 'METRICS_PORT', 'LOOKUP_CACHE_SECONDS', 'HOST']

it.each([
  ['TABEL_PREFIX', 'TABLE_PREFIX', 'two neighbours swapped'],
  ['TABLE_PREFX', 'TABLE_PREFIX', 'one left out'],
  ['TABLE_PREFIXX', 'TABLE_PREFIX', 'one added'],
  ['TABLE-PREFIX', 'TABLE_PREFIX', 'one exchanged'],
  ['LOKUP_CACHE_SECOND', 'LOOKUP_CACHE_SECONDS', 'two of a long name'],
  ['LOOKUP_CAHCE_SECODNS', 'LOOKUP_CACHE_SECONDS', 'two swaps in a long name'],
])('%s is meant for %s: %s', (name, meant) => {
  expect(slipsIn([name], known)).toEqual([{ name, meant }])
})

it.each([
  ['TABLE_PREFIX', 'is known'],
  ['METRICS_HOST', 'two edits of a name of twelve letters'],
  ['TABEL_PREFX', 'two edits of a name of twelve letters'],
  ['LOKUP_CAHE_SECOND', 'three edits of a long one'],
  ['HOME', 'short names are close to those of others'],
  ['toString', 'no variable of ours'],
])('%s is none: %s', (name) => {
  expect(slipsIn([name], known)).toEqual([])
})

it('names each that is one, in the order in which they are given', () => {
  expect(slipsIn(['METRICS_PROT', 'PATH', 'TABLE_PERFIX'], known).map(({ meant }) => meant)).toEqual([
    'METRICS_PORT',
    'TABLE_PREFIX',
  ])
})
