// The table of responses: what happens to every kind of text, and why.

import { describe } from 'vitest'
import { holds, mark, observed, pasted, type Row, shellCall } from '../coverage.ts'

const item = { type: 'function_call', call_id: '1', name: 'lookup', arguments: '{"id":7}' }
const output = (content: unknown, more: object = {}) => [
  item,
  { type: 'function_call_output', call_id: '1', output: content, ...more },
]
const alone = (value: object): readonly unknown[] => [
  { role: 'user', content: 'go' },
  value,
  { role: 'user', content: 'on' },
]
const shellOf = (command: string, more: object = {}) => [
  { type: 'shell_call', call_id: '1', action: { commands: [command], timeout_ms: 1 }, status: 'completed', ...more },
  {
    type: 'shell_call_output',
    call_id: '1',
    max_output_length: 9_000,
    output: [{ stdout: mark, stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  },
]
const commanded = (command: string, content: string) => [
  { ...item, name: 'exec_command', arguments: JSON.stringify({ cmd: command }) },
  { type: 'function_call_output', call_id: '1', output: content },
]
const spoken = (...turns: readonly string[]) =>
  ['go', ...turns].map((said, at) => {
    const [role, type] = at % 2 === 0 ? ['user', 'input_text'] : ['assistant', 'output_text']
    return { type: 'message', role, content: [{ type, text: said }] }
  })
const inResponses: readonly Row[] = [
  [
    'what exec_command printed',
    'compacted',
    'its command shows no file',
    commanded('make', `Exit code: 0\nWall time: 1 s\nOutput:\n${mark}`),
  ],
  [
    'a file that exec_command printed',
    'left',
    'its command shows one',
    commanded('cat a', `Exit code: 0\nOutput:\n${mark}`),
  ],
  [
    'an output with its metadata',
    'compacted',
    'the text inside is a tool’s',
    output(JSON.stringify({ output: mark, metadata: { exit_code: 0 } })),
  ],
  [
    'a command’s output with a member that nobody knows',
    'left',
    'an unknown shape',
    [shellOf('make')[0], { ...shellOf('make')[1], output: [{ stdout: mark, stderr: '', lines: [1] }] }],
  ],
  ['blocks of MCP as text', 'compacted', 'the same', output(JSON.stringify([{ type: 'text', text: mark }]))],
  [
    'a list of tools of a server',
    'left',
    'of the provider',
    alone({ type: 'mcp_list_tools', tools: [{ description: mark }] }),
  ],
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
  ['a function’s output', 'compacted', 'text of a tool', output(mark)],
  ['its parts', 'compacted', 'the same', output([{ type: 'input_text', text: mark }])],
  [
    'one with marks of a client',
    'compacted',
    'they say nothing of the text',
    output(mark, { id: 'fco_1', name: 'x', internal_chat_message_metadata_passthrough: { a: 1 } }),
  ],
  ['one that is unfinished', 'left', 'an error', output(mark, { status: 'incomplete' })],
  [
    'one of a tool in a namespace for files',
    'left',
    'it may show one',
    [
      { ...item, name: 'search', namespace: 'mcp__filesystem__', arguments: '{"query":"x"}' },
      { type: 'function_call_output', call_id: '1', output: mark },
    ],
  ],
  ['one of a tool in another', 'compacted', 'it shows none', [{ ...item, namespace: 'shop' }, output(mark)[1]]],
  [
    'one that names its tool',
    'compacted',
    'that says nothing of the text',
    output(mark, { name: 'x', namespace: 'y' }),
  ],
  ['one with an unknown member', 'left', 'unknown', output(mark, { provenance: 1 })],
  ['one for the model', 'compacted', 'it says who called', output(mark, { caller: { type: 'direct' } })],
  ['one for a program', 'left', 'the program reads it', output(mark, { caller: { type: 'program', caller_id: '2' } })],
  [
    'a custom tool’s output',
    'compacted',
    'text of a tool',
    [
      { type: 'custom_tool_call', call_id: '1', name: 'look', input: 'x' },
      { type: 'custom_tool_call_output', call_id: '1', output: mark },
    ],
  ],
  [
    'a local shell’s output',
    'compacted',
    'its command shows no file',
    [
      { type: 'local_shell_call', call_id: '1', action: { type: 'exec', command: ['make'] } },
      { type: 'local_shell_call_output', call_id: '1', output: mark },
    ],
  ],
  ['a shell’s output', 'compacted', 'the same', shellOf('make')],
  [
    'one in an environment of the client’s',
    'compacted',
    'the same',
    shellOf('make', { environment: { type: 'local' } }),
  ],
  [
    'one in a container of the provider’s',
    'left',
    'only the provider can tell whether it may change',
    shellOf('make', { environment: { type: 'container_reference', container_id: 'cntr_1' } }),
  ],
  ['a file that a shell prints', 'left', 'its command shows one', shellOf('cat a')],
  [
    'a running command’s output',
    'left',
    'nobody knows which command',
    [
      { ...item, name: 'write_stdin', arguments: '{"session_id":9,"chars":""}' },
      { type: 'function_call_output', call_id: '1', output: mark },
    ],
  ],
  [
    'an applied patch',
    'left',
    'short',
    [
      { type: 'apply_patch_call', call_id: '1', operation: {} },
      { type: 'apply_patch_call_output', call_id: '1', output: mark },
    ],
  ],
  [
    'an MCP call’s output',
    'left',
    'only the provider can tell whether it may change',
    alone({ type: 'mcp_call', id: '1', name: 'x', arguments: '{}', output: mark }),
  ],
  [
    'what a search in files found',
    'left',
    'the same',
    alone({ type: 'file_search_call', id: '1', results: [{ text: mark }] }),
  ],
  [
    'what the server’s code printed',
    'left',
    'the same',
    alone({ type: 'code_interpreter_call', id: '1', outputs: [{ type: 'logs', logs: mark }] }),
  ],
  [
    'a search of the web',
    'left',
    'of the provider',
    alone({ type: 'web_search_call', id: '1', action: { query: mark } }),
  ],
  [
    'a picture of a screen',
    'left',
    'no text',
    alone({ type: 'computer_call_output', call_id: '1', output: { image_url: mark } }),
  ],
  ['reasoning', 'left', 'encrypted', alone({ type: 'reasoning', encrypted_content: mark })],
  ['a compaction', 'left', 'encrypted', alone({ type: 'compaction', encrypted_content: mark })],
  ['an item of the provider’s', 'left', 'not here', alone({ type: 'item_reference', id: mark })],
  [
    'a message',
    'left',
    'no tool’s',
    alone({ type: 'message', role: 'user', content: [{ type: 'input_text', text: mark }] }),
  ],
  [
    'a file of the user',
    'left',
    'it may be quoted',
    alone({ role: 'user', content: [{ type: 'input_file', file_data: mark }] }),
  ],
  ['an unknown item', 'left', 'unknown', alone({ type: 'something', output: mark })],
]

describe('responses', () => holds('responses', inResponses))
