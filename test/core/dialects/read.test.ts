import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../core/dialects/dialect.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { scanJson } from '../../../core/json/scan.ts'
import type { Transcript } from '../../../core/transcript/transcript.ts'

const read = (dialect: Dialect, body: unknown): Transcript => {
  const tape = scanJson(typeof body === 'string' ? body : JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  return dialect.read(tape)
}
/** What a reader of the table wants to see: the text that may be touched, or why not. */
const seen = (dialect: Dialect, body: unknown): string[] =>
  read(dialect, body).segments.map((segment) => segment.pinned ?? segment.text)

const toolUse = (id: string, name: string, input: unknown = {}) => ({ type: 'tool_use', id, name, input })
const toolResult = (id: string, content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})

it.each(['messages', 'chat-completions'] as const)('%s: one call with many results is judged once', (name) => {
  const command = 'ls '.repeat(20_000)
  const count = 2_000
  const body =
    name === 'messages'
      ? {
          messages: [
            { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'bash', input: { command } }] },
            {
              role: 'user',
              content: Array.from({ length: count }, () => ({ type: 'tool_result', tool_use_id: 't', content: 'x' })),
            },
          ],
        }
      : {
          messages: [
            {
              role: 'assistant',
              tool_calls: [{ id: 't', function: { name: 'bash', arguments: JSON.stringify({ command }) } }],
            },
            ...Array.from({ length: count }, () => ({ role: 'tool', tool_call_id: 't', content: 'x' })),
          ],
        }
  const tape = scanJson(JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  const since = process.cpuUsage()
  expect(dialects[name].read(tape).segments).toHaveLength(count)
  // Judged for every result it takes a minute.
  expect(process.cpuUsage(since).user).toBeLessThan(5_000_000)
})

it('takes more results of one message than a call takes arguments', () => {
  const text = { type: 'text', text: 'x' }
  const body = {
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'lookup', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: Array.from({ length: 200_000 }, () => text) }],
      },
    ],
  }
  const tape = scanJson(JSON.stringify(body))
  if (tape === undefined) throw new Error('not JSON')
  expect(dialects.messages.read(tape).segments).toHaveLength(200_000)
})

describe('messages', () => {
  const conversation = (uses: unknown[], results: unknown[]) => ({
    model: 'claude',
    stream: true,
    system: [{ type: 'text', text: 'system' }],
    messages: [
      { role: 'user', content: 'long user text' },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'hm', signature: 's' }, { type: 'text', text: 'so' }, ...uses],
      },
      { role: 'user', content: results },
    ],
  })

  it.each([
    {
      why: 'a result that is a string',
      uses: [toolUse('1', 'weather')],
      results: [toolResult('1', 'sunny')],
      expected: ['sunny'],
    },
    {
      why: 'a result that is a list of blocks, beside an image',
      uses: [toolUse('1', 'weather')],
      results: [
        toolResult('1', [
          { type: 'text', text: 'one' },
          { type: 'image', source: {} },
          { type: 'text', text: 'two', cache_control: {} },
        ]),
      ],
      expected: ['one', 'two'],
    },
    {
      why: 'results in any order, with text beside them',
      uses: [toolUse('1', 'weather'), toolUse('2', 'Read')],
      results: [{ type: 'text', text: 'and' }, toolResult('2', 'file'), toolResult('1', 'sunny')],
      expected: ['file-read', 'sunny'],
    },
    {
      why: 'an error',
      uses: [toolUse('1', 'weather')],
      results: [toolResult('1', 'boom', { is_error: true })],
      expected: ['error-result'],
    },
    {
      why: 'no error',
      uses: [toolUse('1', 'weather')],
      results: [toolResult('1', 'sunny', { is_error: false })],
      expected: ['sunny'],
    },
    {
      why: 'an error flag of a kind nobody knows',
      uses: [toolUse('1', 'weather')],
      results: [toolResult('1', 'boom', { is_error: 'partly' })],
      expected: ['error-result'],
    },
    {
      why: 'a file read by shell',
      uses: [toolUse('1', 'Bash', { command: 'cat a.ts' })],
      results: [toolResult('1', 'file')],
      expected: ['file-read'],
    },
    {
      why: 'a call that is not in the body',
      uses: [],
      results: [toolResult('1', 'sunny')],
      expected: ['unknown-call'],
    },
    {
      why: 'a member that nobody knows',
      uses: [toolUse('1', 'weather')],
      results: [toolResult('1', 'sunny', { provenance: 'x' })],
      expected: ['unknown-shape'],
    },
    {
      why: 'a block with citations',
      uses: [toolUse('1', 'weather')],
      results: [
        toolResult('1', [
          { type: 'text', text: 'x', citations: [] },
          { type: 'text', text: 'y' },
        ]),
      ],
      expected: ['unknown-shape', 'y'],
    },
    {
      why: 'unknown blocks and server tools',
      uses: [
        { type: 'server_tool_use', id: '1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: '1', content: [] },
      ],
      results: [{ type: 'tool_reference', name: 'x' }],
      expected: [],
    },
    { why: 'content that is null', uses: [toolUse('1', 'weather')], results: [toolResult('1', null)], expected: [] },
  ])('$why', ({ uses, results, expected }) => {
    expect(seen(dialects.messages, conversation(uses, results))).toEqual(expected)
  })

  it('knows the model and the last turn of the assistant', () => {
    expect(read(dialects.messages, conversation([], []))).toMatchObject({
      model: 'claude',
      lastAssistant: 1,
    })
    expect(read(dialects.messages, { messages: [] })).toMatchObject({ lastAssistant: -1, segments: [] })
  })
})

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

describe('responses', () => {
  const call = { type: 'function_call', call_id: '1', name: 'weather', arguments: '{}' }
  it.each([
    {
      why: 'a function output',
      input: [call, { type: 'function_call_output', call_id: '1', output: 'sunny', id: 'fco_1' }],
      expected: ['sunny'],
    },
    {
      why: 'parts',
      input: [
        call,
        {
          type: 'function_call_output',
          call_id: '1',
          output: [
            { type: 'input_text', text: 'sunny' },
            { type: 'input_image', image_url: 'x' },
          ],
        },
      ],
      expected: ['sunny'],
    },
    {
      why: 'a custom tool',
      input: [
        { type: 'custom_tool_call', call_id: '1', name: 'apply_patch', input: 'p' },
        { type: 'custom_tool_call_output', call_id: '1', output: 'done' },
      ],
      expected: ['file-read'],
    },
    {
      why: 'the local shell',
      input: [
        { type: 'local_shell_call', call_id: '1', action: { type: 'exec', command: ['make'] } },
        { type: 'local_shell_call_output', call_id: '1', output: 'built' },
      ],
      expected: ['built'],
    },
    {
      why: 'the local shell, reading',
      input: [
        { type: 'local_shell_call', call_id: '1', action: { type: 'exec', command: ['cat', 'a'] } },
        { type: 'local_shell_call_output', call_id: '1', output: 'a' },
      ],
      expected: ['file-read'],
    },
    {
      why: 'an unfinished output',
      input: [call, { type: 'function_call_output', call_id: '1', output: 'half', status: 'incomplete' }],
      expected: ['error-result'],
    },
    {
      why: 'history kept by the provider',
      input: [{ type: 'function_call_output', call_id: '1', output: 'sunny' }],
      expected: ['unknown-call'],
    },
    {
      why: 'reasoning, references, compaction and unknown items',
      input: [
        { type: 'reasoning', encrypted_content: 'e' },
        { type: 'item_reference', id: 'x' },
        { type: 'compaction', encrypted_content: 'e' },
        { type: 'compaction_trigger' },
        { type: 'shell_call_output', output: 'x' },
      ],
      expected: [],
    },
    { why: 'input that is a string', input: 'hello', expected: [] },
  ])('$why', ({ input, expected }) => {
    expect(seen(dialects.responses, { model: 'gpt-5', input })).toEqual(expected)
  })
})

describe('bodies that name a member twice', () => {
  it('are looked at no further where it matters', () => {
    const conversation = (result: string) =>
      `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"weather","input":{}}]},{"role":"user","content":[${result}]}]}`
    const twice = '{"type":"tool_result","tool_use_id":"1","content":"a","content":"b"}'

    expect(seen(dialects.messages, conversation(twice))).toEqual([])
    expect(seen(dialects.messages, `{"messages":[],"messages":[]}`)).toEqual([])
  })
})
