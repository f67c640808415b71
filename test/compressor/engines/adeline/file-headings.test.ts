// Names of files and directories, and what is listed below them.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

const depths = [0.68, 0.72, 0.74, 0.76, 0.8, 0.9, 1] as const

const words = 'lamp oven kettle shelf drawer window ladder bucket garden cellar attic porch'.split(' ')
const word = (at: number): string => words[at % words.length] ?? ''
const many = (count: number, one: (at: number) => string, between: string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(between)

interface Shape {
  readonly name: (file: number) => string
  readonly line: (file: number, at: number) => string
  readonly between: string
}

const shapes: Readonly<Record<string, Shape>> = {
  eslint: {
    name: (file) => `/srv/house/src/${word(file)}/${word(file + 3)}.ts`,
    line: (file, at) => `  ${10 + 7 * at}:${5 + at}  warning  '${word(file + at)}' is never used  no-unused-vars`,
    between: '\n\n',
  },
  stylelint: {
    name: (file) => `${word(file)}.css`,
    line: (file, at) => ` ${10 + at}:${1 + at}  ⚠  Expected "${word(file + at)}" to be shorter  shorter`,
    between: '\n\n',
  },
  'ruff, grouped': {
    name: (file) => `src/${word(file)}.py:`,
    line: (file, at) => `  ${10 + at}:${1 + at} F401 [*] \`${word(file + at)}\` imported but unused`,
    between: '\n',
  },
  'rg --heading': {
    name: (file) => `src/${word(file)}.ts`,
    line: (file, at) => `${10 + 3 * at}:  const ${word(file + at)} = load('${word(at)}')`,
    between: '\n\n',
  },
  'head of files': {
    name: (file) => `==> conf/${word(file)}.txt <==`,
    line: (file, at) => `The ${word(file + at)} is next to the ${word(file + at + 2)}`,
    between: '\n\n',
  },
  'tail of logs': {
    name: (file) => `==> logs/${word(file)}.log <==`,
    line: (file, at) => `2031-03-01 10:${10 + at}:00 INFO ${word(file + at)} started in ${13 * at}ms`,
    between: '\n\n',
  },
}

/** The line above each name, and those below it up to the next. */
const below = (left: string, names: ReadonlySet<string>): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  let name = ''
  for (const line of left.split('\n'))
    if (names.has(line)) {
      name = line
      found.set(name, [])
    } else if (line.trim() !== '') found.set(name, [...(found.get(name) ?? []), line])
  return found
}

describe('what is said of a file', () => {
  for (const [title, { name, line, between }] of Object.entries(shapes))
    it(`stands below its name, and no name stands alone: ${title}`, () => {
      for (const files of [2, 7])
        for (const lines of [1, 6]) {
          const text = many(files, (file) => `${name(file)}\n${many(lines, (at) => line(file, at), '\n')}`, between)
          const names = new Set(Array.from({ length: files }, (_, file) => name(file)))
          for (const budget of depths)
            for (const [heading, said] of below(compacted(`${text}\n`, budget), names)) {
              const file = [...names].indexOf(heading)
              const own = Array.from({ length: lines }, (_, at) => line(file, at))
              expect(own, `${budget}: ${heading}`).toEqual(expect.arrayContaining(said))
              expect(said.length, `${budget}: ${heading}`).toBeGreaterThan(0)
            }
        }
    })
})

describe('the directory of a recursive listing', () => {
  it('goes with its files, unless it was empty', () => {
    const files = (directory: number): string => many(2 + (directory % 7), (at) => `${word(directory + at)}.ts`, '\n')
    const text = many(30, (at) => `./${word(at)}/part${at}:\n${at === 9 ? '' : files(at)}`, '\n\n')
    for (const budget of depths)
      for (const part of compacted(`${text}\n`, budget).trim().split('\n\n').slice(1, -1)) {
        const [heading = '', ...listed] = part.split('\n')
        if (/part\d+:$/.test(heading) && heading !== `./${word(9)}/part9:`)
          expect(listed.length, `${budget}: ${heading}`).toBeGreaterThan(0)
      }
  })
})
