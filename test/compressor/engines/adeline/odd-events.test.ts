// Events and statements that differ in kind from those around them, and rows of a run with words of their own.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const words = 'lamp oven kettle shelf drawer window ladder bucket garden cellar attic porch'.split(' ')
const word = (at: number): string => words[at % words.length] ?? ''
const two = (at: number): string => `${10 + (at % 50)}`

type Lines = readonly [usual: (at: number) => string, other: (at: number) => string]

const lists: Readonly<Record<string, Lines>> = {
  statements: [
    (at) => `INSERT INTO rooms VALUES (${at}, '${word(at)}');`,
    (at) => `DELETE FROM rooms WHERE id = ${at};`,
  ],
  'statements that are logged': [
    (at) => `2031-03-01 10:${two(at)}:12 [db] SELECT * FROM rooms WHERE id = ${at}`,
    (at) => `2031-03-01 10:${two(at)}:12 [db] DELETE FROM rooms WHERE id = ${at}`,
  ],
  'an audit log': [
    (at) => `Mar  1 10:${two(at)}:01 house app[12]: ${word(at)} viewed record ${at}`,
    (at) => `Mar  1 10:${two(at)}:01 house app[12]: ${word(at)} removed record ${at}`,
  ],
  requests: [
    (at) => `10.0.0.${at} - - [01/Mar/2031:10:${two(at)}:12 +0000] "GET /${word(at)}/${at} HTTP/1.1" 200 ${500 + at}`,
    (at) =>
      `10.0.0.${at} - - [01/Mar/2031:10:${two(at)}:12 +0000] "DELETE /${word(at)}/${at} HTTP/1.1" 200 ${500 + at}`,
  ],
  levels: [
    (at) => `[10:${two(at)}:01] INFO room ${at} was cleaned`,
    (at) => `[10:${two(at)}:01] INFO room ${at} was locked`,
  ],
}

describe('an event or statement that differs in kind', () => {
  for (const [name, [usual, other]] of Object.entries(lists))
    it(`stays, with one of the others: ${name}`, () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 8, max: 40 }),
          fc.nat(39),
          fc.constantFrom('', 'What was done today\n\n'),
          fc.constantFrom(...budgets),
          (count, place, head, budget) => {
            const at = place % count
            const lines = Array.from({ length: count }, (_, line) => (line === at ? other(line) : usual(line)))
            const left = compacted(`${head}${lines.join('\n')}\n`, budget).split('\n')
            expect(left).toContain(other(at))
            expect(left.some((line) => line !== other(at) && lines.includes(line))).toBe(true)
          },
        ),
        { numRuns: 25 },
      )
    })

  it('is none where the words of all differ', () => {
    const lines = Array.from(
      { length: 60 },
      (_, at) => `2031-03-01 10:${two(at)}:00 ${word(at)} ${word(3 * at + 1)} ${at}`,
    )
    expect(compacted(lines.join('\n'), 0.9).split('\n').length).toBeLessThan(20)
  })
})

describe('the row of a run with words of its own', () => {
  const verb = (at: number, odd: number): string => (at === odd ? 'DELETE' : 'SELECT *')

  it.each([
    [
      'lines of JSON',
      (at, odd) =>
        JSON.stringify({ ts: `2031-03-01T10:${two(at)}:12Z`, sql: `${verb(at, odd)} FROM rooms WHERE id=${at}` }),
    ],
    [
      'a table with bars',
      (at, odd) => `| 10:${two(at)}:00 | ${verb(at, odd)} FROM rooms WHERE id = ${at} | ${at} ms |`,
    ],
    ['a table with tabs', (at, odd) => `10:${two(at)}:00\tada\t${verb(at, odd)} FROM rooms WHERE id = ${at}\t${at} ms`],
  ] satisfies [string, (at: number, odd: number) => string][])('stays: %s', (_name, row) => {
    for (const count of [30, 60])
      for (const odd of [4, count - 5])
        for (const budget of budgets)
          expect(compacted(Array.from({ length: count }, (_, at) => row(at, odd)).join('\n'), budget)).toContain(
            'DELETE',
          )
  })
})
