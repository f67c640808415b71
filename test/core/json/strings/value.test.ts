// A value that is read in part says what the whole value says.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringOf } from '../../../../core/json/read.ts'
import { scanBody, scanJson } from '../../../../core/json/scan.ts'
import { spliceTape } from '../../../../core/json/splice/body.ts'
import { StringValue } from '../../../../core/json/strings/value.ts'
import { utf8Of } from '../../../../core/json/utf8.ts'
import { losslessSpans, mayLose } from '../../../../core/lossless/lossless.ts'

const parts = [
  'x',
  ' ',
  '\n',
  '"',
  '\\',
  'é',
  '✓',
  '😀',
  '\u001b[31m',
  '{',
  '[1, 2]',
  ' \n',
  'a line of a log 12:00\n'.repeat(40),
]
const value = fc
  .tuple(
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
    fc.constantFrom('', 'word '.repeat(3_000), 'x'.repeat(17_000), '✓ '.repeat(9_000)),
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }),
  )
  .map((three) => three.flat().join(''))
/** As JSON is written, or with every character escaped. */
const spelling = fc.boolean().map((isEscaped) => (text: string) => {
  const json = JSON.stringify([text])
  return isEscaped
    ? json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json
})

const read = (json: string) => {
  const body = scanBody(utf8Of(json), Number.POSITIVE_INFINITY)
  const text = scanJson(json)
  if (typeof body !== 'object' || text === undefined) throw new Error('not JSON')
  return [body, text] as const
}

describe('a value that is read in part', () => {
  it('has the characters, the escapes and the beginning of the whole', () => {
    fc.assert(
      fc.property(value, spelling, (text, spelled) => {
        for (const tape of read(spelled(text))) {
          const one = new StringValue(tape, 1)
          expect(one.hasEscapes).toBe(text.includes('\u001b'))
          expect(one.characters).toBe(text.length)
          const { escapes } = one
          if (tape.bytes === undefined) expect(escapes).toBeUndefined()
          else {
            const found = text.split('').flatMap((unit, at) => (unit === '\u001b' ? [at] : []))
            expect(escapes?.filter((_, at) => at % 2 === 1)).toEqual(Int32Array.from(found))
            for (const [at, place] of (escapes ?? []).entries())
              if (at % 2 === 0) expect(one.spelling(place, place + 6).toLowerCase()).toBe('\\u001b')
          }
          const [beginning, ofText] = [one.beginning.part(0, text.length), text.slice(0, 8_000)]
          expect(beginning).toBe(ofText)
          expect([...one.beginning.units]).toEqual(ofText.split('').map((unit) => unit.charCodeAt(0)))
          expect(one.opening).toBe(text.slice(0, 160))
          expect(one.text).toBe(stringOf(tape, 1))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is taken for one that loses nothing only if it does', () => {
    fc.assert(
      fc.property(value, spelling, (text, spelled) => {
        const [tape] = read(spelled(text))
        expect(mayLose(new StringValue(tape, 1)) || losslessSpans(text) === undefined).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('notes where the blanks of its JSON stand in its spelling: it is cut there as it is by its text', () => {
    const json = fc.tuple(fc.jsonValue(), fc.constantFrom(0, 1, 3, '\t'), fc.constantFrom('', ' ', '\n'), spelling)
    fc.assert(
      fc.property(json, ([data, indent, before, spelled]) => {
        const text = `${before}${JSON.stringify([data, 'é✓😀'], null, indent)}`
        const [tape] = read(spelled(text))
        const value = new StringValue(tape, 1)
        const kept = value.blanks()
        if (typeof kept !== 'object') throw new Error('not told')
        expect([...kept]).toEqual([...(losslessSpans(text) ?? [[0, text.length]])])
        expect(value.noted.cut !== undefined).toBe(losslessSpans(text) !== undefined)
        const edit = { node: 1, text, kept }
        expect(spliceTape(tape, [{ ...edit, noted: value.noted }])).toEqual(spliceTape(tape, [edit]))
      }),
      { numRuns: 500 },
    )
  })
})
