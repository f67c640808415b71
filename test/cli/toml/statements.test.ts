// What is read of a person's config.toml. A statement that is cut in the wrong place would be taken away, or kept, by halves.

import { describe, expect, it } from 'vitest'
import { assignmentOf, faultyLine, statementsOf, tableOf } from '../../../cli/toml/statements.ts'
import { tomlValues } from '../../../cli/toml/values.ts'

const textsOf = (text: string): string[] => statementsOf(text).map((statement) => statement.text)

describe('the statements of a TOML text', () => {
  it.each([
    ['a backslash at the end of a literal string', `a = 'C:\\'`],
    ['a quote behind a backslash', String.raw`a = "say \"# [hi\""`],
    ['a quote in a comment', `a = 1 # it's [one`],
    ['a bracket in a string', `a = "[" # ]`],
    ['a list over several lines', `a = [\n  "]", # it's\n  1,\n]`],
    ['a table over several lines', 'a = {\n  b = 1\n}'],
    ['lines in a long string', 'a = """\nb = 1\n# c\n"""'],
    ['quotes at the end of a long string', 'a = """say "hi"""""'],
    ['a long string of literals', `a = '''\nit's \\\n'''`],
  ])('end where they end, with %s', (_what, statement) => {
    expect(textsOf(`${statement}\n\n# between\nb = 2\n`)).toEqual([statement, 'b = 2'])
    expect(textsOf(statement)).toEqual([statement])
    expect(faultyLine(`${statement}\nb = 2`)).toBeUndefined()
  })

  it('stand where their text stands', () => {
    const text = '\n# one\n  a = 1\n[t]\r\nb = 2'
    for (const { start, end, text: own } of statementsOf(text)) expect(text.slice(start, end)).toBe(own)
    expect(textsOf(text)).toEqual(['  a = 1', '[t]\r', 'b = 2'])
  })

  it('end with the line where a string is not closed, and that line is named', () => {
    expect(textsOf('a = "x\nb = 2')).toEqual(['a = "x', 'b = 2'])
    expect(faultyLine('\ufeffok = 1\n\na = "x\nb = 2')).toBe(3)
    expect(faultyLine('a = 1\nwords')).toBe(2)
    expect(faultyLine('a = [1')).toBe(1)
  })

  it('name tables and keys, quoted or not', () => {
    expect(tableOf({ text: `[ a . "b.c" . 'd' ]` })).toEqual(['a', 'b.c', 'd'])
    expect(tableOf({ text: 'a = 1' })).toBeUndefined()
    expect(assignmentOf({ text: `a."b'c".'d"e' =  [1] ` })).toEqual({ path: ['a', `b'c`, 'd"e'], value: '[1]' })
    expect(assignmentOf({ text: '[a]' })).toBeUndefined()
  })
})

describe('the strings of a TOML text', () => {
  it('are found by their path, in tables of either kind', () => {
    const text = [
      '\ufeffa = "one\\ttwo" # three',
      `b = 'C:\\x'`,
      'c = true',
      'd = 4',
      `e = "no { table }"`,
      '[t."u.v"]',
      `f = { g = "x", "h" = 'y', 'i' = false, j = 5 }`,
    ].join('\n')
    expect([...tomlValues(text)]).toEqual([
      ['a', 'one\ttwo'],
      ['b', 'C:\\x'],
      ['c', 'true'],
      ['e', 'no { table }'],
      ['t.u.v.f.g', 'x'],
      ['t.u.v.f.h', 'y'],
      ['t.u.v.f.i', 'false'],
    ])
  })
})
