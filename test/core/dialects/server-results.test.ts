// Results of tools that the provider runs: left, unless the account's policy names their kind.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { stringOf } from '../../../core/json/read.ts'
import { mayBeShortened, type ServerKind, serverKinds, withRules } from '../../../core/transcript/may-be-shortened.ts'
import { read } from './reading.ts'

const text = 'orders and what became of them. '.repeat(40)
const ofAssistant = (call: object, result: object) => [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [call, result] },
  { role: 'user', content: 'on' },
  { role: 'assistant', content: 'so' },
]
const use = (name: string, input: object) => ({ type: 'server_tool_use', id: '1', name, input })
const mcp = (input: object, name = 'list_orders') => ({
  type: 'mcp_tool_use',
  id: '1',
  name,
  server_name: 'shop',
  input,
})
const inMessages: readonly (readonly [kind: ServerKind, messages: readonly object[]])[] = [
  [
    'mcp',
    ofAssistant(mcp({ id: 7 }), {
      type: 'mcp_tool_result',
      tool_use_id: '1',
      is_error: false,
      content: [{ type: 'text', text }],
    }),
  ],
  [
    'web-fetch',
    ofAssistant(use('web_fetch', { url: 'https://example.com' }), {
      type: 'web_fetch_tool_result',
      tool_use_id: '1',
      content: {
        type: 'web_fetch_result',
        content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } },
      },
    }),
  ],
  [
    'code-execution',
    ofAssistant(use('bash_code_execution', { command: 'make test' }), {
      type: 'bash_code_execution_tool_result',
      tool_use_id: '1',
      content: { type: 'bash_code_execution_result', stdout: text, stderr: '', return_code: 0 },
    }),
  ],
  // As its first version calls it.
  [
    'code-execution',
    ofAssistant(use('code_execution', { code: 'print(orders)' }), {
      type: 'code_execution_tool_result',
      tool_use_id: '1',
      content: { type: 'code_execution_result', stdout: '', stderr: text, return_code: 1 },
    }),
  ],
]
const item = (one: object) => [
  { role: 'user', content: 'go' },
  one,
  { role: 'user', content: 'on' },
  { role: 'assistant', content: 'so' },
]
const inResponses: readonly (readonly [kind: ServerKind, input: readonly object[]])[] = [
  ['mcp', item({ type: 'mcp_call', id: '1', name: 'list_orders', arguments: '{"id":7}', output: text })],
  [
    'code-execution',
    item({
      type: 'code_interpreter_call',
      id: '1',
      code: 'print(sum(range(9)))',
      outputs: [{ type: 'logs', logs: text }],
    }),
  ],
  ['file-search', item({ type: 'file_search_call', id: '1', results: [{ file_id: 'f', text }] })],
]

const touched = (
  dialect: 'messages' | 'responses',
  list: readonly object[],
  kinds: readonly ServerKind[],
): string[] => {
  const { tape, segments } = read(dialects[dialect], { [dialect === 'messages' ? 'messages' : 'input']: list })
  return withRules(segments, new Set(kinds), (node) => stringOf(tape, node) ?? '')
    .filter(mayBeShortened)
    .map((segment) => segment.text)
}

it.each([
  [
    'messages',
    ofAssistant(
      { ...mcp({ query: 'x' }, 'search'), server_name: 'filesystem' },
      { type: 'mcp_tool_result', tool_use_id: '1', content: [{ type: 'text', text }] },
    ),
  ],
  [
    'responses',
    item({ type: 'mcp_call', server_label: 'filesystem', name: 'search', arguments: '{"query":"x"}', output: text }),
  ],
] as const)('what a server for files answers may be a file, and stays: %s', (dialect, list) => {
  expect(touched(dialect, list, ['mcp'])).toEqual([])
  const shop = JSON.parse(JSON.stringify(list).replace('filesystem', 'shop'))
  expect(touched(dialect, shop, ['mcp'])).toEqual([text])
})

describe.each([
  ['messages', inMessages],
  ['responses', inResponses],
] as const)('what a tool of the provider found (%s)', (dialect, rows) => {
  it.each(rows)('%s: is shortened where the policy names its kind, and nowhere else', (kind, list) => {
    expect(touched(dialect, list, [kind])).toContain(text)
    expect(
      touched(
        dialect,
        list,
        serverKinds.filter((other) => other !== kind),
      ),
    ).toEqual([])
  })

  it.each(rows)('%s: stays until a later turn has answered it', (kind, list) => {
    expect(touched(dialect, list.slice(0, 2), [kind])).toEqual([])
  })
})

it('what shows a file stays, and what answers a call that is missing', () => {
  const result = { type: 'mcp_tool_result', tool_use_id: '1', content: [{ type: 'text', text }] }
  expect(touched('messages', ofAssistant(mcp({ path: 'src/a.ts' }, 'read_file'), result), serverKinds)).toEqual([])
  expect(touched('messages', ofAssistant({ type: 'text', text: 'x' }, result), serverKinds)).toEqual([])
  const call = { type: 'mcp_call', id: '1', name: 'look', output: text }
  for (const [given, shown] of [
    ['{"file_path":"src/a.ts"}', []],
    ['{"id":7}', [text]],
  ] as const)
    expect(touched('responses', item({ ...call, arguments: given }), serverKinds)).toEqual(shown)
})

const fetchedPage = (document: object, source: object) =>
  ofAssistant(use('web_fetch', { url: 'https://example.com' }), {
    type: 'web_fetch_tool_result',
    tool_use_id: '1',
    content: {
      type: 'web_fetch_result',
      content: {
        ...{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: text, ...source } },
        ...document,
      },
    },
  })
const answeredBy = (block: object) =>
  ofAssistant(mcp({ id: 7 }), {
    type: 'mcp_tool_result',
    tool_use_id: '1',
    content: [{ type: 'text', text, ...block }],
  })

it.each([
  ['a page that an answer may point into', 'left', fetchedPage({ citations: { enabled: true } }, {})],
  ['a page that no answer points into', 'touched', fetchedPage({ citations: { enabled: false } }, {})],
  ['a page that is not text', 'left', fetchedPage({}, { type: 'base64', media_type: 'application/pdf' })],
  ['a text of a server with a member that nobody knows', 'left', answeredBy({ offsets: [1, 2] })],
])('where the policy names its kind, %s is %s', (_what, fate, list) => {
  expect(touched('messages', list, serverKinds)).toEqual(fate === 'left' ? [] : [text])
})
