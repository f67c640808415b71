import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanBody } from '../../../../core/json/scan.ts'
import { StringValue } from '../../../../core/json/strings/value.ts'
import { fastDecode } from '../../../../core/json/webassembly/decode.ts'

/** The units of a spelling that stands within a body. */
const unitsOf = (spelled: Buffer, room = spelled.length): Uint16Array | undefined => {
  const [before, into] = [3, new Uint16Array(3 + room)]
  const body = Buffer.concat([Buffer.from('["'), spelled, Buffer.from('"]')])
  const count = fastDecode(body, 2, 2 + spelled.length, Buffer.from(into.buffer), before)
  return count === undefined ? undefined : into.slice(before, before + count)
}
const spelledOf = (text: string): Buffer => Buffer.from(JSON.stringify(text).slice(1, -1))

/** The only string of a body in this spelling. */
const onlyStringOf = (spelled: string): StringValue => {
  const tape = scanBody(Buffer.from(`["${spelled}"]`), 10)
  if (typeof tape !== 'object') throw new Error('The body is JSON.')
  return new StringValue(tape, 1)
}

describe('the text of a long string', () => {
  it('is what the runtime reads', () => {
    const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string(), fc.constant('\ufeff'))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('').toWellFormed()
        const units = [...(unitsOf(spelledOf(text)) ?? [])]
        expect(units).toEqual(text.split('').map((unit) => unit.charCodeAt(0)))
      }),
      { numRuns: 300 },
    )
  })

  it.each(['\\n', '\\\\', '\\\\\\"', '\\/', '\\b\\f\\r\\t', '\\u00e9', '\\u001b[0m', '\\ud83d\\ude00', '😀', '東'])(
    'is what the runtime reads wherever %s stands',
    (part) => {
      for (const between of ['', 'x', 'é', 'x'.repeat(70), 'x'.repeat(300)])
        for (let before = 0; before < 66; before += 1) {
          const spelled = `${'y'.repeat(before)}${`${part}${between}`.repeat(3)}`
          const text: string = JSON.parse(`"${spelled}"`)
          expect(unitsOf(Buffer.from(spelled))).toEqual(Uint16Array.from(text.split(''), (unit) => unit.charCodeAt(0)))
        }
    },
  )

  it('is for the plain reader where half of a pair stands alone', () => {
    expect(unitsOf(Buffer.from('a\\ud83d b'))).toBeUndefined()
  })

  it('is no more than finds room', () => {
    expect(unitsOf(Buffer.from('a \\n and more'), 4)).toEqual(Uint16Array.from([97, 32, 10, 32]))
  })
})

describe('the beginning of a long string', () => {
  it.each([
    ['of ASCII', 'a log line with words\\n'],
    ['of escapes', '\\t\\"\\\\ '],
    ['of escapes by numbers', '\\u00e9\\u001b \\ud83d\\ude00'],
    ['of characters of several bytes', 'Köln 東京 😀 '],
    ['that grows denser', `${'plain words '.repeat(500)}${'\\u00e9 '.repeat(2_000)}`],
    ['without a space', 'word'],
    ['with half of a pair', 'some words and \\ud83d '],
  ])('%s is the beginning of its text', (_what, part) => {
    const spelled = part.repeat(Math.ceil(40_000 / part.length))
    const text = String(JSON.parse(`"${spelled}"`))
    const value = onlyStringOf(spelled)
    const { opening, beginning } = value
    expect(beginning.part(0, 9_000)).toBe(text.slice(0, 8_000))
    expect(text.startsWith(opening)).toBe(true)
    expect(opening.length).toBe(160)
  })

  it('is no more than needed', () => {
    expect(onlyStringOf('one word and another '.repeat(5_000)).opening.length).toBe(160)
  })
})
