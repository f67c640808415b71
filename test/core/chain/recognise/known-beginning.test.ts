// What may be cached of a conversation that comes without the thinking that it had, or names the pictures that it sent.

import { describe, expect, it } from 'vitest'
import { type Heads, headsOf, shortDigest } from '../../../../core/chain/identity/identity.ts'
import { beginningOf, endsBefore } from '../../../../core/chain/recognise/known-beginning.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read } from '../../dialects/reading.ts'
import { secretOf } from '../conversations.ts'
import { chainState } from '../states.ts'

const [coldAt, later] = [5_000, 4_000]

const headsIn = (thought: readonly string[], result = 'text'): Heads => {
  const content = (id: number) => [
    ...(thought[id] === undefined ? [] : [{ type: 'thinking', thinking: thought[id], signature: 's' }]),
    { type: 'tool_use', id: `t${id}`, name: 'bash', input: {} },
  ]
  const messages = [0, 1, 2, 3, 4].flatMap((id) => [
    { role: 'assistant', content: content(id) },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${id}`, content: id === 1 ? result : 'text' }] },
  ])
  const body = { model: 'm', messages: [{ role: 'user', content: 'go' }, ...messages] }
  const heads = headsOf(read(dialects.messages, body), secretOf(7), 'm')
  if (heads === undefined) throw new Error('It has no heads.')
  return heads
}

const listed = ({ own, earlier }: Heads) => [own, ...earlier]

/** Which ends count of a record that was left with all six turns, the first four of them sent without thinking, and the digests that they keep. */
const endsOf = (now: Heads, tells = true) => {
  const before = headsIn(['a', 'b', 'c', 'd', 'e'])
  const upTo = before.saidUpTo(before.earlier[1] ?? before.own)
  const cachedEnds = listed(before)
    .map(({ turn, digest }) => ({
      turn,
      upTo: shortDigest(digest),
      surelyUntil: later,
      possiblyUntil: later,
      asSent: true,
      longEnough: true,
    }))
    .reverse()
  const state = chainState({ cachedEnds, ...(tells ? { unthought: { turn: 4, upTo } } : {}) })
  const history = { heads: listed(now), found: now.own, saidUpTo: now.saidUpTo, shownUpTo: now.shownUpTo }
  return endsBefore(cachedEnds, beginningOf(state, history), history.heads, coldAt)
}

describe('a conversation that comes without thinking', () => {
  it('may be kept up to where its model had read it without, and no more is sure of it', () => {
    const now = headsIn([])
    const [first, ...others] = endsOf(now)
    expect(first).toEqual({
      turn: 1,
      upTo: shortDigest(now.root.digest),
      surelyUntil: later,
      possiblyUntil: later,
      asSent: true,
      longEnough: true,
    })
    const inDoubt = (turn: number) => ({ turn, surelyUntil: 0, possiblyUntil: later, asSent: false, longEnough: true })
    const changed = { turn: 5, surelyUntil: 0, possiblyUntil: coldAt, asSent: false, longEnough: false }
    expect(others).toEqual([...[2, 3, 4].map(inDoubt), changed])
  })

  it('is another from there on where something else is gone, or where the record does not tell', () => {
    for (const ends of [endsOf(headsIn([]), false), endsOf(headsIn([], 'other'))])
      expect(ends.map(({ turn }) => turn)).toEqual([1, 2])
  })

  it('is another behind the first thinking that was read', () => {
    expect(endsOf(headsIn(['a', 'b', 'c', 'd'])).map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6])
    expect(endsOf(headsIn(['a', 'b', 'c'])).map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('a conversation that names the pictures that it sent', () => {
  const address = 'https://files.example.com/a.png'
  const data = (fill: string) => `iVBORw0KGgo${fill.repeat(300)}`
  const pictured = (source: object, result = 'text'): Heads => {
    const turns = [0, 1, 2].flatMap((id) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${id}`, name: 'bash', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `t${id}`, content: id === 2 ? result : [{ type: 'image', source }] },
        ],
      },
    ])
    const body = { model: 'm', messages: [{ role: 'user', content: 'go' }, ...turns] }
    const heads = headsOf(read(dialects.messages, body), secretOf(7), 'm')
    if (heads === undefined) throw new Error('It has no heads.')
    return heads
  }
  const sent = { type: 'base64', media_type: 'image/png', data: data('a') }
  /** Up to which turn of four something may have changed, of a record that was left with the pictures themselves. */
  const changedIn = (now: Heads, tells = true): number => {
    const before = pictured(sent)
    const cachedEnds = listed(before)
      .map(({ turn, digest }) => ({
        turn,
        upTo: shortDigest(digest),
        surelyUntil: later,
        possiblyUntil: later,
        asSent: true,
        longEnough: true,
      }))
      .reverse()
    const shown = before.shownUpTo(before.own)
    const state = chainState({ cachedEnds, ...(tells && shown !== undefined ? { shown: { turn: 4, ...shown } } : {}) })
    const history = { heads: listed(now), found: now.own, saidUpTo: now.saidUpTo, shownUpTo: now.shownUpTo }
    return beginningOf(state, history).changedBy.turn
  }

  it('may be kept up to its end', () => {
    expect(changedIn(pictured({ type: 'url', url: address }))).toBe(4)
    expect(changedIn(pictured({ type: 'file', file_id: 'file_1' }))).toBe(4)
  })

  it('is another from its first picture on where that is another one, where something else has changed, or where the record does not tell', () => {
    expect(changedIn(pictured({ ...sent, data: data('b') }))).toBe(2)
    expect(changedIn(pictured({ type: 'url', url: address }, 'other'))).toBe(2)
    expect(changedIn(pictured({ type: 'url', url: address }), false)).toBe(2)
  })
})
