// The conversations of a load are told apart as those of agents are.

import { expect, it } from 'vitest'
import { conversations } from '../../../bench/load/conversations.ts'

const callsOf = (body: Buffer): string[] => [...new Set(body.toString('utf8').match(/toolu_\w+/g) ?? [])]

it('a conversation grows by one call, and no other one has any of its calls', () => {
  const chosen = [0, 0.5, 0]
  const next = conversations(2, () => chosen.shift() ?? 0)
  const [first, other, grown] = [callsOf(next()), callsOf(next()), callsOf(next())]
  expect(first).toHaveLength(10)
  expect(other).toHaveLength(10)
  expect(other.filter((id) => first.includes(id))).toEqual([])
  expect(grown.slice(0, 10)).toEqual(first)
  expect(grown).toHaveLength(11)
})
