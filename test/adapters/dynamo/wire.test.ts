// What our adapters write is what the SDK writes, and what they read is what it reads.

import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainItem, wireItem, wireValue } from '../../../adapters/dynamo/wire.ts'

type Item = Record<string, unknown>

const values = fc.letrec<{ value: unknown; item: Item }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }).map((texts) => new Set(texts)),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('item'),
  ),
  item: fc.dictionary(fc.stringMatching(/^[a-z][A-Z]{0,8}$/), fc.option(tie('value'), { nil: undefined }), {
    maxKeys: 6,
    noNullPrototype: true,
  }),
}))

describe('an item on the wire', () => {
  it('is what the SDK makes of it', () => {
    fc.assert(
      fc.property(values.item, (item) => {
        const theirs = marshall(item, { removeUndefinedValues: true })
        expect(wireItem(item)).toEqual(theirs)
        expect(plainItem(wireItem(item))).toEqual(unmarshall(theirs))
      }),
      { numRuns: 300 },
    )
  })

  it('carries bytes in base64, and gives them back', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const state = all.subarray(3, 250)

    expect(wireItem({ state })).toEqual({ state: { B: state.toString('base64') } })
    expect(plainItem(wireItem({ state }))).toEqual({ state: new Uint8Array(state) })
  })

  it.each([
    ['NaN', Number.NaN],
    ['an endless number', Number.POSITIVE_INFINITY],
    ['an integer that is not exact', 2 ** 53],
    ['a function', () => {}],
    ['a big integer', 1n],
    ['an empty set', new Set()],
    ['a set of numbers', new Set([1])],
  ])('holds no %s', (_what, value) => {
    expect(() => wireValue(value)).toThrow()
  })
})
