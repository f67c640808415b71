// Ids that name more than one call: gateways give every call of a turn the same one, mostly an empty text.

import { describe, expect, it } from 'vitest'
import type { DialectId } from '../../../../core/dialects/registry.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read, seen } from '../reading.ts'

interface Called {
  readonly id: string
  readonly name: string
  readonly input: object
  readonly answer: string
}

/** A conversation of turns, each with its calls and behind them their answers. */
const bodies: Readonly<Record<DialectId, (turns: readonly (readonly Called[])[]) => unknown>> = {
  messages: (turns) => ({
    messages: turns.flatMap((calls) => [
      { role: 'assistant', content: calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })) },
      {
        role: 'user',
        content: calls.map(({ id, answer }) => ({ type: 'tool_result', tool_use_id: id, content: answer })),
      },
    ]),
  }),
  'chat-completions': (turns) => ({
    messages: turns.flatMap((calls) => [
      {
        role: 'assistant',
        tool_calls: calls.map(({ id, name, input }) => ({ id, function: { name, arguments: JSON.stringify(input) } })),
      },
      ...calls.map(({ id, answer }) => ({ role: 'tool', tool_call_id: id, content: answer })),
    ]),
  }),
  responses: (turns) => ({
    input: turns.flatMap((calls) => [
      ...calls.map(({ id, name, input }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: JSON.stringify(input),
      })),
      ...calls.map(({ id, answer }) => ({ type: 'function_call_output', call_id: id, output: answer })),
    ]),
  }),
}

const reading = (path: string): Called => ({
  id: '',
  name: 'read_file',
  input: { path },
  answer: `what stands in ${path}`,
})
const asking = (id: string): Called => ({ id: '', name: 'lookup', input: { id }, answer: `what is known of ${id}` })
const others = ['messages', 'chat-completions', 'responses'] as const

describe.each(others)('%s: an id of several calls', (name) => {
  const seenIn = (...turns: readonly (readonly Called[])[]): string[] => seen(dialects[name], bodies[name](turns))

  it('tells none of them where none was answered before', () => {
    expect(seenIn([asking('a'), asking('b')])).toEqual(['unknown-call', 'unknown-call'])
    expect(seenIn([reading('a'), asking('b'), asking('c')])).toEqual(Array(3).fill('unknown-call'))
  })

  it('is none where each has its own', () => {
    const calls = [reading('a'), asking('b')].map((call, index) => ({ ...call, id: `call ${index}` }))
    expect(seenIn(calls)).toEqual(['file-read', 'what is known of b'])
  })

  it('tells the last of them where those before were answered', () => {
    expect(seenIn([asking('a')], [asking('b')])).toEqual(['what is known of a', 'what is known of b'])
    expect(seenIn([asking('a'), asking('b')], [asking('c')])).toEqual([
      'unknown-call',
      'unknown-call',
      'what is known of c',
    ])
  })

  it('makes no read of one file old by a read of another', () => {
    const { segments } = read(dialects[name], bodies[name]([[reading('a'), reading('b')], [reading('b')]]))
    expect(segments.map(({ pinned, superseded }) => [pinned, superseded])).toEqual([
      ['unknown-call', undefined],
      ['unknown-call', undefined],
      ['file-read', undefined],
    ])
  })
})
