// The bodies that are measured are what their rows say that they are.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { messagesBody, smallBody, wentOn } from '../../../bench/requests/bodies.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { losslessSpans } from '../../../core/lossless/lossless.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'

const segmentsOf = (bytes: Uint8Array) => {
  const tape = scanJson(Buffer.from(bytes).toString('utf8'))
  if (tape === undefined) throw new Error('not JSON')
  return atOnce(dialects.messages.read(tape)).segments
}

describe.each([
  { kind: 'plain', shortened: 0 },
  { kind: 'coloured', shortened: 10 },
  { kind: 'pretty', shortened: 10 },
] as const)('a body of $kind results', ({ kind, shortened }) => {
  const body = messagesBody({ results: 10, kind, charactersPerResult: 2_000 })

  it('has ten results that may be touched, and as many to shorten as it says', () => {
    const segments = segmentsOf(body.bytes)
    expect(segments.map(({ pinned }) => pinned)).toEqual(Array.from({ length: 10 }, () => undefined))
    expect(segments.filter(({ text }) => losslessSpans(text) !== undefined).length).toBe(shortened)
    expect(body.shortened).toBe(shortened)
  })

  it('is new in its last result alone, and as long as before', () => {
    const texts = (sample: number): string[] => segmentsOf(body.fresh(sample)).map(({ text }) => text)
    const [first, second] = [texts(1), texts(2)]
    expect(first.slice(0, -1)).toEqual(second.slice(0, -1))
    expect(first.at(-1)).not.toBe(second.at(-1))
    expect(first.at(-1)?.length).toBe(second.at(-1)?.length)
  })
})

it('bodies of other sizes are other conversations: a record of the one is never found for the other', () => {
  const callsOf = (results: number): string[] =>
    messagesBody({ results, kind: 'plain', charactersPerResult: 200 })
      .bytes.toString('utf8')
      .match(/toolu_\w+/g) ?? []
  const [short, long] = [callsOf(3), callsOf(5)]
  expect(short).toHaveLength(6)
  expect(long.filter((id) => short.includes(id))).toEqual([])
})

describe('sizes', () => {
  it.each([
    { kind: 'pretty', results: 10, charactersPerResult: 15_800, bytes: 200_000 },
    { kind: 'plain', results: 10, charactersPerResult: 19_600, bytes: 200_000 },
    { kind: 'coloured', results: 100, charactersPerResult: 19_600, bytes: 2_000_000 },
    { kind: 'pretty', results: 100, charactersPerResult: 15_800, bytes: 2_000_000 },
  ] as const)('$results $kind results are about $bytes bytes', ({ bytes, ...options }) => {
    expect(Math.abs(messagesBody(options).bytes.length / bytes - 1)).toBeLessThan(0.06)
  })

  it('a small body has nothing to compact', () => {
    expect(segmentsOf(smallBody(true))).toEqual([])
  })
})

describe('a conversation that goes on', () => {
  const conversation = messagesBody({ results: 3, kind: 'plain', charactersPerResult: 200 }).bytes.toString('utf8')
  const messagesOf = (body: string) => z.object({ messages: z.array(z.json()) }).parse(JSON.parse(body)).messages

  it('has a call and a result more each turn, behind what was sent before', () => {
    const turns = [1, 2, 3].map((count) => messagesOf(wentOn(conversation, 7, count)))
    expect(turns.map(({ length }) => length)).toEqual([9, 11, 13])
    expect(turns[2]?.slice(0, 11)).toEqual(turns[1])
    expect(turns[1]?.slice(0, 7)).toEqual(messagesOf(conversation))
  })

  it('asks for caching on its last block alone, if it did', () => {
    const marked = conversation.replace('"}]}]}', '","cache_control":{"type":"ephemeral"}}]}]}')
    expect(marked).not.toBe(conversation)
    expect(wentOn(marked, 7, 2).match(/"content":"[^"]*","cache_control"/g)).toEqual(['"content":"ok","cache_control"'])
    expect(wentOn(conversation, 7, 2)).not.toContain('cache_control')
  })

  it('shares no call with another that goes on from the same body', () => {
    const [one, other] = [1, 2].map((number) => messagesOf(wentOn(conversation, number, 1)).slice(7))
    expect(JSON.stringify(one)).not.toBe(JSON.stringify(other))
  })
})
