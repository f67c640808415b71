import { describe, expect, it } from 'vitest'
import { adeline } from '../../../compressor/engines/adeline/editions.ts'
import { kindRows } from '../../../eval/kinds/kind-rows.ts'
import { answersBefore, points, shippedPoints } from '../../../eval/kinds/points.ts'

const log = Array.from(
  { length: 120 },
  (_, at) =>
    `2031-05-06 07:00:${String(at % 60).padStart(2, '0')} INFO worker ${at % 7} has finished batch ${1_000 + at}`,
).join('\n')
const call = (name: string, input: object) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ name, arguments: input }],
})
const run = {
  id: 'run',
  messages: [
    { role: 'user', content: 'go' },
    call('bash', { command: 'make' }),
    { role: 'tool', content: `${log}\nreleased build-77A91 after all` },
    call('bash', { command: 'cat a.ts' }),
    { role: 'tool', content: 'const token_B8812 = 1' },
    call('lookup', { id: 1 }),
    { role: 'tool', content: JSON.stringify({ items: [{ id: 'ORD-55120', note: null, tags: [] }] }) },
    { role: 'assistant', content: 'It is build-77A91 for ORD-55120, with token_B8812.' },
  ],
}

describe('what each kind of text keeps', () => {
  const rows = kindRows('made up', [run], { engine: adeline, whole: 0 })

  it('is told for the kinds that may be touched', () => {
    expect(rows.map(({ kind, texts, references }) => [kind, texts, references])).toEqual([
      ['shell', 1, 1],
      ['  long', 1, 1],
      ['records', 1, 1],
    ])
  })

  it('gets less with the budget', () => {
    const [shell] = rows
    const budgets = points.filter((point) => typeof point === 'number')
    const left = shell?.left.slice(0, budgets.length).map(({ tokens }) => tokens) ?? []
    expect(left).toEqual([...left].sort((one, other) => other - one))
    expect(left.at(-1)).toBeLessThan(shell?.tokens ?? 0)
  })

  it.each(shippedPoints)('is all there where it ships: %s', (point) => {
    for (const { left, references } of rows) expect(left[points.indexOf(point)]?.references).toBe(references)
  })

  it('is measured from when it may go at the earliest', () => {
    const dull = { role: 'tool', content: log }
    const soon = [{ role: 'user', content: 'go' }, call('bash', { command: 'make' }), dull]
    const using = { role: 'assistant', content: 'The one that counts is 1057.' }
    const other = [call('bash', { command: 'date' }), { role: 'tool', content: 'Monday' }]
    const waits = Array.from({ length: answersBefore('aged', 'long') }, () => other).flat()
    const keptOf = (messages: typeof soon) => {
      const [row] = kindRows('made up', [{ id: 'run', messages }], { engine: adeline, whole: 0 })
      return shippedPoints.map((point) => (row?.left[points.indexOf(point)]?.references ?? 0) === row?.references)
    }
    expect(keptOf([...soon, using])).toEqual([false, true, true])
    expect(keptOf([...soon, ...other, using])).toEqual([false, false, true])
    expect(keptOf([...soon, ...waits, using])).toEqual([false, false, false])
    const deepest = points.indexOf(0.8)
    const leftAfter = (whole: number) =>
      kindRows('made up', [{ id: 'run', messages: [...soon, using] }], { engine: adeline, whole })[0]?.left[deepest]
        ?.references
    expect([leftAfter(0), leftAfter(1)]).toEqual([0, 1])
  })
})
