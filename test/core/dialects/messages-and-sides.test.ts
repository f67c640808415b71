import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { rawOf } from '../../../core/json/read.ts'
import { respelled } from '../json/arbitrary.ts'
import { read, seen } from './reading.ts'

type Name = keyof typeof dialects
const listOf = (name: Name): string => (name === 'responses' ? 'input' : 'messages')
const sidesOf = (name: Name, messages: readonly unknown[]): string[] =>
  read(dialects[name], { [listOf(name)]: messages }).messages.map(({ side }) => side)

describe('the messages of a body', () => {
  it.each(['messages', 'chat-completions', 'responses'] as const)('%s: are all there, in order', (name) => {
    const messages = [{ role: 'user', content: 'a' }, 'odd', null, { role: 'assistant', content: 'b' }, 7]
    const { messages: found, tape, dialect } = read(dialects[name], { [listOf(name)]: messages })

    expect(found.map(({ node }) => rawOf(tape, node))).toEqual(messages.map((message) => JSON.stringify(message)))
    expect(found.map(({ side }) => side)).toEqual(['client', 'client', 'client', 'model', 'client'])
    expect(dialect).toBe(name)
  })

  it.each([
    ['messages', 'user', 'client'],
    ['messages', 'assistant', 'model'],
    ['messages', 'system', 'instructions'],
    ['messages', 'developer', 'client'],
    ['chat-completions', 'user', 'client'],
    ['chat-completions', 'tool', 'client'],
    ['chat-completions', 'function', 'client'],
    ['chat-completions', 'assistant', 'model'],
    ['chat-completions', 'system', 'instructions'],
    ['chat-completions', 'developer', 'instructions'],
    ['chat-completions', 'narrator', 'client'],
  ] as const)('%s: role %s is of the %s', (name, role, side) => {
    expect(sidesOf(name, [{ role, content: 'x' }])).toEqual([side])
  })

  it.each([
    [{ role: 'user', content: 'x' }, 'client'],
    [{ type: 'message', role: 'user', content: 'x' }, 'client'],
    [{ role: 'system', content: 'x' }, 'instructions'],
    [{ type: 'message', role: 'developer', content: 'x' }, 'instructions'],
    [{ type: 'message', role: 'assistant', content: [] }, 'model'],
    [{ type: 'reasoning', encrypted_content: 'x' }, 'model'],
    [{ type: 'function_call', call_id: '1' }, 'model'],
    [{ type: 'web_search_call', id: '1' }, 'model'],
    [{ type: 'mcp_list_tools', tools: [] }, 'model'],
    [{ type: 'compaction', encrypted_content: 'x' }, 'model'],
    [{ type: 'item_reference', id: 'x' }, 'model'],
    [{ type: 'program', call_id: '1', code: 'x' }, 'model'],
    [{ type: 'program_output', call_id: '1', result: 'x' }, 'model'],
    [{ type: 'function_call_output', call_id: '1', output: 'x' }, 'client'],
    [{ type: 'compaction_trigger' }, 'client'],
    [{ type: 'something new' }, 'client'],
  ])('responses: %j is of the %s', (item, side) => {
    expect(sidesOf('responses', [item])).toEqual([side])
  })

  it.each([
    [undefined, 'client'],
    [null, 'client'],
    [{ type: 'local', skills: [] }, 'client'],
    [{ type: 'container_reference', container_id: 'cntr_1' }, 'model'],
    [{ type: 'something new' }, 'model'],
  ])('responses: what a shell in the environment %j has printed is of the %s', (environment, side) => {
    const call = { type: 'shell_call', call_id: '1', action: { commands: ['make'] }, environment }
    expect(sidesOf('responses', [call, { type: 'shell_call_output', call_id: '1', output: [] }])).toEqual([
      'model',
      side,
    ])
  })

  it.each([
    ['server', 'model'],
    ['client', 'client'],
    [undefined, 'client'],
  ])('responses: tools that a search by the %s has found are of the %s', (execution, side) => {
    expect(sidesOf('responses', [{ type: 'tool_search_output', call_id: '1', execution, tools: [] }])).toEqual([side])
  })

  it('responses: output that calls itself an instruction is output', () => {
    expect(sidesOf('responses', [{ type: 'function_call_output', role: 'system', output: 'x' }])).toEqual(['client'])
  })
})

describe('a body holds the whole conversation', () => {
  it.each([
    ['messages', '{"messages":[]}'],
    ['messages', '{"thread":null,"messages":[]}'],
    ['chat-completions', '{"messages":[],"conversation":"c"}'],
    ['responses', '{"input":[]}'],
    ['responses', '{"previous_response_id":null,"conversation":null,"input":[]}'],
  ] as const)('%s: %s', (name, body) => {
    expect(read(dialects[name], body).whole).toBe(true)
  })

  it.each([
    ['messages', '{}'],
    ['messages', '{"messages":[],"messages":[]}'],
    ['messages', '{"messages":"x"}'],
    ['messages', '{"messages":{}}'],
    ['messages', '{"thread":{"type":"continue","previous_message_id":"m"},"messages":[]}'],
    ['chat-completions', '{"messages":null}'],
    ['responses', '{"input":"hello"}'],
    ['responses', '{"input":[],"previous_response_id":"r"}'],
    ['responses', '{"input":[],"previous_response_id":null,"previous_response_id":"r"}'],
    ['responses', '{"input":[],"previous_response_\\u0069d":"r"}'],
    ['responses', '{"input":[],"conversation":{"id":"c"}}'],
    ['responses', '{"input":[],"\\u0069nput":[]}'],
  ] as const)('but not %s: %s', (name, body) => {
    const { whole, messages } = read(dialects[name], body)
    expect(whole).toBe(false)
    expect(messages).toEqual([])
  })

  it('and shows its messages where the rest is elsewhere', () => {
    const { messages, whole } = read(dialects.responses, {
      previous_response_id: 'r',
      input: [{ role: 'user', content: 'x' }],
    })
    expect([messages.length, whole]).toEqual([1, false])
  })
})

const lines = 'a line that says something\n'.repeat(20)
const contentsIn = (name: Name): unknown[] => {
  const types = name === 'responses' ? ['input_text', 'output_text'] : ['text']
  return [lines, ...types.map((type) => [{ type, text: lines }])]
}

describe.each(['messages', 'chat-completions', 'responses'] as const)('long texts of %s', (name) => {
  // A record has a state for each of them, in their order: one more in another spelling, and all behind it would have that of its neighbour.
  it('are as many in any spelling', () => {
    for (const text of ['é/\n'.repeat(30), 'é/\n'.repeat(60), 'a "quoted" line\n'.repeat(20)]) {
      const body = JSON.stringify({ [listOf(name)]: [{ role: 'user', content: text }] })
      const pins = seen(dialects[name], body)
      for (const how of [[1], [2], [3]]) expect(seen(dialects[name], respelled(body, how))).toEqual(pins)
    }
  })

  it.each(['assistant', 'system'])('are looked at in turns of the user, and never where the role is %s', (role) => {
    for (const content of contentsIn(name)) {
      expect(seen(dialects[name], { [listOf(name)]: [{ role: 'user', content }] })).toEqual(['user-text'])
      expect(seen(dialects[name], { [listOf(name)]: [{ role, content }] })).toEqual([])
    }
  })
})
