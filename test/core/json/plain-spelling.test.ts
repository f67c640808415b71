// However a library spells a text, its plain spelling is the one that `JSON.stringify` gives it, and no reader misses that there is another.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainPart, plainUnits } from '../../../core/json/plain-spelling.ts'
import { type JsonTape, scanBody, scanBodyPlainly, scanJson } from '../../../core/json/scan.ts'
import { encodingOf, utf8Of } from '../../../core/json/utf8.ts'
import { jsonText, respelled, stringLiteral } from './arbitrary.ts'

const all = Number.POSITIVE_INFINITY
const fast = (json: string) => scanBody(utf8Of(json), all)
const readers = [fast, (json: string) => scanBodyPlainly(utf8Of(json), all), scanJson]

const tapeOf = (tape: JsonTape | 'too-many' | undefined): JsonTape => {
  if (typeof tape !== 'object') throw new Error('not JSON')
  return tape
}
const plainOf = (tape: JsonTape): string =>
  Buffer.from(plainUnits(tape, 0, tape.text.length), encodingOf(tape)).toString('utf8')

const text = fc.array(
  fc.oneof(fc.constantFrom(...'é漢😀/\\"\n\u001f\u001b\u0000\u007f\u2028<a'), fc.constant('quiet '.repeat(40))),
  { maxLength: 30 },
)
const choices = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 })

describe('the plain spelling', () => {
  it('is what `JSON.stringify` makes of a text, however it was spelled, for every reader', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text.map((parts) => JSON.stringify(parts.join(''))),
          stringLiteral,
        ),
        choices,
        (json, how) => {
          const plain = JSON.stringify(JSON.parse(json))
          for (const spelled of [json, respelled(json, how)])
            for (const read of readers) expect(plainOf(tapeOf(read(spelled)))).toBe(plain)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('changes nothing between strings, and only what it has to in them', () => {
    fc.assert(
      fc.property(jsonText, (json) => {
        const strings = /"(?:[^"\\]|\\.)*"/gs
        const plain = json.replace(strings, (literal) => JSON.stringify(JSON.parse(literal)))
        for (const read of readers) expect(plainOf(tapeOf(read(json)))).toBe(plain)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is known to be that of a body which `JSON.stringify` has made, and of no body that has another', () => {
    fc.assert(
      fc.property(text, choices, (parts, how) => {
        const json = JSON.stringify([parts.join('')])
        expect(tapeOf(fast(json)).isSpelledPlainly).toBe(true)
        const spelled = respelled(json, how)
        expect(tapeOf(fast(spelled)).isSpelledPlainly).toBe(spelled === json)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is told of every escape, alone in its block or beside others', () => {
    const letters = [...'"\\/bfnrt'].map((letter) => `\\${letter}`)
    const numbers = Array.from({ length: 0x120 }, (_, code) => `\\u${code.toString(16).padStart(4, '0')}`)
    const large = numbers.map((one) => one.toUpperCase().replace('\\U', '\\u'))
    for (const spelled of [...letters, ...numbers, ...large, '\\u3000', '\\u0100', '\\u1000', '\\u2028'])
      for (const before of [0, 61, 63])
        for (const beside of ['', '\\n\\"']) {
          const json = `["${'x'.repeat(before)}${beside}${spelled}${beside} end"]`
          const isPlain = JSON.stringify(JSON.parse(json)) === json
          expect(tapeOf(fast(json)).isSpelledPlainly, json).toBe(isPlain)
        }
  })

  it('is told of a part of a body whose other parts have another', () => {
    const json = JSON.stringify(['plain', 'é\n'.repeat(80)]).replace(']', ',"\\u00e9 \\/"]')
    const tape = tapeOf(fast(json))
    const at = utf8Of(json).indexOf(',"\\u00e9')
    expect(tape.isSpelledPlainly).toBe(false)
    expect(plainPart(tape, 0, at)).toBeUndefined()
    expect(plainUnits(tape, at + 1, tape.text.length - 1)).toBe(Buffer.from('"é /"').toString('latin1'))
  })
})
