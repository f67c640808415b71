// What a record that was found is to a request: its last turn's, an older one's, or a sibling's.

import { expect, it } from 'vitest'
import { type Chain, isBehind, isOfSibling, type KnownChain } from '../../../core/chain/chain.ts'

const [own, last, older] = [{ turn: 9 }, { turn: 8 }, { turn: 7 }]
const heads = { own, earlier: [last, older] }
const known = (head: object, changes: object = {}): KnownChain =>
  ({ head, changed: false, state: { cachedEnds: [{ turn: 7 }, { turn: 8 }] }, ...changes }) as unknown as KnownChain

it('it is behind where the last turn’s is missing', () => {
  const chain = { heads } as unknown as Chain
  expect([own, last, older].map((head) => isBehind(chain, known(head)))).toEqual([false, false, true])
})

it('it may be a sibling’s where the history differs in its last turn alone', () => {
  expect(isOfSibling(known(last, { changed: true }))).toBe(true)
  expect(isOfSibling(known(older, { changed: true }))).toBe(false)
  expect(isOfSibling(known(last))).toBe(false)
})
