// Kept spans: which are sound, what they leave, and what is between them.

import { describe, expect, it } from 'vitest'
import {
  deletedCharacters,
  joinedSpans,
  PackedSpans,
  sliceSpans,
  spansBetween,
  spansFault,
  splitsCharacter,
  withoutSpans,
} from '../../../core/text/spans.ts'

// Its third character has two units.
const text = 'ab\u{1f600}cd'

describe('spans from elsewhere', () => {
  it.each([
    [
      'in order',
      [
        [0, 1],
        [1, 2],
        [4, 6],
      ],
      undefined,
    ],
    ['none', [], undefined],
    ['around a character of two units', [[0, 4]], undefined],
    ['with a bound that is no whole number', [[0, 1.5]], 'not whole numbers'],
    ['with a bound that is no number', [[Number.NaN, 2]], 'not whole numbers'],
    [
      'that overlap',
      [
        [0, 2],
        [1, 5],
      ],
      'not in order',
    ],
    [
      'that go back',
      [
        [4, 5],
        [0, 1],
      ],
      'not in order',
    ],
    ['before the beginning', [[-1, 2]], 'not in order'],
    ['that are empty', [[1, 1]], 'empty or backwards'],
    ['that run backwards', [[2, 1]], 'empty or backwards'],
    ['beyond the end', [[5, 7]], 'past the end'],
    ['that begin within a character', [[3, 4]], 'inside a character'],
    ['that end within a character', [[0, 3]], 'inside a character'],
  ] as const)('%s', (_what, spans, fault) => {
    expect(spansFault(text, spans)).toBe(fault)
  })
})

describe('a cut', () => {
  it('parts a character between its halves alone', () => {
    expect([0, 1, 2, 3, 4, 5, 6].filter((index) => splitsCharacter(text, index))).toEqual([3])
  })

  it('parts nothing between halves that are of no character', () => {
    const halves = '\udc00\ud800\ud800x\udc00'
    expect([0, 1, 2, 3, 4, 5].filter((index) => splitsCharacter(halves, index))).toEqual([])
  })
})

describe('what spans leave', () => {
  it('is the text between them', () => {
    expect(
      spansBetween(6, [
        [1, 2],
        [4, 5],
      ]),
    ).toEqual([
      [0, 1],
      [2, 4],
      [5, 6],
    ])
    expect(
      spansBetween(6, [
        [0, 2],
        [2, 6],
      ]),
    ).toEqual([])
    expect(spansBetween(6, [])).toEqual([[0, 6]])
    // In the order of their starts they may overlap, or lie within each other.
    expect(
      spansBetween(9, [
        [0, 5],
        [1, 2],
        [4, 7],
      ]),
    ).toEqual([[7, 9]])
  })

  it('is counted alike, packed or not', () => {
    const spans = [
      [1, 2],
      [4, 6],
    ] as const
    expect([deletedCharacters(6, spans), deletedCharacters(6, PackedSpans.of(spans))]).toEqual([3, 3])
    expect(sliceSpans('abcdef', PackedSpans.of(spans))).toBe('bef')
  })

  it('is less by what goes as well', () => {
    const kept = [
      [0, 4],
      [6, 9],
    ] as const
    expect(withoutSpans(kept, [])).toBe(kept)
    expect(withoutSpans(kept, [[1, 2]])).toEqual([
      [0, 1],
      [2, 4],
      [6, 9],
    ])
    // Over the end of one and the beginning of the next.
    expect(withoutSpans(kept, [[3, 7]])).toEqual([
      [0, 3],
      [7, 9],
    ])
    expect(withoutSpans(kept, [[0, 4]])).toEqual([[6, 9]])
    expect(withoutSpans(kept, [[4, 6]])).toEqual([
      [0, 4],
      [6, 9],
    ])
    expect(
      withoutSpans(kept, [
        [0, 1],
        [2, 3],
        [6, 7],
        [8, 9],
      ]),
    ).toEqual([
      [1, 2],
      [3, 4],
      [7, 8],
    ])
  })
})

describe('packed spans', () => {
  it('are the same ones, joined where they touch', () => {
    const packed = PackedSpans.of([
      [0, 1],
      [1, 2],
      [4, 5],
      [5, 6],
    ])
    expect([...joinedSpans(packed)]).toEqual([
      [0, 2],
      [4, 6],
    ])
    expect([...packed]).toEqual([
      [0, 1],
      [1, 2],
      [4, 5],
      [5, 6],
    ])
    expect([packed.length, packed.characters]).toEqual([4, 4])
    expect(
      joinedSpans(packed).equals(
        PackedSpans.of([
          [0, 2],
          [4, 6],
        ]),
      ),
    ).toBe(true)
    expect(packed.equals(joinedSpans(packed))).toBe(false)
    expect(PackedSpans.of(packed)).toBe(packed)
  })

  it.each([
    [0.5, 1],
    [0, 2 ** 31],
    [0, Number.NaN],
  ])('are none of %d to %d', (start, end) => {
    expect(() => PackedSpans.of([[start, end]])).toThrow(RangeError)
  })
})
