// Thousands of views of files under the names and arguments of a hundred tools: none of them may ever be shortened.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import type { Segment } from '../../../core/transcript/may-be-shortened.ts'
import { mayBeShortened } from '../../../core/transcript/may-be-shortened.ts'
import { read } from './reading.ts'
import { type ArgumentsOf, viewingTools } from './viewing-tools.ts'

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
  it('are fifty of each tool', () => {
    expect(viewingTools.length).toBeGreaterThan(95)
    expect(views).toHaveLength(50)
  })

  it.each(viewingTools)('%s: none may be shortened', (name, input) => {
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

  it('are found inside JSON whose members nobody knows', () => {
    const code = views.filter(({ path }) => path.endsWith('.ts'))
    const wrapped: readonly ((content: string) => unknown)[] = [
      (content) => ({ id: 7, found: { body: content } }),
      (content) => [{ kind: 'text/plain', value: content }],
    ]
    for (const wrap of wrapped) {
      const asked = code.map(({ text }, index) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name: 'lookup', input: { id: index } }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: JSON.stringify(wrap(text)) }],
        },
      ])
      const { segments } = read(dialects.messages, { messages: asked.flat() })
      expect(segments).toHaveLength(code.length)
      expect(segments.filter(mayBeShortened)).toEqual([])
    }
  })

  it('that a background command prints follow that command', () => {
    const shell = (command: string) => ({ type: 'tool_use', id: 'a', name: 'exec_command', input: { cmd: command } })
    const poll = (id: string, chars: string) => ({
      ...{ type: 'tool_use', id, name: 'write_stdin' },
      input: { session_id: 41, chars },
    })
    const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
    const pinsOf = (command: string, answer: string, typed = '') =>
      read(dialects.messages, {
        messages: [
          { role: 'assistant', content: [shell(command)] },
          { role: 'user', content: [result('a', answer)] },
          { role: 'assistant', content: [poll('b', typed)] },
          { role: 'user', content: [result('b', 'more of it')] },
          { role: 'assistant', content: [poll('c', '')] },
          { role: 'user', content: [result('c', 'the rest')] },
        ],
      }).segments.map(({ pinned }) => pinned)
    expect(pinsOf('npm test', 'Process running with session ID 41')).toEqual([undefined, undefined, undefined])
    const [isRead, isFree] = ['file-read', undefined]
    expect(pinsOf('cat a.ts', 'Process running with session ID 41')).toEqual([isRead, isRead, isRead])
    expect(pinsOf('npm test', 'Process running with session ID 42')).toEqual([isFree, isRead, isRead])
    // What is typed into one prints from then on.
    expect(pinsOf('sh', 'Process running with session ID 41', 'cat a.ts\n').slice(1)).toEqual([isRead, isRead])
    expect(pinsOf('npm test', 'Process running with session ID 41', 'cat a.ts\n')).toEqual([isFree, isRead, isRead])
  })
})
