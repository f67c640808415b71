// What Python, JavaScript and others print of a value among other text stays whole: on one line or on many, and cut off. What is nothing but a
// list or a dict of Python is read as JSON (`read-closely.test.ts`).

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const words = 'lamp oven kettle shelf drawer window ladder bucket garden cellar attic porch'.split(' ')
const word = (at: number): string => words[at % words.length] ?? ''
const many = (count: number, one: (at: number) => string, between: string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(between)

const values: Readonly<Record<string, (count: number) => string>> = {
  'a dict on each line': (count) =>
    many(
      count,
      (at) => `{'id': ${at}, 'name': '${word(at)}', 'price': ${at}.5, 'open': ${at % 2 ? 'True' : 'False'}}`,
      '\n',
    ),
  'a list of dicts, as pprint prints it': (count) =>
    `[${many(count, (at) => `{'id': ${at},\n  'name': '${word(at)}',\n  'owner': {'mail': '${word(at)}@house.test', 'team': None},\n  'tags': ['a', 'b${at}']}`, ',\n ')}]`,
  'a dict with a list in it': (count) =>
    `{'debug': False,\n 'host': 'house.test',\n 'rooms': [${many(count, (at) => `{'at': ${at},\n            'name': "${word(at)}'s"}`, ',\n           ')}],\n 'total': ${count}}`,
  tuples: (count) =>
    `[${many(count, (at) => `(${at}, '${word(at)}', datetime.date(2031, 3, ${1 + (at % 28)}))`, ',\n ')}]`,
  'data classes': (count) =>
    `[${many(count, (at) => `Room(id=${at}, name='${word(at)}', doors=[${at}, ${at + 1}])`, ',\n ')}]`,
  'an array of JavaScript': (count) =>
    `[\n${many(count, (at) => `  {\n    id: ${at},\n    name: '${word(at)}',\n    open: ${at % 2 === 0},\n    owner: [Object]\n  }`, ',\n')}\n]`,
  'objects of JavaScript on a line each': (count) =>
    `[\n${many(count, (at) => `  { id: ${at}, name: '${word(at)}', price: ${at}.5 }`, ',\n')}\n]`,
  'what Rust prints': (count) =>
    `[\n${many(count, (at) => `    Room {\n        id: ${at},\n        name: "${word(at)}",\n    },`, '\n')}\n]`,
}

describe('a printed value', () => {
  for (const [name, print] of Object.entries(values))
    it(`stays whole: ${name}`, () => {
      fc.assert(
        fc.property(fc.integer({ min: 4, max: 40 }), fc.constantFrom(...budgets), (count, budget) => {
          const value = print(count)
          expect(compacted(`3 lamps are lit\n\n${value}\n`, budget)).toContain(value)
        }),
        { numRuns: 20 },
      )
    })

  it('stays whole between other lines, and where it is cut off', () => {
    const value = values['a list of dicts, as pprint prints it']?.(30).slice(0, -40) ?? ''
    const lines = many(40, (at) => `copied ${word(at)}-${at} to the archive`, '\n')
    for (const budget of budgets) expect(compacted(`${lines}\n\n${value}\n\n${lines}\n`, budget)).toContain(value)
    expect(compacted(`${lines}\n\n${value}\n`, 0.9).length).toBeLessThan(lines.length + value.length)
  })

  it('is none in source, whose brackets open arguments', () => {
    const source = `import os\n\n${many(60, (at) => `register_${at}(\n    name='${word(at)}',\n    depth=${at},\n)`, '\n')}\n`
    expect(compacted(source, 1).length).toBeLessThan(source.length / 2)
  })
})
