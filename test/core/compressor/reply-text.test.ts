import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsedReply } from '../../../core/compressor/reply-text.ts'
import { PackedSpans } from '../../../core/text/spans.ts'

/** The same with lists of pairs for packed spans. */
const unpacked = (value: unknown): unknown => {
  if (value instanceof PackedSpans) return [...value]
  if (Array.isArray(value)) return value.map(unpacked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unpacked(member)]))
}

const bound = fc.oneof(
  { weight: 12, arbitrary: fc.nat(999_999_999) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, 1e9, 2 ** 31, 1e21, null, '1', [1, 2]) },
)
const pair = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(bound, bound) },
  { weight: 1, arbitrary: fc.array(bound, { maxLength: 3 }) },
)
const kept = fc.record({
  kept: fc.oneof(fc.array(pair), fc.nat(3)),
  tokens_before: fc.nat(),
  floor_reached: fc.boolean(),
})
const abstained = fc.record({
  abstained: fc.constantFrom('too-short', '"kept":[[1,2]]', '"kept":[['),
  tokens_before: fc.nat(),
})
const reply = fc.record({ engine_version: fc.string(), results: fc.array(fc.oneof(kept, abstained)) })

describe('the text of a compressor’s answer', () => {
  it('says what its JSON says', () => {
    fc.assert(
      fc.property(reply, (answer) => {
        expect(unpacked(parsedReply(JSON.stringify(answer)))).toEqual(answer)
      }),
    )
  })

  it('has its spans in one block', () => {
    const read = parsedReply('{"results":[{"kept":[[0,1],[20,300]],"tokens_before":9},{"kept":[[5,6]]}]}')
    expect(read).toEqual({
      results: [
        { kept: new PackedSpans(Int32Array.of(0, 1, 20, 300)), tokens_before: 9 },
        { kept: new PackedSpans(Int32Array.of(5, 6)) },
      ],
    })
  })

  it.each([
    '{"kept": [[0, 1], [20, 300]]}',
    '{"kept":[[0,1],[20]]}',
    '{"kept":[[0,1],[]]}',
    '[{"kept":0},{"kept":[[0,1]]}]',
    '[{"kept":7},{"kept":[[0,1]]}]',
    '{"so\\"kept":[[0,1]]}',
    '{"kept":[[0,1],[20,3,4]]}',
    '{"kept":[[0,1],"a]]"]}',
    '{"kept":[[0,-1]]}',
    '{"kept":[[0,1.5]]}',
    '{"kept":[[0,12345678901]]}',
    '{"kept":[[]]}',
    '{"kept":[]}',
  ])('is plain JSON where spans are printed otherwise or are none: %s', (text) => {
    expect(parsedReply(text)).toEqual(JSON.parse(text))
  })

  it.each(['', '{', '{"kept":[[0,1]]', '{"kept":[[0,1]],}', '{"kept":[[0,1', '{"kept":[[00,1]]}'])(
    'throws where it is no JSON: %s',
    (text) => {
      expect(() => parsedReply(text)).toThrow(SyntaxError)
    },
  )
})
