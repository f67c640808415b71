// What answers a call of a program goes to the program: it stays, and counts for nothing that the model has read.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read, seen } from '../reading.ts'

const text = 'a line of what the tool has found\n'.repeat(40)
const program = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' }
const item = { type: 'program', caller_id: 'prog_1' }

const inMessages = (caller: unknown, more: object = {}) => ({
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'lookup', input: { id: 7 }, caller }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: text, ...more }] },
  ],
})
const inResponses = (ofCall: unknown, ofOutput?: unknown) => ({
  input: [
    { role: 'user', content: 'go' },
    { type: 'function_call', call_id: '1', name: 'lookup', arguments: '{"id":7}', caller: ofCall },
    { type: 'function_call_output', call_id: '1', output: text, caller: ofOutput },
  ],
})

describe('a result of a tool', () => {
  it.each([{ type: 'direct' }, null, undefined])('is the model’s when the caller is %j', (caller) => {
    expect(seen(dialects.messages, inMessages(caller))).toEqual([text])
    expect(seen(dialects.responses, inResponses(caller, caller))).toEqual([text])
  })

  it.each([program, { type: 'a caller to come' }, {}, 'direct'])('is a program’s when the caller is %j', (caller) => {
    expect(seen(dialects.messages, inMessages(caller))).toEqual([])
    expect(seen(dialects.responses, inResponses(caller))).toEqual([])
  })

  it('is a program’s when it says so itself, though its call is not in the body', () => {
    const { input } = inResponses(item, item)
    expect(seen(dialects.responses, { previous_response_id: 'resp_1', input: input.slice(2) })).toEqual([])
  })

  it('is a program’s when the provider runs the tool', () => {
    const answer = { type: 'mcp_tool_result', tool_use_id: '1', content: [{ type: 'text', text }] }
    const asked = { type: 'mcp_tool_use', id: '1', name: 'lookup', server_name: 's', input: {}, caller: program }
    const messages = [{ role: 'assistant', content: [asked, answer] }]
    expect(seen(dialects.messages, { messages })).toEqual([])
    const call = { type: 'mcp_call', id: '1', name: 'lookup', arguments: '{}', output: text, caller: item }
    expect(seen(dialects.responses, { input: [call] })).toEqual([])
  })

  it('does not make an earlier read of the same file old when a program gets it', () => {
    const readBy = (id: string, caller: object) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: 'a' }, caller }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
    ]
    const supersededBy = (caller: object): unknown =>
      read(dialects.messages, { messages: [...readBy('1', { type: 'direct' }), ...readBy('2', caller)] }).segments[0]
        ?.superseded
    expect([supersededBy({ type: 'direct' }), supersededBy(program)]).toEqual([true, undefined])
  })
})
