// A body is read in bytes. What is found there is what is found in its text, by WebAssembly as by the plain reader.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, rawOf, stringOf } from '../../../core/json/read.ts'
import { JsonKind, type JsonTape, scanBody, scanBodyPlainly, scanJson } from '../../../core/json/scan.ts'
import { spliceTape } from '../../../core/json/splice/body.ts'
import { type Edit, splice } from '../../../core/json/splice/splice.ts'
import { encodingOf, utf8Of } from '../../../core/json/utf8.ts'
import { fastScan } from '../../../core/json/webassembly/scan.ts'
import { buildWebAssembly, builtFile, scan } from '../../../scripts/build-webassembly.ts'
import { insertions, jsonText, spansFrom } from './arbitrary.ts'

const mutated = fc.tuple(jsonText, fc.nat(), fc.constantFrom(...insertions)).map(([text, at, inserted]) => {
  const position = at % (text.length + 1)
  return (text.slice(0, position) + inserted + text.slice(position + (at % 2))).toWellFormed()
})

/** Long enough that runs of backslashes and quotes stand on every side of a block's end. */
const blocks = fc
  .array(fc.constantFrom('\\\\', '\\"', 'x'.repeat(61), 'é', '😀', '\\n', '\\u00e9', '", "', '\\ud83d\\ude00'), {
    maxLength: 60,
  })
  .map((parts) => `["${parts.join('')}"]`)

const foundIn = (tape: JsonTape | undefined) => tape && [...tape.cells].slice(0, 4 * tape.length)

const values = (tape: JsonTape): (string | undefined)[] =>
  Array.from({ length: tape.length }, (_, node) => stringOf(tape, node) ?? rawOf(tape, node))

const all = Number.POSITIVE_INFINITY
const tapeOf = (tape: JsonTape | 'too-many' | undefined): JsonTape | undefined => {
  if (tape === 'too-many') throw new Error('more than all')
  return tape
}

const bodyTape = (text: string): JsonTape => {
  const tape = tapeOf(scanBody(utf8Of(text), all))
  if (tape === undefined) throw new Error('not JSON')
  return tape
}

describe('scanBody', () => {
  it('finds in WebAssembly what the plain reader finds, in JSON and in what is none', () => {
    fc.assert(
      fc.property(
        fc.oneof(mutated, blocks, fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-\\u tfn\n\té') })),
        (text) => {
          const bytes = utf8Of(text)
          const fast = fastScan(bytes, all)
          const plain = tapeOf(scanBodyPlainly(bytes, all))
          expect(fast === 'invalid').toBe(plain === undefined)
          expect(foundIn(tapeOf(scanBody(bytes, all)))).toEqual(foundIn(plain))
        },
      ),
      { numRuns: 4_000 },
    )
  })

  it('takes behind a backslash what the plain reader takes, alone in its block or beside others', () => {
    const letters = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code))
    const spelled = [...letters, 'u00e9', 'u00E', 'uuuuu', 'u 000'].map((after) => `\\${after}`)
    const taken = spelled.flatMap((one) =>
      [0, 1, 61, 62, 63].flatMap((before) =>
        ['', '\\n', '\\u001b', '\\n'.repeat(40)].map((beside) => {
          const bytes = Buffer.from(`["${'x'.repeat(before)}${beside}${one}${beside} end"]`)
          const plain = foundIn(tapeOf(scanBodyPlainly(bytes, all)))
          expect(foundIn(tapeOf(scanBody(bytes, all))), bytes.toString('utf8')).toEqual(plain)
          return plain !== undefined
        }),
      ),
    )
    // Eight letters, and one number.
    expect(taken.filter(Boolean)).toHaveLength(9 * 20)
  })

  it('finds the values that the text has', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, blocks), (text) => {
        const tape = scanJson(text)
        const body = tapeOf(scanBody(utf8Of(text), all))
        expect(body && values(body)).toEqual(tape && values(tape))
      }),
      { numRuns: 2_000 },
    )
  })

  it('leaves to the plain reader what is too deep or too large for it', () => {
    const deep = Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    const dense = Buffer.from(`[${'0,'.repeat(50_000)}0]`)
    const large = Buffer.from(JSON.stringify('x'.repeat(9 << 20)))
    for (const bytes of [deep, dense, large]) {
      expect(fastScan(bytes, all)).toBeUndefined()
      expect(tapeOf(scanBody(bytes, all))?.length).toBe(scanJson(bytes.toString())?.length)
    }
  })

  it('reads one body after another, longer and shorter, without what the one before left', () => {
    for (const length of [10, 100_000, 3, 1_000_000, 64, 127]) {
      const text = JSON.stringify(['"'.repeat(length), length])
      expect(values(bodyTape(text)).at(-1)).toBe(String(length))
    }
  })

  it('says of a body with more values than may be read that they are too many', () => {
    const text = `[${'0,'.repeat(999)}0]`
    expect(scanBody(utf8Of(text), 1_001)).toBeTypeOf('object')
    expect(scanBody(utf8Of(text), 999)).toBe('too-many')
    expect(scanBodyPlainly(utf8Of(text), 999)).toBe('too-many')
  })

  it('is built from its source', async () => {
    expect(readFileSync(builtFile(scan), 'utf8')).toBe(await buildWebAssembly(scan))
  })
})

describe('splice of a body', () => {
  it('makes the bytes that it makes of the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(jsonText, blocks),
        fc.array(fc.array(fc.nat(), { maxLength: 6 }), { maxLength: 8 }),
        (text, cuts) => {
          const tape = scanJson(text)
          if (tape === undefined) throw new Error('not JSON')
          const body = bodyTape(text)
          const strings = Array.from({ length: tape.length }, (_, node) => node).filter(
            (node) => kindOf(tape, node) === JsonKind.String,
          )
          const edits: Edit[] = strings.slice(0, cuts.length).map((node, index) => {
            const value = stringOf(tape, node) ?? ''
            return { node, text: value, kept: spansFrom(value, cuts[index] ?? []) }
          })
          const spliced = Buffer.from(splice(body, edits), encodingOf(body))
          expect(spliced.toString('utf8')).toBe(splice(tape, edits))
          expect(spliceTape(body, edits)).toEqual(spliced)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('reads on over many characters as over each of them, wherever one is escaped or long', () => {
    const long = ['\\n', '\\\\', '\\\\\\n', '\\"', '\\u000a', '\\ud83d\\ude00', 'é', '✓', '😀', '\\u00']
    let refused = 0
    for (const one of long)
      for (let before = 55; before < 70; before += 1) {
        const body = bodyTape(
          `["${'x'.repeat(before)}${one.padEnd(one === '\\u00' ? 6 : 0, '6')}${'y\\n'.repeat(99)}"]`,
        )
        const text = stringOf(body, 1) ?? ''
        for (const from of [0, 1, before - 1, before + 1, before + 2, text.length - 70]) {
          const edits = [{ node: 1, text, kept: [[from, text.length - 3] as const] }]
          let plain: Buffer | undefined
          try {
            plain = Buffer.from(splice(body, edits), encodingOf(body))
          } catch {
            refused += 1
          }
          if (plain === undefined) expect(() => spliceTape(body, edits)).toThrow()
          else expect(spliceTape(body, edits)).toEqual(plain)
        }
      }
    expect(refused).toBe(2 * 15)
  })

  it('refuses the spans that the plain twin refuses', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: -1, max: 40 }), fc.integer({ min: -1, max: 40 })), {
      maxLength: 3,
    })
    const values = fc.array(fc.constantFrom('\\ud83d\\ude00', '😀', 'é', '\\n', 'x', '\\ud83d', 'y'.repeat(17)), {
      maxLength: 6,
    })
    const outcome = (make: () => unknown): unknown => {
      try {
        return String(make())
      } catch {
        return 'refused'
      }
    }
    fc.assert(
      fc.property(values, spans, fc.constantFrom(0, 0.5, 1), (parts, kept, more) => {
        const body = bodyTape(`["${parts.join('')}"]`)
        const edits = [
          { node: 1, text: stringOf(body, 1) ?? '', kept: kept.map(([from, to]) => [from, to + more] as const) },
        ]
        expect(outcome(() => spliceTape(body, edits))).toBe(
          outcome(() => Buffer.from(splice(body, edits), encodingOf(body))),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('utf8Of', () => {
  it('gives the bytes of any text, whole characters or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 6_000 }), (text, more) => {
        const long = text + 'ü✓'.repeat(more)
        expect(utf8Of(long).equals(Buffer.from(long))).toBe(true)
      }),
    )
    const broken = `\ud800${'✓'.repeat(5_000)}`
    expect(utf8Of(broken).equals(Buffer.from(broken))).toBe(true)
  })
})
