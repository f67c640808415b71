// Lines that say where others belong, failures in the lists of linters, and one of many lines of a shape.

import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const sent = [0.5, 0.68, 0.7, 0.72, 0.74, 0.76] as const
const depths = [...sent, ...budgets]

const words = 'lamp oven kettle shelf drawer window ladder bucket garden cellar attic porch'.split(' ')
const word = (at: number): string => words[at % words.length] ?? ''
const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))

/** The last head above each line; lines that stand under several have all of them. */
const headsOf = (text: string, isHead: (line: string) => boolean): Map<string, Set<string>> => {
  const heads = new Map<string, Set<string>>()
  let head = ''
  for (const line of text.split('\n'))
    if (isHead(line)) head = line
    else if (line.trim() !== '') heads.set(line, (heads.get(line) ?? new Set()).add(head))
  return heads
}

/** Each line that is left stands under one of the heads that it stood under. Says how many heads are left at the depths in all. */
const standUnder = (text: string, isHead: (line: string) => boolean): void => {
  const whole = headsOf(text, isHead)
  for (const budget of depths)
    for (const [line, heads] of headsOf(compacted(text, budget), isHead))
      for (const head of heads) {
        // Of a line with details, the name may stay alone.
        const own = [...whole]
          .filter(([one]) => one === line || one.endsWith(` ${line}`))
          .flatMap(([, all]) => [...all])
        expect(own, `${budget}: ${line}`).toContain(head)
      }
}

describe('what a recursive listing lists', () => {
  const extensions = ['ts', 'md', 'json', 'css', 'sql']
  const names = (directory: number): string[] =>
    many(2 + ((directory * 5) % 11), (at) => `${word(directory * 3 + at)}.${extensions[(directory + at) % 5]}`)
  const isHeading = (line: string): boolean => line.endsWith(':')

  it('stands below its directory: ls -R', () => {
    for (const root of ['.', 'house', '/srv/house', '../house', 'my house'])
      standUnder(
        many(18, (at) => `${root}/${word(at)}/${word(at + 1)}:\n${names(at).join('\n')}`).join('\n\n'),
        isHeading,
      )
  })

  it('stands below its directory: ls -lR', () => {
    const row = (name: string, at: number): string =>
      `-rw-r--r-- 1 ada staff ${String(1_000 + 371 * at).padStart(6)} Mar ${String(1 + (at % 28)).padStart(2)} 11:${10 + (at % 50)} ${name}`
    standUnder(
      many(9, (at) => `house/${word(at)}:\ntotal ${8 * at}\n${names(at).map(row).join('\n')}`).join('\n\n'),
      isHeading,
    )
  })

  it('goes as whole directories where it can', () => {
    const text = many(24, (at) => `./${word(at)}/part${at}:\n${many(9, (one) => `${word(at + one)}.ts`).join('\n')}`)
    const left = compacted(text.join('\n\n'), 0.75)
    expect(left.length).toBeLessThan(text.join('\n\n').length / 2)
    const parts = left.split('\n\n').slice(1, -1)
    expect(parts.filter((part) => text.includes(part.trim())).length * 2).toBeGreaterThanOrEqual(parts.length)
  })
})

describe('what is said of a commit', () => {
  const hash = (at: number): string => (0x1a2b3c4d + at * 0x01234567).toString(16).padEnd(40, 'e')
  const head = (at: number): string =>
    `commit ${hash(at)}\nAuthor: Ada <ada@house.test>\nDate:   Mon Mar ${10 + at} 11:0${at % 10}:00 2031 +0000\n\n    Move the ${word(at)} to the ${word(at + 5)}`
  const isCommit = (line: string): boolean => line.startsWith('commit ')

  it.each([
    [
      'git log',
      (at: number) => `${head(at)}\n\n    It was in the way of the ${word(at + 2)}. Nobody used it any more.`,
    ],
    [
      'git log --stat',
      (at: number) =>
        `${head(at)}\n\n src/${word(at)}.ts | ${at + 2} ++--\n src/${word(at + 7)}/index.ts | 1 +\n 2 files changed, ${at + 2} insertions(+), 1 deletion(-)`,
    ],
    [
      'git log -p',
      (at: number) =>
        `${head(at)}\n\ndiff --git a/${word(at)}.ts b/${word(at)}.ts\n--- a/${word(at)}.ts\n+++ b/${word(at)}.ts\n@@ -1,2 +1,2 @@\n-const ${word(at)} = ${at}\n+const ${word(at)} = ${at + 1}\n export { ${word(at)} }`,
    ],
  ])('stands below its commit: %s', (_name, write) => {
    standUnder(many(14, write).join('\n\n'), isCommit)
  })
})

describe('the failure in the list of a linter', () => {
  const warnings: Readonly<Record<string, readonly [usual: (at: number) => string, failure: string]>> = {
    'a sign behind a position': [
      (at) => `  ${10 + at}:${3 + at}  ⚠  Expected a shorter ${word(at)}   shorter`,
      '  77:8  ✖  Unknown property   unknown',
    ],
    'another sign': [(at) => `  ${10 + at}:3  !  ${word(at)} is long`, '  77:8  × broken here'],
    'a word behind a position': [
      (at) => `  ${10 + at}:${3 + at}  warning  Missing ${word(at)}   rule-a`,
      '  77:8  Error  Missing end   rule-b',
    ],
    'a path and a position': [
      (at) => `src/${word(at)}.css:${10 + at}:3 ⚠ Expected a shorter ${word(at)}`,
      'src/odd.css:77:8 ✗ Unknown word',
    ],
    'a path and a line': [
      (at) => `src/${word(at)}.x:${10 + at}: note: a longer ${word(at)}`,
      'src/odd.x:77: ERROR no end',
    ],
    'brackets around the position': [
      (at) => `src/${word(at)}.x(${10 + at},3): hint a longer ${word(at)}`,
      'src/odd.x(77,8): error X12: no end',
    ],
    'a letter for the severity': [
      (at) => `src/${word(at)}.rb:${10 + at}:3: C: Style/${word(at)}: too long`,
      'src/odd.rb:77:8: E: Lint/Syntax: no end',
    ],
  }
  for (const [name, [usual, failure]] of Object.entries(warnings))
    it(`stays, and the file that it is in: ${name}`, () => {
      for (const files of [2, 6, 12])
        for (const place of [0, 3]) {
          const text = many(
            files,
            (file) =>
              `src/${word(file)}${file}.css\n${many(5, (at) => (file === 1 && at === place ? failure : usual(at + file))).join('\n')}`,
          ).join('\n\n')
          for (const budget of depths) {
            const left = compacted(`${text}\n\n${5 * files} findings\n`, budget)
            expect(left, `${files} at ${budget}`).toContain(failure)
            if (/^ /.test(failure)) expect(left, `${files} at ${budget}`).toContain(`src/${word(1)}1.css`)
          }
        }
    })
})

describe('lines that differ in their numbers alone', () => {
  it('do not all go', () => {
    const plan = (at: number): string => `at ${at} past ${at % 24}: /srv/house/bin/clean --room ${at}`
    const before = many(
      9,
      (at) => `at ${at * 5} past ${at}${at % 3 === 0 ? '' : ' on 1'}: /srv/house/bin/${word(at)} --all`,
    )
    const text = `# when and what\nSHELL=/bin/sh\nMAILTO=ada@house.test\n${before.join('\n')}\n${many(30, plan).join('\n')}\nat 59 past 23 on 31: /srv/house/bin/close-year\n`
    for (const budget of depths) expect(compacted(text, budget), `${budget}`).toContain('bin/clean --room')
    expect(compacted(text, 0.72).length).toBeLessThan(text.length / 2)
  })
})
