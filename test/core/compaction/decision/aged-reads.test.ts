// File reads that nothing has used for many turns, where the account says `aged`.

import { describe, expect, it } from 'vitest'
import { unasked } from '../../../../core/chain/record/state.ts'
import { agedReads } from '../../../../core/compaction/decision/budgets.ts'
import { unusedReadsIn, withAged } from '../../../../core/compaction/decision/decide-aged.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { PackedSpans } from '../../../../core/text/spans.ts'
import { serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'
import { read as readBody } from '../../dialects/reading.ts'
import { firstLine, later, read, type Step, said } from '../later.ts'

const line = (index: number): string => `${index}\t  total = total.add(prices[${index}], quantities[${index}])`
const file = [
  '0\timport { Money } from "./money"',
  ...Array.from({ length: 60 }, (_, at) => line(at + 1)),
  '61\texport function sum() {',
].join('\n')
const other = (index: number): Step => ({ tool: 'lookup', input: { id: index }, text: `order ${index} is open` })
const others = (count: number): Step[] => Array.from({ length: count }, (_, index) => other(index))
const quoting: Step = {
  tool: 'Edit',
  input: { file_path: '/b.ts', old_string: '  total = total.add(prices[30], quantities[30])', new_string: 'x' },
  text: 'done',
}
const inC = [
  '#define MAX_ITEMS 64',
  'const char *currency = "EUR";',
  ...Array.from({ length: 30 }, (_, at) => [
    `int order_refund_${at}(struct order *o, long amount)`,
    '{',
    '\tif (amount > o->paid)',
    '\t\treturn -3;',
    '\to->paid -= amount;',
    '\treturn 0;',
    '}',
  ]).flat(),
]
const { turns: agedTurns } = agedReads.byQuoting
const policy = {}
const first = async (steps: readonly Step[]) => (await later(steps, policy, firstLine)).texts[0]

const { turns: earlyTurns } = agedReads.byShell
const shell = (command: string, text = 'done'): Step => ({ tool: 'bash', input: { command }, text })
const readByShell = shell('cat -n src/a.ts', file)
const tests = (count: number): Step[] => Array.from({ length: count }, (_, index) => shell(`npm test ${index}`))
const ofShell = async (steps: readonly Step[], tools = ['bash']) =>
  (await later(steps, policy, firstLine, policy, steps, tools)).texts[0]

describe('a file read of an agent that has a shell and has neither quoted nor counted lines', () => {
  it('goes after fewer turns, but for imports and declarations', async () => {
    expect(earlyTurns).toBeLessThan(agedTurns)
    const kept = [0, 61].map((index) => file.split('\n')[index])
    expect((await ofShell([readByShell, ...tests(earlyTurns + 1)]))?.split('\n')).toEqual(kept)
  })

  it('keeps its skeleton: signatures, declarations, and what leaves under which condition', async () => {
    const kept = inC.filter((one) => one !== '\to->paid -= amount;')
    expect((await ofShell([shell('cat src/order.c', inC.join('\n')), ...tests(earlyTurns + 1)]))?.split('\n')).toEqual(
      kept,
    )
  })

  it.each<readonly [string, readonly Step[], string[]]>([
    ['it is too new', [readByShell, ...tests(earlyTurns - 1)], ['bash']],
    ['the agent has an editor', [readByShell, ...tests(earlyTurns + 3)], ['bash', 'Edit']],
    ['its name was used since', [readByShell, ...tests(earlyTurns), shell('npm test src/a.ts')], ['bash']],
    [
      'lines are counted before it goes',
      [readByShell, ...tests(8), shell("sed -i '7d' src/b.ts"), ...tests(3)],
      ['bash'],
    ],
    ['a patch quotes before it goes', [readByShell, ...tests(8), shell('git apply x.patch'), ...tests(3)], ['bash']],
  ])('stays whole where %s', async (_which, steps, tools) => {
    expect(await ofShell(steps, tools)).toBe(file)
  })
})

describe('a file read that nothing has used for many turns', () => {
  it('loses what the engine says, and keeps imports, declarations and what was quoted', async () => {
    const kept = [0, 28, 29, 30, 31, 32, 61].map((index) => file.split('\n')[index])
    expect((await first([read(file), quoting, ...others(agedTurns + 1)]))?.split('\n')).toEqual(kept)
  })

  it('in a turn of the user loses nothing of what stands around it', async () => {
    const asked = 'I look.\n<read_file>\n<path>/a.ts</path>\n</read_file>'
    const around = [
      "[read_file for '/a.ts'] Result:\n\n",
      `\n\n<environment_details>\n${line(70)}\n</environment_details>`,
    ]
    const steps = [said(around.join(file), asked), ...others(agedTurns + 1)]
    expect(await first(steps)).toBe(around.join([0, 61].map((index) => file.split('\n')[index]).join('\n')))
    expect((await later(steps, { observations: 'keep' }, firstLine)).texts[0]).toBe(around.join(file))
    expect((await later(steps, { fileReads: 'repeated' }, firstLine)).texts[0]).toBe(around.join(file))
  })

  it.each([
    ['too few turns ago', [read(file), ...others(agedTurns - 2)]],
    ['of which a line was quoted since', [read(file), ...others(agedTurns), quoting, other(99)]],
    [
      'whose name was used since',
      [read(file), ...others(agedTurns), { ...other(98), input: { path: 'src/a.ts' } }, other(99)],
    ],
    ['that was used again after it had been judged', [read(file), ...others(agedTurns + 3), quoting, other(99)]],
  ])('stays whole when it is one %s', async (_which, steps) => {
    expect(await first(steps)).toBe(file)
  })

  it.each<readonly [string, Step]>([
    ['a skill that a tool has loaded', { tool: 'Skill', input: { command: 'refunds' }, text: file }],
    ['what a person has answered', { tool: 'AskUserQuestion', input: { questions: [] }, text: file }],
    ['the plan that they have approved', { tool: 'ExitPlanMode', input: { plan: 'x' }, text: file }],
    ['the rules of a repository', { tool: 'Read', input: { file_path: '/repo/AGENTS.md' }, text: file }],
    ['a page of a skill', { tool: 'bash', input: { command: 'cat .claude/skills/pdf/forms.md' }, text: file }],
    [
      'what they have answered in a turn of their own',
      said(`[ask_followup_question] Result:\n${file}`, 'I ask.\n<ask_followup_question>\n</ask_followup_question>'),
    ],
  ])('stays whole when the model is to follow it: %s', async (_which, step) => {
    expect(await first([step, ...others(agedTurns + 1)])).toBe(step.text)
    expect(await ofShell([step, ...tests(agedTurns + 1)])).toBe(step.text)
  })

  it.each(['keep', 'repeated'] as const)('stays whole where the account says %s', async (fileReads) => {
    expect((await later([read(file), ...others(agedTurns + 1)], { fileReads }, firstLine)).texts[0]).toBe(file)
  })

  it.each(['keep', 'repeated'] as const)(
    'stays whole where the account has come to say %s before it went',
    async (fileReads) => {
      const steps = [read(file), ...others(agedTurns + 1)]
      expect((await later(steps, policy, firstLine, { fileReads })).texts[0]).toBe(file)
    },
  )

  it('is looked for in pieces of a message, so that others have their turn', () => {
    const turns = 100
    const called = (name: string, id: string) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name, input: { file_path: '/f.ts' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: name === 'Read' ? file : 'ok' }] },
    ]
    const messages = [
      { role: 'user', content: 'go' },
      ...called('Read', 'r'),
      ...Array.from({ length: turns }, (_, index) => called('lookup', `t${index}`)).flat(),
    ]
    const transcript = readBody(dialects.messages, { messages })
    const pieces = [...unusedReadsIn(transcript, [unasked])]
    // To gather what was said, and to note its lines.
    expect(pieces.length).toBeGreaterThan(2 * turns)
  })

  it('is looked at where it is among the oldest two million characters, and stays as it is behind them', async () => {
    const [reads, lines] = [40, 2_000]
    const text = (of: number) =>
      Array.from({ length: lines }, (_, at) => `${at}\t  total = add(${of}, prices[${at}])`).join('\n')
    const transcript = readBody(dialects.messages, {
      messages: [
        { role: 'user', content: 'go' },
        ...Array.from({ length: reads + agedTurns + 1 }, (_, index) => [
          {
            role: 'assistant',
            content: [
              {
                type: 'tool_use',
                id: `t${index}`,
                name: index < reads ? 'Read' : 'lookup',
                input: { file_path: `/f${index}.ts` },
              },
            ],
          },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: `t${index}`, content: index < reads ? text(index) : 'ok' }],
          },
        ]).flat(),
      ],
    })
    const { deployment } = serviceInMemory({ compressor: firstLine })
    const asking = {
      compressor: deployment.ports.compressor,
      memory: deployment.memory,
      owner: 'acme',
      parameters: { engine: 'adeline-1' },
      mode: 'repeated',
      pause: async () => {},
    } as const
    const before = {
      representation: 'lossless',
      decision: { kind: 'shorter', kept: PackedSpans.of([[0, 1]]), tokensSaved: 1, because: 'aged' },
    } as const
    const states = transcript.segments.map((_, index) => (index === reads - 1 ? before : unasked))
    const decided = await withAged(transcript, () => 1, states, asking, new AbortController().signal)
    const kinds = decided.slice(0, reads).map(({ decision }) => decision.kind)
    const looked = Math.ceil(2_000_000 / text(0).length)
    expect(kinds.slice(0, looked - 1)).toEqual(Array(looked - 1).fill('shorter'))
    expect(kinds.slice(looked + 2)).toEqual(Array(reads - looked - 2).fill('pending'))
  })
})
