// Results of file reads are superseded once later calls have read the same again, or left nothing of it.

import { describe, expect, it } from 'vitest'
import type { DialectId } from '../../../core/dialects/registry.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { read } from './reading.ts'

interface Made {
  readonly name: string
  readonly input: unknown
  readonly result: string | null
  readonly failed?: boolean
}

const long = 'a line of the file\n'.repeat(40)

const tool = (name: string, input: unknown, result: string | null = long, failed = false): Made => ({
  name,
  input,
  result,
  failed,
})
const shell = (command: string, result: string | null = long): Made => tool('Bash', { command }, result)
const readsA = tool('Read', { file_path: 'a.ts' })

const bodies: Readonly<Record<DialectId, (calls: readonly Made[]) => unknown>> = {
  messages: (calls) => ({
    messages: calls.flatMap(({ name, input, result, failed }, id) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${id}`, name, input }] },
      {
        role: 'user',
        content:
          result === null
            ? [{ type: 'text', text: 'no' }]
            : [{ type: 'tool_result', tool_use_id: `t${id}`, content: result, is_error: failed }],
      },
    ]),
  }),
  'chat-completions': (calls) => ({
    messages: calls.flatMap(({ name, input, result }, id) => [
      {
        role: 'assistant',
        tool_calls: [{ id: `t${id}`, function: { name, arguments: JSON.stringify(input) } }],
      },
      ...(result === null ? [] : [{ role: 'tool', tool_call_id: `t${id}`, content: result }]),
    ]),
  }),
  responses: (calls) => ({
    input: calls.flatMap(({ name, input, result, failed }, id) => [
      { type: 'function_call', call_id: `t${id}`, name, arguments: JSON.stringify(input) },
      ...(result === null
        ? []
        : [
            {
              type: 'function_call_output',
              call_id: `t${id}`,
              output: [{ type: 'input_text', text: result }],
              status: failed ? 'incomplete' : 'completed',
            },
          ]),
    ]),
  }),
}

/** Of each result in order. */
const superseded = (calls: readonly Made[], dialect: DialectId = 'messages'): boolean[] =>
  read(dialects[dialect], bodies[dialect](calls)).segments.map((segment) => segment.superseded === true)

describe('a file read is superseded', () => {
  it.each(['messages', 'chat-completions', 'responses'] as const)('%s: when the file is read again', (dialect) => {
    const calls = [readsA, tool('weather', {}, 'sunny'), readsA]
    const { segments } = read(dialects[dialect], bodies[dialect](calls))

    expect(segments).toMatchObject([
      { pinned: 'file-read', superseded: true, text: long },
      { text: 'sunny' },
      { text: '' },
    ])
    expect(segments[2]).toMatchObject({ pinned: 'file-read' })
    expect(segments[2]?.superseded).toBeUndefined()
  })

  it.each([
    ['a new version', tool('Write', { file_path: 'a.ts', content: 'x' }, 'done')],
    ['a patch that makes it', tool('apply_patch', '*** Add File: a.ts\n+x', 'done')],
    ['a patch that deletes it', tool('apply_patch', '*** Delete File: a.ts', 'done')],
    ['a shell that writes', shell("cat > a.ts <<'E'\nx\nE", '')],
    ['a shell that writes what it shows', shell('make | tee a.ts', '')],
    ['another tool that reads it', shell('cat a.ts')],
    ['the same path with a dot', shell('nl -ba ./a.ts')],
  ])('by %s', (_what, later) => {
    expect(superseded([readsA, later])[0]).toBe(true)
    expect(superseded([later, readsA])[1]).toBe(false)
  })

  it('by the same part alone, when it shows a part', () => {
    const part = tool('Read', { file_path: 'a.ts', offset: 10, limit: 5 })
    const other = tool('Read', { file_path: 'a.ts', offset: 20, limit: 5 })
    expect(superseded([part, readsA])).toEqual([false, false])
    expect(superseded([part, other])).toEqual([false, false])
    expect(superseded([part, other, part])).toEqual([true, false, false])
    expect(superseded([readsA, part])).toEqual([false, false])
    const lines = [shell("sed -n '400,450p' a.ts"), shell("sed -n '9,18p' a.ts"), shell("cat a.ts | sed -n '1,9p'")]
    expect(superseded([...lines, shell('cat a.ts')])).toEqual([false, false, false, false])
    expect(superseded([...lines, ...lines])).toEqual([true, true, true, false, false, false])
    expect(superseded([...lines, tool('Write', { file_path: 'a.ts' }, 'done')])).toEqual([true, true, true, false])
  })

  it('by the same part alone that is as long: after an edit other lines stand there', () => {
    const lines = (result: string) => shell("sed -n '70,85p' a.ts", result)
    expect(superseded([lines(long), lines(`${long}.`)])).toEqual([false, false])
    expect(superseded([lines(long), lines(long), lines(`${long}.`)])).toEqual([true, false, false])
  })

  it('only when all its files are', () => {
    const both = shell('cat a.ts b.ts', long)
    expect(superseded([both, readsA])).toEqual([false, false])
    expect(superseded([both, readsA, tool('Read', { file_path: 'b.ts' })])).toEqual([true, false, false])
  })

  it('and stays so, whatever follows', () => {
    const short = (characters: number) => tool('Read', { file_path: 'a.ts' }, long.slice(0, characters))
    const calls = [
      readsA,
      short(500),
      short(300),
      short(200),
      short(100),
      tool('Write', { file_path: 'a.ts' }, 'done'),
      short(50),
    ]
    for (let length = 2; length <= calls.length; length += 1) expect(superseded(calls.slice(0, length))[0]).toBe(true)
  })
})

describe('a file read is not superseded', () => {
  it.each([
    ['a search', tool('Grep', { path: 'a.ts' })],
    ['a search in a shell', shell('grep x a.ts')],
    ['another file', tool('Read', { file_path: 'b.ts' })],
    ['the same file by another name', tool('Read', { file_path: '/r/a.ts' })],
    ['a file of that name elsewhere', shell('cd /r && cat a.ts')],
    ['a read that failed', tool('Read', { file_path: 'a.ts' }, long, true)],
    ['a read without an answer', tool('Read', { file_path: 'a.ts' }, null)],
    [
      'an answer that says that nothing has changed',
      tool('Read', { file_path: 'a.ts' }, 'File unchanged since last read.'),
    ],
    ['a part of it', shell("sed -n '1,9p' a.ts")],
    ['an edit: the rest is quoted on', tool('Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, long)],
    ['an edit in a notebook', tool('NotebookEdit', { notebook_path: 'a.ts', new_source: 'x' }, 'done')],
    ['a patch that changes it', tool('apply_patch', '*** Update File: a.ts\n@@', 'done')],
    ['a patch that moves it', tool('apply_patch', '*** Update File: b.ts\n*** Move to: a.ts\n@@', 'done')],
    ['a shell that edits', shell("sed -i 's/x/y/' a.ts", '')],
    ['a shell that adds', shell('echo x >> a.ts', '')],
    ['a shell that adds what it shows', shell('make | tee -a a.ts', '')],
    ['a tool that adds', tool('write_file', { path: 'a.ts', content: 'x', mode: 'append' }, 'done')],
    ['a shell that may have ended', shell('[ -f a.ts ] && exit 0; echo hi > a.ts', '')],
    ['a shell that ends at the first fault', shell('set -e; make test; cat > a.ts <<E\nx\nE', '')],
    ['a new version that failed', tool('Write', { file_path: 'a.ts' }, 'x', true)],
    ['a new version that says that it failed', tool('Write', { file_path: 'a.ts' }, 'File has not been read: error.')],
    ['a new version by a shell that says so', shell('echo x > a.ts', 'a.ts: Permission denied')],
    ['a new version that may not have run', shell('npm test && echo x > a.ts', '')],
    ['a command of which nobody knows what it does', shell('python fix.py a.ts')],
    ['a read of nobody knows what', shell('cat *.ts')],
  ])('by %s', (_what, later) => {
    expect(superseded([readsA, later])[0]).toBe(false)
  })

  it.each([
    ['a search', tool('Grep', { path: 'a.ts' })],
    ['a search in a shell', shell('grep -n x a.ts')],
    ['of nobody knows what', shell('cat a.t?')],
    ['of more than is known', shell('cat a.ts; git diff')],
    ['of more than a program in place says', shell("cat a.ts; python -c 'print(open(1).read())'")],
    ['an edit', tool('Edit', { file_path: 'a.ts', old_string: 'x' })],
    ['a window', tool('open', { path: 'a.ts' })],
    ['by a tool without a path', tool('Read', {})],
  ])('when it is %s', (_what, first) => {
    expect(superseded([first, readsA, tool('Write', { file_path: 'a.ts' }, 'done')])[0]).toBe(false)
  })

  it('in the call that changes it', () => {
    expect(superseded([shell('cat a.ts; echo x >> a.ts')])).toEqual([false])
  })

  it('by a relative path of a shell that may have moved', () => {
    const cat = shell('cat a.ts')
    expect(superseded([cat, shell('cd src', ''), cat])[0]).toBe(false)
    expect(superseded([cat, shell('ls src', ''), cat])[0]).toBe(true)
    expect(superseded([shell('cd src', ''), cat, cat])[1]).toBe(true)
    const absolute = shell('cat /r/a.ts')
    expect(superseded([absolute, shell('cd src', ''), absolute])[0]).toBe(true)
  })

  it('where a block has a reason of its own', () => {
    const body = {
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'Read', input: { path: 'a' } }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: '1',
              content: [
                { type: 'text', text: 'x', citations: [] },
                { type: 'text', text: 'y' },
              ],
            },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: '2', name: 'Read', input: { path: 'a' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: '2', content: long }] },
      ],
    }
    const { segments } = read(dialects.messages, body)
    expect(segments[0]).not.toHaveProperty('superseded')
    expect(segments[0]).toMatchObject({ pinned: 'unknown-shape', text: '' })
    expect(segments[1]).toMatchObject({ superseded: true, text: 'y' })
  })
})

it('one call with several files and many results is judged once', () => {
  const paths = Array.from({ length: 20 }, (_, index) => `f${index}`)
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read_files', input: { paths } }] }
  const result = { type: 'tool_result', tool_use_id: 't', content: 'x' }
  const results = { role: 'user', content: Array.from({ length: 5_000 }, () => result) }
  const since = process.cpuUsage()
  const { segments } = read(dialects.messages, { messages: [call, results, call, results] })
  expect(segments.filter((segment) => segment.superseded)).toHaveLength(5_000)
  expect(process.cpuUsage(since).user).toBeLessThan(2_000_000)
})
