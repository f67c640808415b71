// How many calls an answer makes, as far as a meter can tell that looks on.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { type Meter, meterFor, meterMemory } from '../../../core/exchange/meter/meter.ts'

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`
const text = 'a "tool_use" by "name", \\"usage\\"'

interface Spelled {
  readonly stream: (calls: number) => string
  readonly whole: (calls: number) => object
}

const numbered = (calls: number): readonly number[] => Array.from({ length: calls }, (_, number) => number)

const toolUse = (number: number): object => ({ type: 'tool_use', id: `t${number}`, name: 'look', input: {} })
const toolCall = (number: number): object => ({
  index: number,
  id: `c${number}`,
  type: 'function',
  function: { name: 'look', arguments: '' },
})
const items = (calls: number): readonly object[] => [
  { type: 'reasoning', summary: [] },
  ...numbered(calls).map((number) => ({
    type: number % 2 === 0 ? 'function_call' : 'custom_tool_call',
    call_id: `c${number}`,
    name: 'look',
  })),
]

const spelled = {
  messages: {
    stream: (calls) =>
      [
        event({ type: 'message_start', message: { content: [], usage: { input_tokens: 9, output_tokens: 1 } } }),
        event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
        ...numbered(calls).flatMap((number) => [
          event({ type: 'content_block_start', index: number + 1, content_block: toolUse(number) }),
          event({ type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: `{"text":"${text}` } }),
        ]),
        event({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }),
        event({ type: 'message_stop' }),
      ].join(''),
    whole: (calls) => ({ type: 'message', content: [{ type: 'text', text }, ...numbered(calls).map(toolUse)] }),
  },
  'chat-completions': {
    stream: (calls) =>
      [
        event({ choices: [{ index: 0, delta: { role: 'assistant', content: text } }] }),
        ...numbered(calls).flatMap((number) => [
          event({ choices: [{ index: 0, delta: { tool_calls: [toolCall(number)] } }] }),
          event({ choices: [{ index: 0, delta: { tool_calls: [{ index: number, function: { arguments: text } }] } }] }),
        ]),
        event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
        'data: [DONE]\n\n',
      ].join(''),
    whole: (calls) => ({
      choices: [{ index: 0, message: { role: 'assistant', content: text, tool_calls: numbered(calls).map(toolCall) } }],
    }),
  },
  responses: {
    stream: (calls) =>
      [
        event({ type: 'response.created', response: { output: [], usage: null } }),
        event({ type: 'response.output_item.done', item: { type: 'function_call', call_id: 'c0', name: 'look' } }),
        event({ type: 'response.completed', response: { output: items(calls), usage: { input_tokens: 9 } } }),
      ].join(''),
    whole: (calls) => ({ object: 'response', output: items(calls), usage: { input_tokens: 9 } }),
  },
} as const satisfies Record<string, Spelled>
const names = ['messages', 'chat-completions', 'responses'] as const

const sse = 'text/event-stream'
const meterOf = (name: (typeof names)[number], type: string): Meter =>
  meterFor(dialects[name].usage(), type, meterMemory())

const callsIn = (name: (typeof names)[number], answer: string, type = 'application/json'): number | undefined => {
  const meter = meterOf(name, type)
  meter.push(Buffer.from(answer))
  meter.finish()
  return meter.calls()
}

describe.each(names)('the calls of an answer in %s', (name) => {
  const { stream, whole } = spelled[name]

  it('are counted in a stream, cut anywhere, and in one piece', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (calls, sizes) => {
        const bytes = Buffer.from(stream(calls))
        const meter = meterOf(name, sse)
        let at = 0
        for (let turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          meter.push(bytes.subarray(at, at + size))
          at += size
        }
        expect(meter.calls()).toBeUndefined()
        meter.finish()
        expect(meter.calls()).toBe(calls)
        expect(callsIn(name, JSON.stringify(whole(calls)))).toBe(calls)
      }),
    )
  })

  it('are not known where the stream has not come to its end', () => {
    const all = stream(2)
    const last = all.lastIndexOf('data: ')
    expect(callsIn(name, all.slice(0, last), sse)).toBeUndefined()
    expect(callsIn(name, `${all.slice(0, last)}${event({ type: 'error', error: {} })}`, sse)).toBeUndefined()
  })

  it('are not known of what is cut, unknown, compressed or too large', () => {
    const answer = JSON.stringify(whole(2))
    expect(callsIn(name, answer.slice(0, -2))).toBeUndefined()
    expect(callsIn(name, '{"usage":{"input_tokens":9,"prompt_tokens":9}}')).toBeUndefined()
    expect(callsIn(name, answer, 'text/plain')).toBeUndefined()
    const many = JSON.stringify({ ...whole(2), padding: Array.from({ length: 200_001 }, () => 0) })
    expect(callsIn(name, many)).toBeUndefined()
  })
})

describe('the calls of an answer', () => {
  it('are those of the client’s own tools in messages', () => {
    const content = [{ type: 'server_tool_use' }, { type: 'mcp_tool_use' }, { type: 'tool_use' }]
    expect(callsIn('messages', JSON.stringify({ content }))).toBe(1)
  })

  it('are named in chat completions, also the one function of older ones and custom tools', () => {
    const choicesOf = (message: object): string => JSON.stringify({ choices: [{ message }] })
    expect(callsIn('chat-completions', choicesOf({ function_call: { name: 'look', arguments: '{}' } }))).toBe(1)
    expect(callsIn('chat-completions', choicesOf({ tool_calls: [{ id: 'c', custom: { name: 'look' } }] }))).toBe(1)
    expect(callsIn('chat-completions', choicesOf({ content: 'a', tool_calls: null, function_call: null }))).toBe(0)
    expect(callsIn('chat-completions', JSON.stringify({ choices: [] }))).toBeUndefined()
  })

  it('are not known of responses whose items do not stand in them', () => {
    expect(callsIn('responses', JSON.stringify({ output: [] }))).toBeUndefined()
  })
})
