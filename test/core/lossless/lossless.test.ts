import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonTape, scanBody } from '../../../core/json/scan.ts'
import { spliceTape } from '../../../core/json/splice/body.ts'
import { StringValue } from '../../../core/json/strings/value.ts'
import { losslessOfValue, losslessSpanList, losslessSpans } from '../../../core/lossless/lossless.ts'
import { deletedCharacters, sliceSpans, spansFault } from '../../../core/text/spans.ts'
import { jsonText } from '../json/arbitrary.ts'

const lossless = (text: string): string => {
  const spans = losslessSpans(text)
  return spans === undefined ? text : sliceSpans(text, spans)
}

const esc = '\u001b'

/** Bodies with this text: as JSON is usually written, and with every unit escaped. */
const spelledIn = (text: string): JsonTape[] => {
  const usual = JSON.stringify([text])
  const escaped = Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  )
  return [usual, `["${escaped.join('')}"]`].map((json) => {
    const tape = scanBody(Buffer.from(json), Number.POSITIVE_INFINITY)
    if (typeof tape !== 'object') throw new Error('not JSON')
    return tape
  })
}

describe('the lossless depth', () => {
  it.each([
    { why: 'deletes colours', before: `${esc}[1;31mFAIL${esc}[0m tests`, after: 'FAIL tests' },
    { why: 'deletes charset selection', before: `${esc}(Bplain`, after: 'plain' },
    { why: 'deletes codes that erase or move the cursor', before: `a${esc}[2K${esc}[1Gb`, after: 'ab' },
    {
      why: 'deletes the whitespace of pretty-printed JSON',
      before: '{\n  "a": [1, 2.0],\n  "b": "x  y"\n}\n',
      after: '{"a":[1,2.0],"b":"x  y"}',
    },
    {
      why: 'deletes the colours and whitespace of coloured JSON',
      before: `${esc}[1m{ ${esc}[0m"a" : 1 }`,
      after: '{"a":1}',
    },
    {
      why: 'keeps hyperlinks',
      before: `${esc}]8;;https://a.example/${esc}\\x`,
      after: `${esc}]8;;https://a.example/${esc}\\x`,
    },
    { why: 'keeps an unfinished sequence', before: `${esc}[31`, after: `${esc}[31` },
    { why: 'keeps what is almost JSON', before: '{ "a": 1, }', after: '{ "a": 1, }' },
    { why: 'keeps two documents', before: '{ "a": 1 }\n{ "a": 2 }', after: '{ "a": 1 }\n{ "a": 2 }' },
    { why: 'keeps a scalar', before: ' "text" ', after: ' "text" ' },
    { why: 'keeps a text of codes alone: a message is never emptied', before: `${esc}[0m`, after: `${esc}[0m` },
    { why: 'keeps codes around blanks: providers refuse a blank text', before: `${esc}[0m \n`, after: `${esc}[0m \n` },
    { why: 'keeps a code inside a broken code', before: `${esc}${esc}[0m[0m`, after: `${esc}${esc}[0m[0m` },
  ])('$why', ({ before, after }) => {
    expect(lossless(before)).toBe(after)
  })

  const texts = fc.oneof(
    jsonText,
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(esc, '[', '0', ';', 'm', ' ', '(', 'B', '{', '}', '"', 'a', '\n', '\\') }),
    fc.tuple(jsonText, fc.nat()).map(([text, at]) => {
      const position = at % (text.length + 1)
      return `${text.slice(0, position)}${esc}[3${at % 10}m${text.slice(position)}`
    }),
  )

  it('is idempotent, and its spans are sound', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const spans = losslessSpans(text)
        if (spans !== undefined) expect(spansFault(text, spans)).toBeUndefined()
        expect(lossless(lossless(text))).toBe(lossless(text))
      }),
      { numRuns: 5_000 },
    )
  })

  it('keeps the meaning of JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat({ max: 8 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.parse(lossless(text))).toEqual(JSON.parse(text))
        if (typeof value === 'object' && value !== null) expect(lossless(text)).toBe(JSON.stringify(value))
      }),
    )
  })

  it('is told of a coloured value by its spelling, and cut there as by its text', () => {
    const parts = [
      'FAIL',
      ' ',
      '\n',
      'é',
      '✓ 漢',
      '😀',
      '"',
      '\\',
      '{',
      '[1, 2]',
      '{"output":"',
      'x'.repeat(70),
      ' '.repeat(70),
      '\u00a0',
      '\u000b',
    ]
    const codes = ['[0m', '[1;31m', '[2K', '(B', '[m', '[0"q', '[0\\', '[', ']8;;', '', `[${'1;'.repeat(30)}m`].map(
      (code) => `${esc}${code}`,
    )
    const usual = fc.constantFrom(...codes.slice(0, 5))
    const piece = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...parts) },
      { weight: 8, arbitrary: usual },
      { weight: 1, arbitrary: fc.constantFrom(...codes) },
    )
    const text = fc.array(piece, { maxLength: 12 }).map((some) => some.join(''))
    let told = 0
    fc.assert(
      fc.property(text, (coloured) => {
        for (const tape of spelledIn(coloured)) {
          const value = new StringValue(tape, 1)
          const spans = losslessOfValue(value)
          expect(spans && [...spans]).toEqual(losslessSpans(coloured))
          if (spans === undefined || value.noted.cut === undefined) continue
          told += 1
          const edit = { node: 1, text: coloured, kept: spans }
          expect(spliceTape(tape, [{ ...edit, noted: value.noted }])).toEqual(spliceTape(tape, [edit]))
        }
      }),
      { numRuns: 3_000 },
    )
    expect(told).toBeGreaterThan(150)
  })

  it('takes linear time for megabytes of openings and digits', () => {
    for (const text of [
      '[ '.repeat(500_000),
      `${esc}[`.repeat(500_000),
      '1'.repeat(2_000_000),
      `{"a":${' '.repeat(1_000_000)}1}`,
    ]) {
      const started = performance.now()
      lossless(text)
      expect(performance.now() - started).toBeLessThan(2_000)
    }
  })

  it('is the same packed, in JSON and in what is none', () => {
    const pretty = fc.json({ maxDepth: 4 }).map((text) => JSON.stringify(JSON.parse(text), null, 2))
    const odd = fc.constantFrom(
      '[1, "é 漢 😀\\" ", 2 ]',
      ' { "a" : "\ud800 x" }',
      '{"a": 1} x',
      '\u001b[1m{ }',
      '{"output": "a  b\\n[1, 2]"}',
    )
    const long = jsonText.map((text) => `[ ${`${text}, `.repeat(20)}"${'漢 x'.repeat(30)}" ]`)
    fc.assert(
      fc.property(
        fc.oneof(
          jsonText,
          pretty,
          odd,
          long,
          fc.tuple(jsonText, jsonText).map((two) => two.join(' ')),
        ),
        (text) => {
          for (const tape of spelledIn(text)) {
            const spans = losslessOfValue(new StringValue(tape, 1))
            expect(spans && [...spans]).toEqual(losslessSpans(text))
          }
          const spans = losslessSpanList(text)
          expect(spans && [...spans]).toEqual(losslessSpans(text))
          if (spans !== undefined)
            expect(deletedCharacters(text.length, spans)).toBe(deletedCharacters(text.length, [...spans]))
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
