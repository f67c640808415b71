// The table of chat-completions: what happens to every kind of text, and why.

import { describe } from 'vitest'
import { holds, mark, observed, pasted, type Row, shellCall } from '../coverage.ts'

const text = { type: 'text', text: mark }
const called = (content: unknown, more: object = {}, name = 'lookup', args = '{"id":7}') => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: '1', type: 'function', function: { name, arguments: args } }],
  },
  { role: 'tool', tool_call_id: '1', content, ...more },
]
const spoken = (...turns: readonly string[]) =>
  ['go', ...turns].map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
const inChat: readonly Row[] = [
  ['a result in a turn of the user, answered', 'later', 'the model has read it', spoken(shellCall, observed, 'so')],
  [
    'a text that looks like a result, behind a call that the user wrote',
    'left',
    'the model called nothing',
    [...spoken('so', shellCall), { role: 'user', content: observed }, ...spoken('so').slice(1)],
  ],
  [
    'a log that a person pasted, two turns ago',
    'later',
    'only what says nothing goes',
    spoken('yes', pasted, 'so', 'on', 'so'),
  ],
  [
    'an envelope of MCP',
    'compacted',
    'the text inside is a tool’s',
    called(JSON.stringify({ content: [{ type: 'text', text: mark }] })),
  ],
  ['a tool message', 'compacted', 'text of a tool', called(mark)],
  ['its parts', 'compacted', 'the same', called([text])],
  [
    'one with members that are off',
    'compacted',
    'they say nothing',
    called(mark, { name: 'x', refusal: null, tool_calls: null, is_error: false }),
  ],
  ['one that is marked as an error', 'left', 'not a member of this API: unknown', called(mark, { is_error: true })],
  ['one with an unknown member', 'left', 'unknown', called(mark, { provenance: 1 })],
  ['one that says that it is an error', 'compacted', 'nothing marks it', called(`Error: ${mark}`)],
  ['a file', 'left', 'an agent quotes it', called(mark, {}, 'read_file', '{"path":"a"}')],
  [
    'a message of role function',
    'compacted',
    'text of a tool',
    [
      { role: 'assistant', function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: mark },
    ],
  ],
  [
    'a custom tool’s answer',
    'compacted',
    'text of a tool',
    [
      { role: 'assistant', tool_calls: [{ id: '1', type: 'custom', custom: { name: 'look', input: 'x' } }] },
      { role: 'tool', tool_call_id: '1', content: mark },
    ],
  ],
  ['one without its call', 'left', 'it may be a file', [{ role: 'tool', tool_call_id: '1', content: mark }]],
  ...(['system', 'developer', 'user', 'assistant', 'narrator'] as const).map(
    (role): Row => [`a message of role ${role}`, 'left', 'no tool’s', [{ role, content: mark }]],
  ),
]

describe('chat-completions', () => holds('chat-completions', inChat))
