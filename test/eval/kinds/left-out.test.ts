import { describe, expect, it } from 'vitest'
import { adeline } from '../../../compressor/engines/adeline/editions.ts'
import { leftOutRows } from '../../../eval/kinds/left-out.ts'

const log = (from: number): string =>
  Array.from(
    { length: 80 },
    (_, at) =>
      `2031-05-06 07:00:${String(at % 60).padStart(2, '0')} INFO worker ${at % 7} has finished batch ${from + at}`,
  ).join('\n')
const called = (command: string) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ name: 'bash', arguments: { command } }],
})
const run = {
  id: 'run',
  messages: [
    { role: 'user', content: 'go' },
    called('make first'),
    { role: 'tool', content: `released build-77A91 at last\n${log(1_000)}` },
    called('make second'),
    { role: 'tool', content: log(2_000) },
    { role: 'assistant', content: 'It is build-77A91.' },
  ],
}

describe('an agent that the engine never saw', () => {
  const rows = leftOutRows({ source: 'made up', runs: [run], engine: adeline })

  it('is measured at the budgets that ship, beside simple ways that remove as much', () => {
    expect(rows.map(({ point, texts, references }) => [point, texts, references])).toEqual([
      ['arrival', 2, 1],
      ['repeated', 2, 1],
      ['aged', 2, 1],
    ])
    for (const { removed } of rows) expect(removed).toBeGreaterThan(0.5)
  })

  it('keeps what stands out, where dropping the oldest loses it', () => {
    for (const { engine, oldest } of rows) expect([engine.all, oldest.all]).toEqual([100, 0])
  })
})
