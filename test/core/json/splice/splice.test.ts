import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, rawOf, startOf, stringOf } from '../../../../core/json/read.ts'
import { JsonKind, type JsonTape, scanBody, scanJson } from '../../../../core/json/scan.ts'
import { spliceTape } from '../../../../core/json/splice/body.ts'
import { type Edit, splice } from '../../../../core/json/splice/splice.ts'
import { utf8Of } from '../../../../core/json/utf8.ts'
import { sliceSpans, spansFault } from '../../../../core/text/spans.ts'
import { jsonText, spansFrom } from '../arbitrary.ts'

const scanned = (text: string): JsonTape<string> => {
  const tape = scanJson(text)
  if (tape === undefined) throw new Error('not JSON')
  return tape
}

const scannedBody = (text: string): JsonTape => {
  const tape = scanBody(utf8Of(text), Number.POSITIVE_INFINITY)
  if (tape === undefined || tape === 'too-many') throw new Error('not JSON')
  return tape
}

const stringNodes = (tape: JsonTape): number[] =>
  Array.from({ length: tape.length }, (_, node) => node).filter((node) => kindOf(tape, node) === JsonKind.String)

describe('splice', () => {
  it('returns the same text if there is nothing to delete', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(splice(scanned(text), [])).toBe(text)
      }),
    )
  })

  it('changes the edited values and no character outside them', () => {
    fc.assert(
      fc.property(jsonText, fc.array(fc.array(fc.nat(), { maxLength: 6 }), { maxLength: 8 }), (text, cuts) => {
        const tape = scanned(text)
        const nodes = stringNodes(tape)
        const edits: Edit[] = nodes.slice(0, cuts.length).map((node, index) => {
          const value = stringOf(tape, node) ?? ''
          return { node, text: value, kept: spansFrom(value, cuts[index] ?? []) }
        })

        const after = scanned(splice(tape, edits))

        expect(after.length).toBe(tape.length)
        for (let node = 0; node < tape.length; node += 1) {
          const edit = edits.find((candidate) => candidate.node === node)
          expect(kindOf(after, node)).toBe(kindOf(tape, node))
          if (edit !== undefined) expect(stringOf(after, node)).toBe(sliceSpans(edit.text, [...edit.kept]))
          else if (kindOf(tape, node) > JsonKind.Array) expect(rawOf(after, node)).toBe(rawOf(tape, node))
        }
        const outside = (of: JsonTape<string>): string =>
          stringNodes(of).reduceRight(
            (rest, node) => rest.slice(0, startOf(of, node)) + rest.slice(startOf(of, node) + rawOf(of, node).length),
            of.text,
          )
        expect(outside(after)).toBe(outside(tape))
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    { why: 'a key in place of a value', edit: { node: 1, text: 'key', kept: [] } },
    { why: 'a number in place of a string', edit: { node: 4, text: '12', kept: [] } },
    { why: 'spans past the end', edit: { node: 2, text: 'a\nb😀', kept: [[0, 9]] } },
    {
      why: 'spans out of order',
      edit: {
        node: 2,
        text: 'a\nb😀',
        kept: [
          [2, 3],
          [0, 1],
        ],
      },
    },
    {
      why: 'overlapping spans',
      edit: {
        node: 2,
        text: 'a\nb😀',
        kept: [
          [0, 2],
          [1, 3],
        ],
      },
    },
    { why: 'a span inside a character', edit: { node: 2, text: 'a\nb😀', kept: [[0, 4]] } },
    { why: 'fractions', edit: { node: 2, text: 'a\nb😀', kept: [[0.5, 2]] } },
    { why: 'the text of another string', edit: { node: 2, text: 'a\nb😀 and more', kept: [[0, 12]] } },
    { why: 'a node that does not exist', edit: { node: 99, text: 'a', kept: [[0, 1]] } },
  ] as { why: string; edit: Edit }[])('refuses $why', ({ edit }) => {
    const text = '{"key":"a\\nb😀","n":12}'
    expect(() => splice(scanned(text), [edit])).toThrow()
    expect(() => spliceTape(scannedBody(text), [edit])).toThrow()
  })

  it('refuses edits that are repeated or out of order', () => {
    const tape = scanned('["one","two"]')
    const [one, two]: [Edit, Edit] = [
      { node: 1, text: 'one', kept: [[0, 1]] },
      { node: 2, text: 'two', kept: [[0, 1]] },
    ]
    expect(splice(tape, [one, two])).toBe('["o","t"]')
    expect(() => splice(tape, [two, one])).toThrow()
    expect(() => splice(tape, [one, one])).toThrow()

    const body = scannedBody('["one","two"]')
    expect(spliceTape(body, [one, two])).toEqual(Buffer.from('["o","t"]'))
    expect(() => spliceTape(body, [two, one])).toThrow()
    expect(() => spliceTape(body, [one, one])).toThrow()
  })
})

describe('spansFault', () => {
  it('finds nothing wrong with spans drawn in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat()), (text, cuts) => {
        expect(spansFault(text, spansFrom(text, cuts))).toBeUndefined()
      }),
    )
  })
})
