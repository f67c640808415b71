import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { seen } from '../reading.ts'

describe('chat completions', () => {
  const call = (id: string, name: string, args = '{}') => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  })
  const assistant = (...calls: unknown[]) => ({ role: 'assistant', content: null, tool_calls: calls })

  it.each([
    {
      why: 'a tool message',
      messages: [assistant(call('1', 'weather')), { role: 'tool', tool_call_id: '1', content: 'sunny' }],
      expected: ['sunny'],
    },
    {
      why: 'parts',
      messages: [
        assistant(call('1', 'weather')),
        { role: 'tool', tool_call_id: '1', content: [{ type: 'text', text: 'sunny' }] },
      ],
      expected: ['sunny'],
    },
    {
      why: 'a custom tool',
      messages: [
        assistant({ id: '1', type: 'custom', custom: { name: 'exec', input: 'sed -n 1p a' } }),
        { role: 'tool', tool_call_id: '1', content: 'x' },
      ],
      expected: ['file-read'],
    },
    {
      why: 'a shell call',
      messages: [
        assistant(call('1', 'shell', '{"command":["npm","test"]}')),
        { role: 'tool', tool_call_id: '1', content: 'ok' },
      ],
      expected: ['ok'],
    },
    {
      why: 'a part at which a cached prefix ends',
      messages: [
        assistant(call('1', 'weather')),
        {
          role: 'tool',
          tool_call_id: '1',
          content: [{ type: 'text', text: 'sunny', prompt_cache_breakpoint: { mode: 'explicit' } }],
        },
      ],
      expected: ['sunny'],
    },
    {
      why: 'the older function role',
      messages: [
        { role: 'assistant', function_call: { name: 'weather', arguments: '{}' } },
        { role: 'function', name: 'weather', content: 'sunny' },
      ],
      expected: ['sunny'],
    },
    {
      why: 'a call that is not in the body',
      messages: [{ role: 'tool', tool_call_id: '1', content: 'sunny' }],
      expected: ['unknown-call'],
    },
    {
      why: 'system, user and assistant text',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        { role: 'assistant', content: 'a' },
      ],
      expected: [],
    },
    {
      why: 'an unknown member',
      messages: [assistant(call('1', 'weather')), { role: 'tool', tool_call_id: '1', content: 'sunny', extra: 1 }],
      expected: ['unknown-shape'],
    },
    { why: 'messages that are no objects', messages: [null, 1, 'x', []], expected: [] },
  ])('$why', ({ messages, expected }) => {
    expect(seen(dialects['chat-completions'], { model: 'gpt', messages })).toEqual(expected)
  })
})
