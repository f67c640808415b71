// What is noted of where a conversation was first met.

import { expect, it } from 'vitest'
import type { Chain } from '../../../../core/chain/chain.ts'
import { decodeMet, encodeMet, metOf } from '../../../../core/chain/remember/met-note.ts'

it('has the first two caches, each once', () => {
  const noted = (caches: readonly string[]): readonly string[] => decodeMet(encodeMet(caches))
  expect(noted(['a'])).toEqual(['a'])
  expect(noted(['a', 'a', 'b', 'c'])).toEqual(['a', 'b'])
})

const chain = (met: Partial<Chain>): Chain =>
  ({ heads: { met: 'key', cache: 'c' }, asked: { lifetimeMs: 1 }, ...met }) as Chain

it('is written where the conversation is new, and for a second cache', () => {
  expect(metOf(chain({}))).toEqual({ key: 'key', caches: ['c'] })
  expect(metOf(chain({ isMet: true, metIn: ['a'] }))).toEqual({ key: 'key', caches: ['a', 'c'] })
})

it.each([
  ['two are noted', { isMet: true, metIn: ['a', 'b'] }],
  ['nobody can tell where', { isMet: true, metIn: [] }],
  ['nothing is to be cached', { asked: { lifetimeMs: 0 } }],
])('is not written, at the price of a write for each request, once %s', (_when, met) => {
  expect(metOf(chain(met as Partial<Chain>))).toBeUndefined()
})
