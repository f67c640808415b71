// Which turns of the user are results of an agent that calls its tools in plain text, and what of them is the result.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { stringOf } from '../../../core/json/read.ts'
import { withRules } from '../../../core/transcript/may-be-shortened.ts'
import { observationIn } from '../../../core/transcript/observation.ts'
import { read } from '../dialects/reading.ts'

const log = Array.from({ length: 30 }, (_, index) => `2026-11-20 10:00:${index} INFO step ${index} is done`).join('\n')

const listed = (name: string): string =>
  `{'id': 'call_1', 'type': 'function', 'function': {'name': '${name}', 'arguments': {}}}`

const known: readonly (readonly [agent: string, before: string, text: string, call: object])[] = [
  [
    'mini-swe-agent',
    'THOUGHT: I run the tests.\n\n```bash\nmake test\n```',
    `<returncode>0</returncode>\n<output>\n${log}\n</output>`,
    { name: 'bash', input: { command: 'make test' } },
  ],
  [
    'SWE-agent',
    'DISCUSSION\nI run it.\n```\nmake test\n```',
    `OBSERVATION:\n${log}\n(Open file: n/a)\n(Current directory: /repo)\nbash-$`,
    { name: 'bash', input: { command: 'make test' } },
  ],
  [
    'Cline',
    'I run it.\n<execute_command>\n<command>make test</command>\n<requires_approval>false</requires_approval>\n</execute_command>',
    `[execute_command for 'make test'] Result:\n${log}\n\n<environment_details>\n# Time\nnow\n</environment_details>`,
    { name: 'execute_command', input: { command: 'make test', requires_approval: 'false' } },
  ],
  [
    'OpenHands',
    'I run it.\n<function=execute_bash>\n<parameter=command>make test</parameter>\n</function>',
    `EXECUTION RESULT of [execute_bash]:\n${log}\n[The command completed with exit code 0.]`,
    { name: 'execute_bash', input: { command: 'make test' } },
  ],
  [
    'an older OpenHands',
    'I run it.\n<execute_bash>make test</execute_bash>',
    `OBSERVATION:\n${log}\n[Command finished with exit code 0]`,
    { name: 'execute_bash', input: { command: 'make test' } },
  ],
  [
    'an agent that reasons and acts',
    'Thought: I need the log.\nAction: run_tests\nAction Input: {"suite": "all"}',
    `Observation: ${log}`,
    { name: 'run_tests', input: '{"suite": "all"}' },
  ],
  [
    'smolagents',
    `I run it.\nCalling tools:\n[{'id': 'call_1', 'type': 'function', 'function': {'name': 'shell', 'arguments': {'command': "echo 'it\\'s'\\nmake test", 'quiet': True, 'limit': None}}}]`,
    `Observation:\n${log}`,
    { name: 'shell', input: { command: "echo 'it's'\nmake test", quiet: true, limit: null } },
  ],
  [
    "smolagents' agent of code",
    `<code>\nprint(1)\n</code>\nCalling tools:\n[{'id': 'call_2', 'type': 'function', 'function': {'name': 'python_interpreter', 'arguments': 'print("\\xe9\\u20ac\\\\")\\n'}}]`,
    `Observation:\n${log}`,
    { name: 'python_interpreter', input: 'print("é€\\")\n' },
  ],
  [
    'aider',
    'What does it say?',
    `I ran this command:\n\nmake test\n\nAnd got this output:\n\n${log}`,
    { name: 'bash', input: { command: 'make test' } },
  ],
]

describe('an observation', () => {
  it.each(known)(
    'of %s is the result of the call before it, and only the result may go',
    (agent, before, text, call) => {
      const observation = observationIn(text, before)
      expect(observation?.call).toEqual(call)
      const { span, judged = span } = observation?.result ?? { span: [0, 0] }
      const result = agent === 'mini-swe-agent' ? `<output>\n${log}\n</output>` : log
      expect(text.slice(...span).trim()).toBe(result)
      expect(text.slice(...judged).trim()).toBe(agent === 'mini-swe-agent' ? text : log)
    },
  )

  it('of a shell that warns at length of what is too long is one, and the code stays', () => {
    const [, before = ''] = known[0] ?? []
    const warning = `<warning>\n${'The output of your last command was too long.\n'.repeat(14)}</warning>`
    const text = `<returncode>1</returncode>\n${warning}<output_head>\n${log}\n</output_head>\n<elided_chars>9 left out</elided_chars>\n<output_tail>\n${log}\n</output_tail>`
    expect(observationIn(text, before)?.result).toEqual({
      span: ['<returncode>1</returncode>\n'.length, text.length],
      judged: [0, text.length],
    })
  })

  const words = 'Please keep src/a.ts as it is, and answer in French.'
  it.each([
    ['mini-swe-agent', known[0]?.[1], `${known[0]?.[2]}\n\n${words}`],
    ['an agent of tags', known[0]?.[1], `<output>\n${log}\n</output>\n${words}`],
    ['an agent of results', known[0]?.[1], `<tool_result>\n${log}\n</tool_result>\n\n${words}`],
    ['Cline', known[2]?.[1], `[execute_command for 'make test'] Result:\n${log}\n\n<feedback>\n${words}\n</feedback>`],
  ])('of %s has nothing of what a person says behind it', (_agent, before = '', text) => {
    const { span, judged = span } = observationIn(text, before)?.result ?? { span: [0, 0] }
    for (const shown of [span, judged]) {
      expect(text.slice(...shown)).toContain(log)
      expect(text.slice(...shown)).not.toContain('Please')
    }
  })

  it.each([
    ['what a person pastes after a plain answer', 'I have finished.', known[0]?.[2] ?? ''],
    ['what a person says after a call', known[0]?.[1] ?? '', `Stop. This is what I see:\n${log}`],
    ['an answer to code that is no command', 'Try this:\n```python\nprint(1)\n```', known[0]?.[2] ?? ''],
    ['an answer to several calls', `Calling tools:\n[${['a', 'b'].map(listed).join(', ')}]`, `Observation:\n${log}`],
    ['an answer to a list that does not end', `Calling tools:\n[${listed('a')}`, `Observation:\n${log}`],
    ['an answer to a list of other things', "Calling tools:\n[{'function': 'shell'}]", `Observation:\n${log}`],
    [
      'an answer to a list behind which something is said',
      `Calling tools:\n[${listed('a')}]\nOr not?`,
      `Observation:\n${log}`,
    ],
    ['an answer to a call in the middle', `${known[0]?.[1]}\nWhat do you think?`, known[0]?.[2] ?? ''],
  ])('is not %s', (_what, before, text) => {
    expect(observationIn(text, before)).toBeUndefined()
  })

  it('is looked for in time that grows with the text', () => {
    const since = performance.now()
    for (const nasty of [
      `\nCalling tools:\n['${'\\'.repeat(300_000)}`,
      '<a>'.repeat(300_000),
      '```\n'.repeat(300_000),
      '\nAction:'.repeat(100_000),
    ]) {
      observationIn(`<output>\n${nasty}`, `${nasty}</a>`)
      observationIn(`<output>\n${nasty}`, `${nasty}\n\`\`\``)
      observationIn(`OBSERVATION:\n${'\n(Open file: '.repeat(100_000)}`, nasty)
    }
    const open = `\nCalling tools:\n["${'\\"'.repeat(9_900)}`
    for (let turn = 0; turn < 60; turn += 1) expect(observationIn(`Observation:\n${log}`, open)).toBeUndefined()
    expect(performance.now() - since).toBeLessThan(3_000)
  })
})

describe('in a conversation', () => {
  const [, before = '', text = ''] = known[0] ?? []
  const bodies = {
    messages: (turns: readonly string[]) => ({
      messages: turns.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
    }),
    'chat-completions': (turns: readonly string[]) => ({
      messages: turns.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })),
    }),
    responses: (turns: readonly string[]) => ({
      input: turns.map((said, index) => {
        const [role, type] = index % 2 === 0 ? ['user', 'input_text'] : ['assistant', 'output_text']
        return { type: 'message', role, content: [{ type, text: said }] }
      }),
    }),
  }
  const released = (dialect: keyof typeof bodies, turns: readonly string[]): string[] => {
    const { tape, segments } = read(dialects[dialect], bodies[dialect](turns))
    return withRules(segments, new Set(['observations']), (node) => stringOf(tape, node) ?? '').flatMap((one) =>
      one.superseded === true ? one.text : [],
    )
  }

  it.each(['messages', 'chat-completions', 'responses'] as const)(
    'observations are released once they are answered, and not before (%s)',
    (dialect) => {
      const turns = ['mend it', before, text, before, text]
      expect(released(dialect, turns)).toEqual([text])
      expect(released(dialect, [...turns, 'done'])).toEqual([text, text])
    },
  )

  it('the first turn of the user is none, nor is what shows a file', () => {
    expect(released('messages', [text, before, 'go on', 'yes'])).toEqual([])
    const shows = '```bash\ncat src/a.ts\n```'
    expect(released('messages', ['mend it', shows, text, 'and?', text, 'done'])).toEqual([])
  })

  it('what an agent sends in two blocks is one', () => {
    const content = [
      { type: 'text', text: "[execute_command for 'make test'] Result:" },
      { type: 'text', text: log },
      { type: 'text', text: `<environment_details>\n${log}\n</environment_details>` },
    ]
    const messages = [
      { role: 'user', content: 'mend it' },
      { role: 'assistant', content: known[2]?.[1] },
      { role: 'user', content },
      { role: 'assistant', content: 'done' },
    ]
    const { segments } = read(dialects.messages, { messages })
    expect(segments.map(({ byPolicy, part }) => [byPolicy?.rule === 'observations', part])).toEqual([
      [true, { span: [0, log.length] }],
      [false, undefined],
    ])
  })
})
