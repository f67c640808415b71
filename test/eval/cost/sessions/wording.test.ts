// The same run, worded as agents of other kinds send it, and what the bill reads of it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { scanJson } from '../../../../core/json/scan.ts'
import { atOnce } from '../../../../core/runtime/pieces.ts'
import { observationIn } from '../../../../core/transcript/observation.ts'
import type { Row } from '../../../../eval/cost/comparison.ts'
import { pairsOf } from '../../../../eval/cost/payload-pairs.ts'
import { summaryText } from '../../../../eval/cost/report.ts'
import { retrievalRuns } from '../../../../eval/cost/sessions/retrieval-sessions.ts'
import { isWordedResult, textsInEnvelope, wordedBy } from '../../../../eval/cost/sessions/wording.ts'
import { type RunMessage, writers } from '../../../../testkit/data/conversation.ts'

const result = 'One was paid.\n\nOne was late.'
const steps: readonly RunMessage[] = [
  { user: 'go' },
  { turn: { said: 'I look.', calls: [{ id: '1', name: 'bash', input: { command: 'make' } }] } },
  { result, id: '1' },
  { turn: { said: 'I ask.', calls: [{ id: '2', name: 'list_orders', input: { state: 'open', page: 2 } }] } },
  { result, id: '2' },
]
const saidIn = (worded: readonly RunMessage[]): string[] =>
  worded.map((step) => ('user' in step ? step.user : 'turn' in step ? step.turn.said : ''))

describe('a run', () => {
  it('stays as it is without a wording', () => {
    expect(steps.map(wordedBy(steps, undefined))).toEqual(steps)
  })

  it('in plain text calls so that the service knows each call by its answer', () => {
    const said = saidIn(steps.map(wordedBy(steps, 'text')))
    expect(observationIn(said[2] ?? '', said[1] ?? '')?.call).toEqual({ name: 'bash', input: { command: 'make' } })
    expect(observationIn(said[4] ?? '', said[3] ?? '')?.call).toEqual({
      name: 'list_orders',
      input: { state: 'open', page: '2' },
    })
    expect(said.map(isWordedResult)).toEqual([false, false, true, false, true])
  })

  it('that a person plays has no calls, and its results are what the person says', () => {
    const said = saidIn(steps.map(wordedBy(steps, 'pasted')))
    expect(observationIn(said[2] ?? '', said[1] ?? '')).toBeUndefined()
    expect(said.map(isWordedResult)).toEqual([false, false, true, false, true])
    expect(said[2]).toContain(result)
  })

  it('in envelopes of MCP is read as what is inside', () => {
    const [, , worded] = steps.map(wordedBy(steps, 'mcp'))
    const text = worded !== undefined && 'result' in worded ? worded.result : ''
    expect(JSON.parse(text)).toEqual([{ type: 'text', text: result }])
    expect(textsInEnvelope(text)).toBe(result)
    expect(textsInEnvelope(result)).toBe(result)
  })

  it('with passages has blocks that the service may shorten, search results and documents in turn', () => {
    const messages = steps.map(wordedBy(steps, 'retrieved')).flatMap(writers.messages)
    const tape = scanJson(JSON.stringify({ messages }))
    if (tape === undefined) throw new Error('no JSON')
    const { segments } = atOnce(dialects.messages.read(tape))
    expect(segments.slice(-2).map(({ text, pinned }) => [text, pinned])).toEqual([
      ['One was paid.', undefined],
      ['One was late.', undefined],
    ])
  })
})

it('pairs are what names a record, and what says how it is', () => {
  const orders = [{ id: 17, name: 'basket', state: 'open', note: 'x', user: { login: 'ada', status: 'gone' } }]
  expect(pairsOf(JSON.stringify(orders))).toEqual([
    ['17', 'basket'],
    ['17', 'open'],
    ['ada', 'gone'],
  ])
  expect(pairsOf('[broken')).toEqual([])
  expect(pairsOf('id 17 is open')).toEqual([])
})

it('a table has all sets beside one another, without what they cost alone', () => {
  const row = { strategy: 'repeated', saved: 0.05, worst: 1.002 } as Row
  const share = { share: 0.999 }
  const full = { ...row, all: share, aged: share, anchors: { share: Number.NaN }, numbers: share, pairs: share } as Row
  const text = summaryText([{ title: 'a set', rows: [{ ...full, strategy: 'direct' }, full] }])
  expect(text).toMatch(/a set +repeated +5\.0 +1\.002 +99\.9 +99\.9 +– +99\.9 +99\.9\n/)
  expect(text).not.toContain('direct')
})

it('questions on an article search for passages, and go back to what was found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'retrieval-'))
  try {
    const paragraphs = Array.from({ length: 12 }, (_, at) => ({
      context: `Passage ${at} says that basket number ${100 + at} was emptied by voucher ${200 + at} in ${1900 + at}.`,
      qas: [100, 200, 1900].map((from) => ({
        question: 'Which one?',
        answers: [{ text: String(from + at), answer_start: 0 }],
      })),
    }))
    mkdirSync(join(folder, 'qa'))
    writeFileSync(
      join(folder, 'qa', 'squad.json.gz'),
      gzipSync(JSON.stringify({ data: [{ title: 'Baskets', paragraphs }] })),
    )
    const [run, ...more] = retrievalRuns(folder)
    expect(more).toEqual([])
    const results = run?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(results).toHaveLength(12)
    expect(results.every(({ content }) => content?.split('\n\n').length === 4)).toBe(true)
    expect(run?.messages.some(({ content }) => content?.includes('said on that before') === true)).toBe(true)
    expect(retrievalRuns(folder)).toEqual([run])
    expect(() => retrievalRuns(join(folder, 'qa'))).toThrow('There is no qa/squad.json.gz')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
