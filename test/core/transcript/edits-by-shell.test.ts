// How an agent changes files, as requests of the agents in use show it.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'
import { editsByShellAlone as editsInPieces } from '../../../core/transcript/edits-by-shell.ts'
import { saidIn } from '../../../core/transcript/line-uses.ts'
import type { Transcript } from '../../../core/transcript/transcript.ts'
import { read } from '../dialects/reading.ts'

const editsByShellAlone = (transcript: Transcript): boolean =>
  atOnce(editsInPieces(transcript, atOnce(saidIn(transcript))))

interface Agent {
  readonly tools?: readonly string[]
  readonly system?: string
  readonly task?: string
  /** What it runs in its shell, in order. */
  readonly commands?: readonly string[]
}

const look = 'grep -rn total src && sed -n 1,80p src/total.py'

const isByShell = {
  messages: ({ tools, system = 'You are an agent.', task = 'go', commands = [look] }: Agent): boolean =>
    editsByShellAlone(
      read(dialects.messages, {
        ...(tools === undefined ? {} : { tools: tools.map((name) => ({ name, input_schema: {} })) }),
        system,
        messages: [
          { role: 'user', content: task },
          ...commands.flatMap((command, at) => [
            { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'bash', input: { command } }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: 'done' }] },
          ]),
        ],
      }),
    ),
  'chat-completions': ({ tools, system = 'You are an agent.', task = 'go', commands = [look] }: Agent): boolean =>
    editsByShellAlone(
      read(dialects['chat-completions'], {
        ...(tools === undefined ? {} : { tools: tools.map((name) => ({ type: 'function', function: { name } })) }),
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: task },
          ...commands.flatMap((command, at) => {
            const called = { name: 'bash', arguments: JSON.stringify({ command }) }
            return [
              { role: 'assistant', tool_calls: [{ id: `t${at}`, type: 'function', function: called }] },
              { role: 'tool', tool_call_id: `t${at}`, content: 'done' },
            ]
          }),
        ],
      }),
    ),
  responses: ({ tools, system = 'You are an agent.', task = 'go', commands = [look] }: Agent): boolean =>
    editsByShellAlone(
      read(dialects.responses, {
        // What the provider knows has a type and no name.
        ...(tools === undefined
          ? {}
          : { tools: tools.map((name) => (name === 'local_shell' ? { type: name } : { type: 'function', name })) }),
        instructions: system,
        input: [
          { role: 'user', content: task },
          ...commands.flatMap((command, at) => [
            { type: 'function_call', call_id: `t${at}`, name: 'bash', arguments: JSON.stringify({ command }) },
            { type: 'function_call_output', call_id: `t${at}`, output: 'done' },
          ]),
        ],
      }),
    ),
}
const dialectNames = ['messages', 'chat-completions', 'responses'] as const

const byShell: readonly (readonly [string, Agent])[] = [
  ['mini-swe-agent with a tool', { tools: ['bash'], task: "Edit with sed -i 's/old_string/new_string/' f.py" }],
  ['a shell of the provider', { tools: ['local_shell'] }],
  ['a shell that is typed into, and a plan', { tools: ['exec_command', 'write_stdin', 'update_plan'] }],
  [
    'one that writes new files and looks for patterns',
    { tools: ['bash'], commands: ["cat > a.py <<'EOF'\nx = 1\nEOF", "sed -i 's/total/sum/g' src/total.py"] },
  ],
]

/** One line of a shell each, of agents that have nothing but one. */
const looking: readonly string[] = [
  "sed -n '120,130p' src/total.py | head -20 2>/dev/null",
  "awk 'NR>=10 && NR<=20' src/total.py",
  'tail -n +20 src/total.py | head -n 30',
  "sed -i 's/total/sum/' a.py && sed -n '1,20p' a.py",
  "ls | sed '1d'",
  'python3 -c "print(open(\'a.py\').read().splitlines()[10:20])"',
  'git commit -m "patch 2 of 3" && ls > /dev/null',
]

const changingByNumber: readonly string[] = [
  "sed -i '' '12d' a.py",
  'sed -i "" "12,14d" a.py',
  "sed -i -E '12s/a/b/' a.py",
  "sed --in-place '12,14d' a.py",
  "sed -i -e 's/a/b/' -e '12d' a.py",
  "gsed -i '12 a more' a.py",
  'sed -i "$N,130d" a.py',
  "sed -i '\n12d\n' a.py",
  "sed '12,40d' a.py > b.py && mv b.py a.py",
  '(head -n 119 a.py; cat new; tail -n +131 a.py) > b.py && mv b.py a.py',
  "awk 'NR==12{next}1' a.py > b.py && mv b.py a.py",
  "perl -i -ne 'print unless $. == 12' a.py",
  "ed a.py <<'EOF'\n12,14d\nw\nEOF",
  "cd src && ex -s -c '12d' -c wq a.py",
  "vim -es -c '12,14d' -c wq a.py",
  "python3 -c \"L=open('a').readlines(); L[119]='x'; open('a','w').writelines(L)\"",
  "python3 -c \"s=open('a').read().splitlines(); del s[11:14]; open('a','w').write(chr(10).join(s))\"",
  "node -e \"const s=require('fs').readFileSync('a','utf8').split('\\n');s.splice(11,3);fs.writeFileSync('a',s.join('\\n'))\"",
]

const lookingForLines: readonly string[] = [
  "patch src/a.py <<'EOF'\n3c3\n< a\nEOF",
  'patch src/a.py fix.txt',
  "python3 - <<'EOF'\ns=open('a').read()\ns=s.replace('a = 1\\nb = 2', 'x')\nopen('a','w').write(s)\nEOF",
  "python3 - <<'EOF'\ns=open('a').read()\nneedle = '''def a(x):\n  return 1'''\ns=s.replace(needle, 'y')\nopen('a','w').write(s)\nEOF",
]

const byQuoting: readonly (readonly [string, Agent])[] = [
  ['Claude Code', { tools: ['Task', 'Bash', 'Glob', 'Grep', 'Read', 'Edit', 'Write', 'TodoWrite'] }],
  ['Codex with a tool for patches', { tools: ['shell', 'update_plan', 'apply_patch'] }],
  [
    'Codex that patches in its shell',
    { tools: ['shell', 'update_plan'], system: 'Use the `apply_patch` command to edit files.' },
  ],
  ['Cline and Roo in text, without tools', { system: 'Use replace_in_file with SEARCH/REPLACE blocks.' }],
  ['mini-swe-agent in text, without tools', {}],
  ['SWE-agent', { tools: ['bash', 'str_replace_editor', 'submit'] }],
  ['OpenHands', { tools: ['execute_bash', 'str_replace_editor', 'think', 'finish'] }],
  ['aider, without tools', { system: 'Describe each change with a *SEARCH/REPLACE block*.' }],
  ['Goose', { tools: ['developer__shell', 'developer__text_editor'] }],
  ['an editor of an MCP server', { tools: ['bash', 'mcp__files__edit'] }],
  ['a tool that nobody knows', { tools: ['bash', 'magic'] }],
  ['one that only reads', { tools: ['read_file', 'grep'] }],
  ['one that is told how to quote', { tools: ['bash'], task: 'Patch it with git apply, please.' }],
  ['one that has patched', { tools: ['bash'], commands: ["git apply <<'EOF'\n--- a/f\n+++ b/f\nEOF"] }],
  [
    'one that has patched with apply_patch',
    { tools: ['bash'], commands: ["apply_patch <<'EOF'\n*** Begin Patch\nEOF"] },
  ],
  [
    'one whose program has looked for lines',
    {
      tools: ['bash'],
      commands: ['python3 - <<EOF\ns = open("a.py").read()\ns = s.replace("""def total(a):\n    return a""", "")\nEOF'],
    },
  ],
  [
    'one whose program has looked for a long line',
    {
      tools: ['bash'],
      commands: [
        "python3 -c \"p = Path('a'); p.write_text(p.read_text().replace('return a.price * a.quantity', 'x'))\"",
      ],
    },
  ],
  ['one that has named a line by its number', { tools: ['bash'], commands: ["sed -i '120,130d' src/total.py"] }],
  ['one that has named lines of a list', { tools: ['bash'], commands: ['python3 -c "lines[119:121] = []"'] }],
]

describe.each(dialectNames)('an agent in %s', (name) => {
  it.each(byShell)('edits by its shell alone: %s', (_agent, agent) => {
    expect(isByShell[name](agent)).toBe(true)
  })

  it.each(byQuoting)('may quote or count lines: %s', (_agent, agent) => {
    expect(isByShell[name](agent)).toBe(false)
  })

  it.each(looking)('edits by its shell alone after %j', (command) => {
    expect(isByShell[name]({ tools: ['bash'], commands: [command] })).toBe(true)
  })

  it.each(changingByNumber)('counts lines with %j', (command) => {
    expect(isByShell[name]({ tools: ['bash'], commands: [command] })).toBe(false)
  })

  it.each(lookingForLines)('quotes lines with %j', (command) => {
    expect(isByShell[name]({ tools: ['bash'], commands: [command] })).toBe(false)
  })

  it('may quote for good once it has', () => {
    const quoted = ["sed -i '3d' a.py"]
    const more = fc.array(fc.constantFrom(look, 'ls', 'npm test', "sed -i 's/a/b/' a.py"), { maxLength: 8 })
    fc.assert(
      fc.property(more, more, (before, after) => {
        expect(isByShell[name]({ tools: ['bash'], commands: [...before, ...quoted, ...after] })).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  it('may quote with any tool more that is not known', () => {
    const unknown = fc.stringMatching(/^x[a-z]{3,12}$/)
    fc.assert(
      fc.property(unknown, (tool) => {
        expect(isByShell[name]({ tools: ['bash', tool] })).toBe(false)
      }),
      { numRuns: 30 },
    )
  })
})

it('may quote where servers of tools are named beside the list, or a member twice', () => {
  const body = { tools: [{ name: 'bash' }], messages: [{ role: 'user', content: 'go' }] }
  expect(editsByShellAlone(read(dialects.messages, body))).toBe(true)
  expect(editsByShellAlone(read(dialects.messages, { ...body, mcp_servers: [{ url: 'https://x.example' }] }))).toBe(
    false,
  )
  const twice = JSON.stringify(body).replace('{', '{"tools":[{"name":"bash"}],')
  expect(editsByShellAlone(read(dialects.messages, twice))).toBe(false)
})

describe('an agent that has a shell alone now', () => {
  const byShellAfter = (name: string, input: object, content: object | string) =>
    editsByShellAlone(
      read(dialects.messages, {
        tools: [{ name: 'bash' }],
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name, input }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'Use apply_patch.' }, content] },
          { role: 'assistant', content: 'ok' },
        ],
      }),
    )

  it('edits by it whatever files say of quoting', () => {
    expect(byShellAfter('bash', { command: 'cat AGENTS.md' }, { type: 'text', text: 'Go on.' })).toBe(true)
  })

  it('may quote after a call of a tool that quotes', () => {
    const edit = { file_path: '/a.ts', old_string: 'a', new_string: 'b' }
    expect(byShellAfter('Edit', edit, { type: 'text', text: 'Go on.' })).toBe(false)
  })

  it('may quote once a person asks for it, however late', () => {
    const text = 'Edit with git apply from now on.'
    expect(byShellAfter('bash', { command: 'ls' }, { type: 'text', text })).toBe(false)
    expect(byShellAfter('bash', { command: 'ls' }, { type: 'text', text: `${text} ${'Please. '.repeat(500)}` })).toBe(
      false,
    )
  })
})

it('takes no longer for one long word than for many', () => {
  const command = `open("a") ${'x'.repeat(400_000)}`
  const since = performance.now()
  isByShell.messages({ tools: ['bash'], commands: [command] })
  expect(performance.now() - since).toBeLessThan(2_000)
})
