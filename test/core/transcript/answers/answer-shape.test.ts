import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanBody } from '../../../../core/json/scan.ts'
import { beginningOf } from '../../../../core/json/strings/beginning.ts'
import { StringValue } from '../../../../core/json/strings/value.ts'
import { looksLikeFile } from '../../../../core/transcript/answers/answer-shape.ts'

const repeated = (line: (index: number) => string): string => Array.from({ length: 40 }, (_, n) => line(n)).join('\n')

describe('an answer that is not a file', () => {
  it.each([
    [
      'a log with dates',
      repeated((n) => `2026-11-20 12:${10 + n}:07 worker-3 order ${4_711 + n} shipped to depot ${n}`),
    ],
    ['a log with ISO times', repeated((n) => `2026-11-20T12:${10 + n}:07Z INFO order ${n} is late`)],
    ['sizes', repeated((n) => `${n + 1}kB of order-${n}`)],
    ['a log with times alone', repeated((n) => `12:${10 + n}:07 GET /orders/${n} 200`)],
    [
      'records of JSON',
      JSON.stringify(
        Array.from({ length: 30 }, (_, id) => ({ id, name: `n${id}` })),
        null,
        2,
      ),
    ],
    ['rows below the names of their columns', `id\tname\n${repeated((n) => `${n + 1}\tuser ${n}`)}`],
    ['JSON that is prose', JSON.stringify({ text: repeated((n) => `The order ${n} has left.`) })],
    ['JSON that ends in the middle of an escape', `{"text":"${'\\\\'.repeat(9_001)}`],
    ['prose', repeated((n) => `The order with the number ${n} has left the depot and will be there soon.`)],
  ])('%s', (_what, text) => {
    expect(looksLikeFile(beginningOf(text), false)).toBe(false)
  })
})

describe('an answer that is a file, or shows lines of files', () => {
  it.each([
    ['lines with their numbers', repeated((n) => `${String(n + 1).padStart(6)}\tconst value${n} = ${n}`)],
    ['lines named by their file', repeated((n) => `src/orders/list.ts:${n}:  total += ${n}`)],
    ['lines named by a file without a folder', repeated((n) => `list.ts:${n}: total += ${n}`)],
    ['changes of a file', `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,3 +1,3 @@\n-old\n+new`],
    ['a table whose first line is numbered, too', repeated((n) => `${n + 1}\tuser\t${n}`)],
    ['code in JSON', JSON.stringify({ found: { body: repeated((n) => `  const value${n} = compute(${n});`) } })],
    [
      'code in JSON that is cut',
      JSON.stringify({ body: repeated((n) => `  const value${n} = f("${n}");`) }).slice(0, -9),
    ],
    ['lines named by a file whose name begins with digits', repeated((n) => `2026-notes+1@a.md-${n}- total += ${n}`)],
    ['lines named by a file of Windows', repeated((n) => `src\\orders\\list:${n}:  total += ${n}`)],
    ['lines with their numbers alone', repeated((n) => (n % 4 === 0 ? `${n + 1}  of prose` : `${n + 1}`))],
    ['numbered lines of numbers', repeated((n) => `${String(n + 1).padStart(6)}\t${n}.5,0x1f`)],
    ['lines with their numbers, blanks and sizes', repeated((n) => `  ${n + 1}  ${n}px`)],
    ['lines with their numbers before a stroke', repeated((n) => `${n + 1} │ a line of prose`)],
    ['lines with their numbers before an arrow', repeated((n) => `  ${n + 1}→a line of prose`)],
    ['lines that are numbered with a letter', repeated((n) => `L${n + 1}: a line of prose`)],
    ['a program of a shell', repeated((n) => `if [ -f a${n} ]; then\n  echo ${n}\nfi`)],
    ['settings with ends of lines of Windows', repeated((n) => `uid=${1_000 + n}\r`)],
    ['assignments before a command', repeated((n) => `uid=${n} gid=${n} run lamp-${n};`)],
    ['code', repeated((n) => `  const value${n} = compute(${n});`)],
  ])('%s', (_what, text) => {
    expect(looksLikeFile(beginningOf(text), false)).toBe(true)
  })
})

/** The value of a body, without a string of it where it is ASCII. */
const stringValueOf = (text: string): StringValue => {
  const tape = scanBody(Buffer.from(JSON.stringify([text])), 10)
  if (typeof tape !== 'object') throw new Error('The body is JSON.')
  return new StringValue(tape, 1)
}

describe('an answer in bytes', () => {
  it('looks like what it looks like as a text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '  const a = f(b);',
        '12:07 GET /orders 200',
        'src/a.ts:7: x',
        '@@ -1,2 @@',
        '{ "a": [',
        ' }, ',
        '',
      ),
      fc.constantFrom(
        'K\u00f6ln',
        '\u2003[ {"',
        'a\u00a0= 1',
        '[\n\n\n\n\n\n\n\n\n\n{"',
        'prose of a few words and no more',
      ),
      fc.nat(9).map((number) => `${number}\tline`),
      fc.string({ maxLength: 30 }),
    )
    const text = fc
      .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', ' \n'), fc.boolean(), fc.constantFrom(1, 30))
      .map(([lines, between, isInJson, times]) => {
        const all = Array.from({ length: times }, () => lines.join(between)).join(between)
        return (isInJson ? JSON.stringify({ text: all }) : all).toWellFormed()
      })
    fc.assert(
      fc.property(text, fc.boolean(), (one, strict) => {
        expect(looksLikeFile(stringValueOf(one).beginning, strict)).toBe(looksLikeFile(beginningOf(one), strict))
      }),
      { numRuns: 500 },
    )
  })
})
