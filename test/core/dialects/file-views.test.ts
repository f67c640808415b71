// Two thousand views of files under the names and arguments of forty tools: none of them may ever be shortened.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import type { Segment } from '../../../core/transcript/may-be-shortened.ts'
import { mayBeShortened } from '../../../core/transcript/may-be-shortened.ts'
import { read } from './reading.ts'

/** Arguments of a call that views a file; some name it in a way of their own. */
type ArgumentsOf = (path: string, index: number) => unknown

const tools: readonly (readonly [name: string, input: ArgumentsOf])[] = [
  ['Read', (file_path) => ({ file_path })],
  ['read_file', (target_file) => ({ target_file, should_read_entire_file: true })],
  ['file_editor', (path) => ({ command: 'view', path })],
  ['str_replace_editor', (path) => ({ command: 'view', path, view_range: [1, 200] })],
  ['str_replace_based_edit_tool', (path) => ({ command: 'view', path })],
  ['fs_read', (path) => ({ operations: [{ mode: 'Line', path }] })],
  ['fsRead', (path) => ({ path, explanation: 'to look at it' })],
  ['fsReadMultiple', (path) => ({ paths: [path] })],
  ['view_files', (path) => ({ files: [path] })],
  ['copilot_readFile', (filePath) => ({ filePath, startLine: 1, endLine: 300 })],
  ['read_file_v2', (target) => ({ target })],
  ['file_read', (file) => ({ file })],
  ['read_code', (uri) => ({ uri: `file:///${uri}` })],
  ['view', (path) => ({ path })],
  ['open', (path) => ({ path, line_number: 1 })],
  ['goto', (_path, index) => ({ line_number: index + 1 })],
  ['scroll_down', () => ({})],
  ['cat', (path) => ({ path })],
  ['inspect', (path) => ({ target: `./${path}` })],
  ['summon', (path) => ({ what: { where: `/repo/${path}` } })],
  ['mcp__filesystem__read_text_file', (path) => ({ path })],
  ['mcp__serena__find_symbol', (relative_path) => ({ name_path: 'A/b', relative_path, include_body: true })],
  ['mcp__github__get_file_contents', (path) => ({ owner: 'o', repo: 'r', path })],
  ['mcp__desktop-commander__read_file', (path) => ({ path, offset: 0, length: 1_000 })],
  ['get_file_text_by_path', (pathInProject) => ({ pathInProject })],
  ['Bash', (path) => ({ command: `cat ${path}` })],
  ['bash', (path) => ({ command: `cd /repo && sed -n '1,200p' ${path}` })],
  ['exec_command', (path) => ({ cmd: `nl -ba ${path}` })],
  ['shell', (path) => ({ command: ['bash', '-lc', `head -n 300 ${path}`] })],
  ['run_terminal_cmd', (path) => ({ command: `cat ${path}`, is_background: false })],
  ['execute_bash', (path) => ({ command: `cat -n ${path}`, is_input: 'false' })],
  ['start_process', (path) => ({ command: `cat ${path}`, timeout_ms: 1_000 })],
  ['run_it', (path) => ({ command: `cat ${path}` })],
  ['get_terminal_output', () => ({ id: 'unknown' })],
  ['read_process_output', () => ({ pid: 1_234 })],
  ['BashOutput', () => ({ bash_id: 'bash_1' })],
  ['write_stdin', (path) => ({ session_id: 7, chars: `cat ${path}\n` })],
  ['python', (path) => ({ code: `print(open(${JSON.stringify(path)}).read())` })],
  [
    'execute_code',
    (path) => ({ language: 'python', code: `from pathlib import Path\nprint(Path('${path}').read_text())` }),
  ],
  ['grep', (path) => ({ pattern: '.', path })],
]

const root = new URL('../../../', import.meta.url).pathname
const files = [
  ...globSync('test/fixtures/compressor/adeline/*', { cwd: root }).filter((path) => !path.endsWith('samples.json')),
  ...globSync('{core,adapters,compressor,lambdas}/**/*.ts', { cwd: root }).sort(),
].slice(0, 50)

const withNumbers = (text: string): string =>
  text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
    .join('\n')

const views = files.map((path, index) => {
  const text = readFileSync(`${root}${path}`, 'utf8')
  return { path, text: index % 2 === 0 ? text : withNumbers(text) }
})

const inMessages = (name: string, input: ArgumentsOf): readonly Segment[] =>
  read(dialects.messages, {
    messages: views.flatMap(({ path, text }, index) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name, input: input(path, index) }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: text }] },
    ]),
  }).segments

const inChat = (name: string, input: ArgumentsOf): readonly Segment[] =>
  read(dialects['chat-completions'], {
    messages: views.flatMap(({ path, text }, index) => [
      {
        role: 'assistant',
        tool_calls: [{ id: `t${index}`, function: { name, arguments: JSON.stringify(input(path, index)) } }],
      },
      { role: 'tool', tool_call_id: `t${index}`, content: text },
    ]),
  }).segments

const inResponses = (name: string, input: ArgumentsOf): readonly Segment[] =>
  read(dialects.responses, {
    input: views.flatMap(({ path, text }, index) => [
      { type: 'function_call', call_id: `t${index}`, name, arguments: JSON.stringify(input(path, index)) },
      { type: 'function_call_output', call_id: `t${index}`, output: text },
    ]),
  }).segments

const spellings = [inMessages, inChat, inResponses]

describe('views of files', () => {
  it('are two thousand, under forty names', () => {
    expect([tools.length, views.length]).toEqual([40, 50])
  })

  it.each(tools)('%s: none may be shortened', (name, input) => {
    for (const segmentsOf of spellings) {
      const segments = segmentsOf(name, input)
      expect(segments).toHaveLength(views.length)
      expect(segments.filter(mayBeShortened)).toEqual([])
    }
  })

  it('are found by their shape where neither name nor arguments say what is shown', () => {
    const code = views.filter(({ path }) => path.endsWith('.ts'))
    const free = inMessages('lookup', (_path, index) => ({ id: index })).filter(mayBeShortened)
    expect(free.filter(({ text }) => code.some((view) => view.text === text))).toEqual([])
  })

  it('that a background command prints follow that command', () => {
    const shell = (command: string) => ({ type: 'tool_use', id: 'a', name: 'exec_command', input: { cmd: command } })
    const poll = { type: 'tool_use', id: 'b', name: 'write_stdin', input: { session_id: 41, chars: '' } }
    const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
    const pinsOf = (command: string, answer: string) =>
      read(dialects.messages, {
        messages: [
          { role: 'assistant', content: [shell(command)] },
          { role: 'user', content: [result('a', answer)] },
          { role: 'assistant', content: [poll] },
          { role: 'user', content: [result('b', 'more of it')] },
        ],
      }).segments.map(({ pinned }) => pinned)
    expect(pinsOf('npm test', 'Process running with session ID 41')).toEqual([undefined, undefined])
    expect(pinsOf('cat a.ts', 'Process running with session ID 41')).toEqual(['file-read', 'file-read'])
    expect(pinsOf('npm test', 'Process running with session ID 42')).toEqual([undefined, 'file-read'])
  })
})
