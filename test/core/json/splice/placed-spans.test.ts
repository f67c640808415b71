import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areFew, copyPlaced, placedLength } from '../../../../core/json/splice/placed-spans.ts'

const units = ['a', ' ', '\\n', '\\"', '\\\\', '\\u00e9', '\\u005c', 'u', 'é', '✓', '😀']
const spelled = fc.array(fc.constantFrom(...units), { maxLength: 12 })

/** A value within a body, between its quotes. */
const inBody = (text: string) => {
  const bytes = Buffer.from(`{"a":"${text}"}`)
  return { bytes, start: 6, end: bytes.length - 2 }
}

describe('spans that are compared in place', () => {
  it('are believed only where they part no character and no escape', () => {
    fc.assert(
      fc.property(spelled, (all) => {
        const value = inBody(all.join(''))
        const length = value.end - value.start
        const ends = new Set(all.map((_, index) => Buffer.byteLength(all.slice(0, index + 1).join(''))))
        for (let place = 1; place <= length; place += 1) {
          const { bytes, start, end } = value
          const before = Buffer.from(`${bytes.toString('latin1', start, start + place)}"`, 'latin1')
          expect(placedLength(value, Int32Array.of(0, place), before, 0)).toBe(ends.has(place) ? place : undefined)
          if (place === length) continue
          const behind = Buffer.from(`${bytes.toString('latin1', start + place, end)}"`, 'latin1')
          const left = ends.has(place) ? length - place : undefined
          expect(placedLength(value, Int32Array.of(place, length), behind, 0)).toBe(left)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('are left to others behind a thousand backslashes', () => {
    const value = inBody('\\\\'.repeat(2_000))
    expect(placedLength(value, Int32Array.of(0, 4_000), Buffer.from(`${'\\\\'.repeat(2_000)}"`), 0)).toBeUndefined()
  })
})

describe('spans that are copied in place', () => {
  it('are those of the value, in their order', () => {
    const value = inBody('one two three')
    const out = Buffer.alloc(20, '.')
    expect(copyPlaced(value, Int32Array.of(0, 4, 8, 13), out, 2)).toBe(9)
    expect(out.toString()).toBe('..one three.........')
    for (const places of [
      [8, 13, 0, 4],
      [0, 14],
      [4, 4],
      [-1, 3],
      [0, 4, 3, 5],
    ])
      expect(() => copyPlaced(value, Int32Array.from(places), out, 0)).toThrow('not of this string')
  })

  it('are few', () => {
    expect([64, 66].map((length) => areFew(new Int32Array(length)))).toEqual([true, false])
  })
})
