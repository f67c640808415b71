// Results of which nothing has gone for many turns.

import { describe, expect, it } from 'vitest'
import { aged, proxiedBudgets } from '../../../core/access/policy.ts'
import { agedResultsIn, mayBeAskedAgain, stateOnceAged } from '../../../core/compaction/aged-results.ts'
import { notAsked } from '../../../core/compaction/decide.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { losslessVersion } from '../../../core/lossless/lossless.ts'
import { PackedSpans } from '../../../core/text/spans.ts'
import type { AnswerCompression } from '../../../testkit/memory/service-in-memory.ts'
import { read } from '../dialects/reading.ts'
import { later, type Step } from './later.ts'

const kept = (end: number) => [[0, end] as [number, number]]

/** Keeps one line of ten at the budget of what is aged, five at any other; only counts for the lossless depth. */
const byBudget: AnswerCompression = ({ engine, texts, budget }) => ({
  engine_version: engine === losslessVersion ? engine : `${engine}.0.0`,
  results: texts.map((text) => {
    if (engine === losslessVersion) return { abstained: 'saving-under-floor' as const, tokens_before: text.length }
    const lines = text.split('\n').slice(0, budget === aged.shell.budget ? 1 : 5)
    const end = lines.join('\n').length
    return { kept: kept(end), tokens_before: text.length, tokens_after: end, rate_reached: 0.5, floor_reached: false }
  }),
})

const log = (name: string): string =>
  Array.from({ length: 10 }, (_, at) => `${name} step ${at} took a while`).join('\n')
const linesOf = (name: string, count: number): string => log(name).split('\n').slice(0, count).join('\n')
const run = (name: string): Step => ({ tool: 'Bash', input: { command: `make ${name}` }, text: log(name) })
const names = Array.from({ length: aged.shell.turns + 3 }, (_, at) => `job${at}`)

const file = Array.from({ length: 30 }, (_, at) => `const total${at} = add(prices[${at}], quantities[${at}]);`).join(
  '\n',
)
const [cat, write] = [
  ['Bash', { command: 'cat /a.ts' }, file],
  ['Write', { file_path: '/a.ts', content: 'x' }, 'done'],
] as const
/** A file that a shell has shown, then rewritten; then what `run` prints. */
const rewritten = read(dialects.messages, {
  messages: [
    { role: 'user', content: 'go' },
    ...[cat, write, ...names.map((name) => ['Bash', run(name).input, log(name)] as const)].flatMap(
      ([name, input, content], index) => [
        { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name, input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${index}`, content }] },
      ],
    ),
  ],
})

describe('a result of a shell', () => {
  it('loses more once so many turns have passed in which nothing of it went', async () => {
    const { texts } = await later(names.map(run), {}, byBudget)
    expect(texts).toEqual(names.map((name, at) => linesOf(name, at < names.length - 1 - aged.shell.turns ? 1 : 5)))
  })

  it('is asked about once where it shows a file: that may count again once the client has dropped what came later', () => {
    const [shown, , printed] = rewritten.segments
    expect([shown, printed]).toMatchObject([
      { pinned: 'file-read', superseded: true, kind: 'shell' },
      { kind: 'shell' },
    ])
    expect([shown, printed].map((one) => one && agedResultsIn(rewritten)(one))).toEqual([false, true])
  })

  it('is asked about with a deeper budget than before', () => {
    for (const kind of ['records', 'shell'] as const)
      expect(aged[kind].budget).toBeGreaterThan(proxiedBudgets.repeated[kind])
  })
})

const to = (end: number) => PackedSpans.of([[0, end]])
const shorter = { kind: 'shorter', kept: to(5), tokensSaved: 5 } as const
const answer = { tokens: 10, engineVersion: 'adeline-1.0.0' }
const pending = { kind: 'pending', asked: 0 } as const

describe('what the engine says of an aged result', () => {
  it.each([
    ['goes deeper', { kept: to(2), tokensSaved: 8 }, { kind: 'shorter', kept: to(2), tokensSaved: 8 }],
    ['takes less than before', { kept: to(7), tokensSaved: 3 }, shorter],
    ['abstains', { tokensSaved: 0 }, shorter],
  ] as const)('counts once, where it %s', (_which, said, decision) => {
    const state = stateOnceAged({ decision: shorter, representation: 'lossless' }, { ...answer, ...said })
    expect(state.decision).toEqual({ ...decision, because: 'aged' })
    expect(mayBeAskedAgain(state)).toBe(false)
  })

  it('counts as well where nothing was said before', () => {
    expect(
      stateOnceAged({ decision: pending, representation: 'lossless' }, { ...answer, tokensSaved: 0 }).decision,
    ).toEqual({
      kind: 'abstained',
      because: 'aged',
    })
  })

  it.each([undefined, notAsked] as const)('leaves the first decision as it is when it is %s', (none) => {
    const state = { decision: shorter, representation: 'lossless' } as const
    expect(stateOnceAged(state, none)).toEqual(state)
  })

  it.each([
    ['is applied', { decision: shorter, representation: 'lossy' }],
    ['is held for earlier text', { decision: shorter, representation: 'lossless', holds: true }],
    ['has not been given', { decision: pending, representation: 'lossless' }],
  ] as const)('is not asked for again where the first decision %s', (_which, state) => {
    expect(mayBeAskedAgain(state)).toBe(false)
  })
})
