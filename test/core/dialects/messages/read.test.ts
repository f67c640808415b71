import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read, seen } from '../reading.ts'

const toolUse = (id: string, name: string, input: unknown = {}) => ({ type: 'tool_use', id, name, input })
const toolResult = (id: string, content: unknown, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
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
      why: 'a tool of a set, beside what its browser shows',
      uses: [{ ...toolUse('1', 'get_page_text', { tab_id: 't' }), toolset_name: 'browser' }],
      results: [
        toolResult(
          '1',
          [
            { type: 'text', text: 'a page' },
            { type: 'browser_state', tabs: [{ tab_id: 't', title: 'a', url: 'b', active: true }] },
          ],
          { toolset_name: 'browser' },
        ),
      ],
      expected: ['a page'],
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
    const lastOfModel = (body: object): number =>
      read(dialects.messages, body).messages.findLastIndex(({ side }) => side === 'model')
    const { tape } = read(dialects.messages, conversation([], []))
    expect(dialects.messages.modelOf(tape, '/v1/messages')).toBe('claude')
    expect(lastOfModel(conversation([], []))).toBe(1)
    expect(read(dialects.messages, { messages: [] })).toMatchObject({ segments: [] })
    expect(lastOfModel({ messages: [] })).toBe(-1)
  })
})
