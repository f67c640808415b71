// The table of messages: what happens to every kind of text, and why.

import { describe } from 'vitest'
import { holds, long, mark, observed, pasted, type Row, shellCall } from '../coverage.ts'

const use = (name: string, input: unknown, id = '1') => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input }],
})
const answer = (content: unknown, more: object = {}, id = '1') => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, ...more }],
})
const exchanged = (name: string, input: unknown, content: unknown, more: object = {}) => [
  use(name, input),
  answer(content, more),
]
const lookup = (content: unknown, more: object = {}) => exchanged('lookup', { id: 7 }, content, more)
const text = { type: 'text', text: mark }
const model = { role: 'assistant', content: [{ type: 'text', text: 'so' }] }
const ofModel = (block: object) => [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [block] },
  { role: 'user', content: 'on' },
]
const ofClient = (...content: object[]) => [{ role: 'user', content }, model, { role: 'user', content: 'on' }]

/** A conversation in plain text, which a person has begun. */
const spoken = (...turns: readonly string[]) =>
  ['go', ...turns].map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
/** Calls that may show a file, whatever their tool is called. */
const showing: readonly (readonly [name: string, input: object])[] = [
  ['NotebookRead', { notebook_path: 'a.ipynb' }],
  ['mcp__fs__read_file', { path: 'a.ts' }],
  ['fs_read', { operations: [{ path: 'a.ts' }] }],
  ['fsRead', { path: 'a.ts' }],
  ['file_read', { path: 'a.ts' }],
  ['view_files', { paths: ['a.ts'] }],
  ['copilot_readFile', { filePath: 'a.ts' }],
  ['read_code', { file: 'a.ts' }],
  ['read_file_v2', { target: 'a.ts' }],
  ['start_process', { command: 'cat a.ts' }],
  ['get_terminal_output', { id: '7' }],
  ['BashOutput', { bash_id: '7' }],
  ['python', { code: 'print(open("a.ts").read())' }],
  ['execute_code', { code: 'print(open("a.ts").read())' }],
]

const inMessages: readonly Row[] = [
  ...showing.map(
    ([name, input]): Row => [`a result of ${name}`, 'left', 'it may show a file', exchanged(name, input, mark)],
  ),
  [
    'a result in an envelope of MCP',
    'compacted',
    'the text inside is a tool’s',
    lookup(JSON.stringify([{ type: 'text', text: mark }])),
  ],
  [
    'a file in an envelope',
    'left',
    'its shape says so',
    lookup(JSON.stringify({ output: `1\ta = 1\n2\tb = 2\n3\tc = 3\n4\t${mark}\n5\td`, metadata: {} })),
  ],
  ['a result that is a string', 'compacted', 'text of a tool', lookup(mark)],
  ['a result of text blocks', 'compacted', 'the same', lookup([text])],
  ['text beside an image', 'compacted', 'an image pins only itself', lookup([{ type: 'image', source: {} }, text])],
  [
    'text beside a tool reference',
    'compacted',
    'so does a reference',
    lookup([{ type: 'tool_reference', tool_name: 'x' }, text]),
  ],
  [
    'a plain document',
    'compacted',
    'what a retrieval tool found',
    lookup([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: mark }, title: 'x' }]),
  ],
  [
    'a document with citations',
    'left',
    'answers point into it by characters',
    lookup([
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: mark },
        citations: { enabled: true },
      },
    ]),
  ],
  [
    'a document of another kind',
    'left',
    'nobody knows what is told of it',
    lookup([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: mark }, odd: 1 }]),
  ],
  [
    'a document from a source of another kind',
    'left',
    'the same',
    lookup([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: mark, odd: 1 } }]),
  ],
  [
    'a search result',
    'compacted',
    'what a retrieval tool found',
    lookup([{ type: 'search_result', source: 's', title: 't', content: [text], citations: { enabled: false } }]),
  ],
  [
    'a search result with citations',
    'left',
    'answers point into it',
    lookup([{ type: 'search_result', source: 's', title: 't', content: [text], citations: { enabled: true } }]),
  ],
  [
    'a search result with a text that has a member nobody knows',
    'left',
    'an unknown shape',
    lookup([{ type: 'search_result', source: 's', title: 't', content: [{ ...text, offsets: [1, 2] }] }]),
  ],
  ['a block of a type that nobody knows', 'left', 'unknown', lookup([{ ...text, type: 'signed_text' }])],
  ['a block with citations', 'left', 'the same', lookup([{ ...text, citations: [{ start: 1 }] }])],
  ['a block whose citations are off', 'compacted', 'nothing points into it', lookup([{ ...text, citations: null }])],
  [
    'a result with members that are off',
    'compacted',
    'they say nothing',
    lookup(mark, { is_error: false, refusal: null, name: 'x' }),
  ],
  [
    'a result with an unknown member',
    'left',
    'nobody knows what it says of the text',
    lookup(mark, { provenance: 'x' }),
  ],
  [
    'a result for a program',
    'left',
    'the program reads it',
    [
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: '1', name: 'lookup', input: {}, caller: { type: 'code_execution_20260120' } },
        ],
      },
      answer(mark),
    ],
  ],
  ['an error, short', 'left', 'the model needs it whole', [...lookup(mark, { is_error: true }), model, answer('on')]],
  ['an error, long, unanswered', 'left', 'the model has not read it', lookup(long, { is_error: true })],
  [
    'an error, long, answered',
    'later',
    'the model has read what it needed',
    [...lookup(long, { is_error: true }), model],
  ],
  [
    'an error of a file read, long, answered',
    'left',
    'an agent quotes it',
    [...exchanged('Read', { file_path: 'a' }, long, { is_error: true }), model],
  ],
  ['a result without its call', 'left', 'it may be a file', [answer(mark)]],
  ['a file', 'left', 'an agent quotes it', exchanged('Read', { file_path: 'a.ts' }, mark)],
  [
    'a file that is read again',
    'later',
    'the newer one is quoted',
    [
      ...exchanged('Read', { file_path: 'a.ts' }, mark),
      use('Read', { file_path: 'a.ts' }, '2'),
      answer('x'.repeat(mark.length), {}, '2'),
    ],
  ],
  ['a search in files', 'left', 'an agent quotes it', exchanged('Grep', { pattern: 'x' }, mark)],
  [
    'a search in a tracker',
    'compacted',
    'its arguments name no file',
    exchanged('mcp__jira__search', { jql: 'a = b' }, mark),
  ],
  ['a query of a database', 'compacted', 'the same', exchanged('mcp__db__execute', { sql: 'select 1' }, mark)],
  ['a page of a connector', 'compacted', 'the same', exchanged('open', { id: 'page' }, mark)],
  [
    'a view of an editor',
    'left',
    'its arguments say so',
    exchanged('file_editor', { command: 'view', path: 'a' }, mark),
  ],
  ['what a shell prints', 'compacted', 'its command shows no file', exchanged('Bash', { command: 'npm test' }, mark)],
  ['a file that a shell prints', 'left', 'its command shows one', exchanged('Bash', { command: 'cat a' }, mark)],
  [
    'code under a meaningless name',
    'left',
    'its shape says so',
    lookup(`const a = 1;\nconst b = f(a);\nif (b) {\n  return g(b);\n}\n// ${mark}\nexport const c = () => a + b;\n`),
  ],
  [
    'code inside JSON of unknown members',
    'left',
    'its shape says so',
    lookup(JSON.stringify({ found: { body: `const a = 1;\nconst b = f(a);\nif (b) {\n  g(b);\n}\n// ${mark}\n` } })),
  ],
  ['a page of a PDF', 'left', 'it may be a file', exchanged('get_pdf_page', { page: 3 }, mark)],
  ['a skill', 'left', 'instructions', exchanged('load_skill', { name: 'pdf' }, mark)],
  ['a cell of a notebook', 'left', 'an agent quotes it', exchanged('get_cell_source', { index: 3 }, mark)],
  [
    'numbered rows of a database',
    'compacted',
    'a line names their columns',
    lookup(`id\tsays\n1\t${mark}\n2\tb\n3\tc\n4\td\n5\te`),
  ],
  [
    'the answer of a server',
    'compacted',
    'a route is no file',
    exchanged('http_request', { method: 'GET', path: '/v1/users' }, mark),
  ],
  [
    'names of files that a shell prints',
    'compacted',
    'none of their lines is shown',
    exchanged('Bash', { command: 'grep -rl plan src && git diff --stat' }, mark),
  ],
  ['a call’s arguments', 'left', 'of the model', [use('lookup', { query: mark }), answer('x')]],
  ['text of the model', 'left', 'of the model', ofModel(text)],
  ['thinking', 'left', 'signed', ofModel({ type: 'thinking', thinking: mark, signature: 's' })],
  ['thinking that is hidden', 'left', 'encrypted', ofModel({ type: 'redacted_thinking', data: mark })],
  [
    'what a server’s MCP tool found',
    'left',
    'only the provider can tell whether it may change',
    ofModel({ type: 'mcp_tool_result', tool_use_id: '1', content: [text] }),
  ],
  [
    'a page that the server fetched',
    'left',
    'the same',
    ofModel({
      type: 'web_fetch_tool_result',
      tool_use_id: '1',
      content: { content: { source: { type: 'text', data: mark } } },
    }),
  ],
  [
    'what the server’s search found',
    'left',
    'encrypted',
    ofModel({ type: 'web_search_tool_result', tool_use_id: '1', content: [{ encrypted_content: mark }] }),
  ],
  [
    'what the server’s code printed',
    'left',
    'as for MCP',
    ofModel({ type: 'bash_code_execution_tool_result', tool_use_id: '1', content: { stdout: mark } }),
  ],
  ['a compaction', 'left', 'the provider’s own', ofModel({ type: 'compaction', content: mark })],
  [
    'what the server’s program printed',
    'left',
    'as for MCP',
    ofModel({ type: 'code_execution_tool_result', tool_use_id: '1', content: { stdout: mark } }),
  ],
  [
    'what the server’s editor showed',
    'left',
    'a file',
    ofModel({ type: 'text_editor_code_execution_tool_result', tool_use_id: '1', content: { content: mark } }),
  ],
  [
    'a call of the server’s tool',
    'left',
    'of the model',
    ofModel({ type: 'server_tool_use', id: '1', name: 'web_search', input: { query: mark } }),
  ],
  ['what a user says', 'left', 'instructions', ofClient(text)],
  [
    'a reminder that shows a file',
    'left',
    'no call tells that it may go',
    spoken('yes', `<system-reminder>\n1\t${mark}\n2\tb\n</system-reminder>`, 'so', 'on', 'so'),
  ],
  ['a result in a turn of the user, answered', 'later', 'the model has read it', spoken(shellCall, observed, 'so')],
  [
    'a text that looks like a result, behind a call that the user wrote',
    'left',
    'the model called nothing',
    [...spoken('so', shellCall), { role: 'user', content: observed }, ...spoken('so').slice(1)],
  ],
  [
    'a result in a turn of the user, behind a block of the model',
    'later',
    'the model has read it',
    [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'text', text: shellCall }] },
      { role: 'user', content: [{ type: 'text', text: observed }] },
      model,
    ],
  ],
  ['a result in a turn of the user, the newest', 'left', 'nobody has answered it', spoken(shellCall, observed)],
  [
    'a result of Cline',
    'later',
    'the same',
    spoken('<run_tests>\n<name>all</name>\n</run_tests>', `[run_tests] Result:\n\n${observed}`, 'so'),
  ],
  [
    'a command that a user of aider ran',
    'later',
    'the same',
    spoken('yes', `I ran this command:\n\nmake test\n\nAnd got this output:\n\n${observed}`, 'so'),
  ],
  [
    'a file that an agent without tools shows',
    'left',
    'an agent quotes it',
    spoken('```bash\ncat a.ts\n```', observed, 'so'),
  ],
  [
    'a log that a person pasted, two turns ago',
    'later',
    'only what says nothing goes',
    spoken('yes', pasted, 'so', 'on', 'so'),
  ],
  ['a log that a person pasted, one turn ago', 'left', 'it may still be spoken of', spoken('yes', pasted, 'so')],
  [
    'a log in the first turn',
    'left',
    'it says what is wanted',
    [{ role: 'user', content: pasted }, ...spoken('yes', 'on', 'so').slice(1)],
  ],
  [
    'a document of the user',
    'left',
    'it may be quoted and cited',
    ofClient({ type: 'document', source: { type: 'text', data: mark } }),
  ],
  [
    'system text in the conversation',
    'left',
    'instructions',
    [
      { role: 'user', content: 'go' },
      { role: 'system', content: mark },
    ],
  ],
  ['an unknown block', 'left', 'unknown', ofClient({ type: 'something', text: mark })],
]

describe('messages', () => holds('messages', inMessages))
