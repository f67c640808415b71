// What clients send before a request of theirs or at once with it, and sessions that are played again.

import { describe, expect, it } from 'vitest'
import { madeUpSession } from '../../../eval/cost/search/client/session.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'

const wavesOf = (shape: ShapeName) =>
  [1, 2, 3, 4, 5, 6].flatMap((number) => [
    ...madeUpSession({ number, shape, model: 'gpt-5.4', lifetime: '1h' }).waves(),
  ])

describe('a client', () => {
  it('takes one of the answers to what it asks several times at once', () => {
    const hedged = wavesOf('hedged').filter((wave) => wave[0]?.act === 'hedge')
    expect(hedged.length).toBeGreaterThan(0)
    for (const wave of hedged) {
      expect(new Set(wave.map(({ body }) => body)).size).toBe(1)
      expect(wave.filter(({ leaves }) => !leaves)).toHaveLength(1)
    }
  })

  it('asks for few tokens to have a prompt cached', () => {
    const warmed = wavesOf('warmed ahead').flat()
    const isForAToken = (body: string): boolean => /"max_(completion|output)_tokens":(0|1|16)[,}]/.test(body)
    expect(warmed.filter(({ act }) => act === 'warm').some(({ body }) => isForAToken(body))).toBe(true)
    expect(warmed.filter(({ act }) => act !== 'warm').some(({ body }) => isForAToken(body))).toBe(false)
  })

  it('plays a session again, word for word', () => {
    const sent = wavesOf('run again').flat()
    const first = new Set(sent.filter(({ conversation }) => conversation === 0).map(({ body }) => body))
    const again = sent.filter(({ conversation }) => conversation > 0)
    expect(again.length).toBeGreaterThan(0)
    expect(again.every(({ body }) => first.has(body))).toBe(true)
  })
})
