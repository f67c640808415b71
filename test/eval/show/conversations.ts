// One conversation in every form that can be shown: the three dialects, and the session files of Claude Code and Codex.

export const orders = JSON.stringify(
  Array.from({ length: 40 }, (_, at) => ({ id: at, title: `Order ${at}`, note: null, tags: [], etag: `x${at}` })),
)
const call = { type: 'tool_use', id: '1', name: 'lookup', input: { id: 7 } }
const read = { type: 'tool_use', id: '2', name: 'Read', input: { file_path: 'a.ts' } }
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
export const turns = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [call, read] },
  { role: 'user', content: [result('1', orders), result('2', 'const a = 1')] },
]
const items = [
  { type: 'function_call', call_id: '1', name: 'lookup', arguments: '{"id":7}' },
  { type: 'function_call_output', call_id: '1', output: orders },
  { type: 'function_call', call_id: '2', name: 'shell', arguments: '{"command":["cat","a.ts"]}' },
  { type: 'function_call_output', call_id: '2', output: 'const a = 1' },
]
const jsonLines = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join('\n')

export const claude = 'claude-sonnet-4-5'
export const gpt = 'gpt-5.5'
export const files = {
  'a body of messages': JSON.stringify({ model: claude, messages: turns }),
  'a body of chat completions': JSON.stringify({
    model: gpt,
    messages: [
      {
        role: 'assistant',
        tool_calls: [call, read].map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        })),
      },
      { role: 'tool', tool_call_id: '1', content: orders },
      { role: 'tool', tool_call_id: '2', content: 'const a = 1' },
    ],
  }),
  'a body of responses': JSON.stringify({ model: gpt, input: items }),
  'a session of Claude Code': jsonLines([
    { type: 'summary', summary: 'x' },
    ...turns.map((message) => ({
      type: message.role,
      message: message.role === 'assistant' ? { ...message, model: claude } : message,
      uuid: 'u',
    })),
    { type: 'assistant', message: { role: 'assistant', content: 'An error of the client.', model: '<synthetic>' } },
  ]),
  'a session of Codex': jsonLines([
    { type: 'session_meta', payload: { id: 's' } },
    { type: 'turn_context', payload: { model: gpt } },
    ...items.map((payload) => ({ type: 'response_item', payload })),
  ]),
}
