// A client that sends a picture itself, and names it from then on, has the same history but for what its pictures show.

import { describe, expect, it } from 'vitest'
import { headsOf } from '../../../../core/chain/identity/identity.ts'
import { type ShownPictures, shownIn } from '../../../../core/chain/identity/shown-pictures.ts'
import { type DialectId, dialects } from '../../../../core/dialects/registry.ts'
import { read } from '../../dialects/reading.ts'
import { secretOf } from '../conversations.ts'

const shownBy = (dialect: DialectId, turns: readonly object[]): ShownPictures | undefined => {
  const body = { model: 'm', [dialect === 'responses' ? 'input' : 'messages']: turns }
  const heads = headsOf(read(dialects[dialect], body), secretOf(7), 'm')
  return heads?.shownUpTo(heads.own)
}

const data = `iVBORw0KGgo${'a'.repeat(300)}`
const [inline, address] = [`data:image/png;base64,${data}`, 'https://files.example.com/a.png']

const pictured = {
  messages: [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    { type: 'image', source: { type: 'url', url: address } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
  ],
  'chat-completions': [
    { type: 'image_url', image_url: { url: inline, detail: 'high' } },
    { type: 'image_url', image_url: { url: address, detail: 'high' } },
  ],
  responses: [
    { type: 'input_image', image_url: inline },
    { type: 'input_image', image_url: address },
    { type: 'input_image', file_id: 'file_1' },
  ],
} as const satisfies Record<DialectId, readonly object[]>

const asking = (...content: readonly object[]): object[] => [{ role: 'user', content }]
const text = (dialect: DialectId, said: string): object => ({
  type: dialect === 'responses' ? 'input_text' : 'text',
  text: said,
})

describe('what a history says beside its pictures', () => {
  it.each(Object.keys(pictured) as DialectId[])('is the same however they come, in %s', (dialect) => {
    const [itself, ...names] = pictured[dialect].map((one) => shownBy(dialect, asking(one, text(dialect, 'a'))))
    expect(itself?.named).toBe(0)
    expect(names.map((one) => one?.named)).toEqual(names.map(() => 1))
    expect(new Set([itself, ...names].map((one) => one?.upTo)).size).toBe(1)
  })

  it.each(Object.keys(pictured) as DialectId[])('is another with other words or in another place, in %s', (dialect) => {
    const [picture = {}] = pictured[dialect]
    const digests = [
      asking(picture, text(dialect, 'a')),
      asking(picture, text(dialect, 'b')),
      asking(text(dialect, 'a'), picture),
      asking(picture, picture, text(dialect, 'a')),
    ].map((turns) => shownBy(dialect, turns)?.upTo)
    expect(new Set(digests).size).toBe(4)
  })

  it('is told of results as well', () => {
    const result = (picture: object) => [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [text('messages', 'a'), picture] }] },
    ]
    const [itself, named] = pictured.messages.map((picture) => shownBy('messages', result(picture)))
    expect([itself?.named, named?.named]).toEqual([0, 1])
    expect(itself?.upTo).toBe(named?.upTo)
  })

  it.each(Object.keys(pictured) as DialectId[])('leads to the same record behind an answer, in %s', (dialect) => {
    const ownOf = (picture: object) => {
      const turns = [
        ...asking(text(dialect, 'a'), picture),
        { role: 'assistant', content: 'b' },
        ...asking(picture, text(dialect, 'c')),
      ]
      const body = { model: 'm', [dialect === 'responses' ? 'input' : 'messages']: turns }
      return headsOf(read(dialects[dialect], body), secretOf(7), 'm')?.own
    }
    const [itself, ...names] = pictured[dialect].map(ownOf)
    for (const named of names) {
      expect(named?.key).toBe(itself?.key)
      expect(named?.digest).not.toBe(itself?.digest)
    }
  })

  it('is not told of a history without pictures', () => {
    expect(shownBy('messages', [{ role: 'user', content: 'go' }])).toBeUndefined()
  })

  it('is counted once, however many records ask', () => {
    const { tape, messages } = read(dialects.messages, {
      model: 'm',
      messages: [...asking(pictured.messages[1]), { role: 'assistant', content: 'a' }, ...asking(pictured.messages[2])],
    })
    let looked = 0
    const watched = messages.map((message) => ({
      ...message,
      get node() {
        looked += 1
        return message.node
      },
    }))
    const shown = shownIn({ tape, messages: watched }, () => 'd')
    expect([0, 1, 2, 3, 3, 1].map((count) => shown({ messages: count })?.named)).toEqual([undefined, 1, 1, 2, 2, 1])
    expect(looked).toBe(messages.length)
  })
})
