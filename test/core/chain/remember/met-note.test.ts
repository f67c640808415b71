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
  ({ heads: { met: 'key', cache: 'c', own: { turn: 2 } }, asked: { lifetimeMs: 1 }, ...met }) as Chain

const knownAt = (turn: number): Partial<Chain> => ({ known: { head: { turn } } }) as Partial<Chain>

it('is written where there is a first answer, where nobody knows the history, and for a second cache', () => {
  expect(metOf(chain(knownAt(1)))).toEqual({ key: 'key', caches: ['c'] })
  expect(metOf(chain({}))).toEqual({ key: 'key', caches: ['c'] })
  expect(metOf(chain({ isMet: true, metIn: ['a'] }))).toEqual({ key: 'key', caches: ['a', 'c'] })
})

it.each([
  ['two are noted', { isMet: true, metIn: ['a', 'b'] }],
  ['nobody can tell where', { isMet: true, metIn: [] }],
  ['its first answer is noted', knownAt(2)],
  ['nothing is to be cached', { asked: { lifetimeMs: 0 } }],
])('is not written, at the price of a write for each request, once %s', (_when, met) => {
  expect(metOf(chain(met as Partial<Chain>))).toBeUndefined()
})

it('is not written before there is an answer by which the conversation is told from others', () => {
  expect(metOf(chain({ heads: { cache: 'c', own: { turn: 1 } } } as Partial<Chain>))).toBeUndefined()
})
