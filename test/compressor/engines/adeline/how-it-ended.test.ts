// How a command ended, the names of a table's columns, records under their numbers, and options of manuals that have tabs.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

/** Budgets at which results are sent. */
const depths = [0.5, 0.68, 0.7, 0.72, 0.74, 0.77] as const
const word = (at: number): string => ['lamp', 'kettle', 'garden', 'shelf', 'stove'][at % 5] ?? ''

const warnings = Array.from(
  { length: 12 },
  (_, at) =>
    `${word(at)}.c: In function '${word(at + 1)}':\n${word(at)}.c:${at + 4}:79: warning: comparison of unsigned expression in '< 0' is always false [-Wtype-limits]\n    ${at + 4} | int ${word(at)}(int a) { unsigned u = a; if (u < 0) return 1; return ${at}; }\n      |                                              ^`,
).join('\n')
const table = ` id | email             | state  | created_at          | balance\n----+-------------------+--------+---------------------+---------\n${Array.from({ length: 40 }, (_, at) => `  ${at + 10} | u${at}@house.test   | ${at === 22 ? 'locked' : 'active'} | 2026-10-${(at % 28) + 10} 10:00:00 | ${at * 13 + 100}.${at + 10}`).join('\n')}\n(40 rows)\n`

describe('the code with which a command ended', () => {
  it.each([
    ['Exit code: 137\nWall time: 0.4 seconds\nOutput:\n', 'Exit code: 137'],
    [
      'Chunk ID: a1b2c3\nWall time: 0.4012 seconds\nProcess exited with code 2\nOutput:\n',
      'Process exited with code 2',
    ],
    ['exit status: 1\nWall time: 0.4 seconds\nOutput:\n', 'exit status: 1'],
  ])('stays: %j', (head, code) => {
    for (const output of [warnings, table])
      for (const budget of depths)
        expect(compacted(`${head}${output}`, budget).split('\n'), `${budget}`).toContain(code)
  })
})

it('the names of the columns stay where a table has rows', () => {
  const header = table.split('\n')[0] ?? ''
  for (const text of [table, `SELECT * FROM people;\n${table}`])
    for (const budget of depths) expect(compacted(text, budget).split('\n'), `${budget}`).toContain(header)
})

describe('a record under its number', () => {
  const records = (head: (at: number) => string, line: (key: string, value: string) => string): string =>
    Array.from({ length: 11 }, (_, at) =>
      [
        head(at + 1),
        line('id', `${at + 1}`),
        line('name', `u${at + 1}`),
        line('state', at === 3 ? 'locked' : 'active'),
        line('balance', `${(at + 1) * 13}`),
        line('note', ''),
      ].join('\n'),
    ).join('\n')

  it.each([
    [
      'psql',
      records(
        (at) => `-[ RECORD ${at} ]-----`,
        (key, value) => `${key.padEnd(7)} | ${value}`,
      ),
    ],
    [
      'mysql',
      records(
        (at) => `*************************** ${at}. row ***************************`,
        (key, value) => `${key.padStart(7)}: ${value}`,
      ),
    ],
  ])('keeps its number, its name and its state: %s', (_name, text) => {
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const line of text.split('\n'))
        if (/RECORD|row|id|name|state/.test(line)) expect(left, `${budget}: ${line}`).toContain(line)
      expect([0, 11], `${budget}`).toContain(left.filter((line) => line.includes('balance')).length)
    }
  })
})

describe('what is said of an option', () => {
  const option = (at: number): string =>
    `       -${String.fromCharCode(97 + at)}, --${word(at)}-${at}\n\t      opens the\t ${word(at + 1)}-${at} where it stands, and if it is\tlocked the\n\t      ${word(at + 2)}-${at} as well (this does nothing without --${word(at + 3)})`
  const options = Array.from({ length: 14 }, (_, at) => option(at))

  it('stays or goes as a whole behind tabs, and its name stays', () => {
    const text = `NAME\n       house - keep a house\n\nDESCRIPTION\n       House opens rooms.\n\n${options.join('\n\n')}\n\nAUTHOR\n       Ada.\n`
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const one of options) {
        const lines = one.split('\n').filter((line) => left.includes(line))
        expect([1, 3], `${budget}: ${lines.join()}`).toContain(lines.length)
      }
    }
  })
})
