import fc from 'fast-check'
import { expect, it } from 'vitest'
import { remainsOf as remainsAt } from '../../../../core/json/splice/body.ts'

/** Of a value that stands alone, and of what begins with what came of it. */
const remainsOf = (bytes: Buffer, changed: Buffer, said?: Int32Array): number | undefined =>
  remainsAt({ bytes, start: 0, end: bytes.length }, changed, 0, said)

const value = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', ' ', '\\n', '\\"', '\\\\', '\\u00e9', 'é', '✓', 'ab ab ab ab ab ab ab ab '),
  maxLength: 40,
})
const places = fc.array(fc.integer({ min: -9, max: 300 }), { maxLength: 12 }).map((all) => {
  const even = all.length % 2 === 0 ? all : all.slice(1)
  return Int32Array.from(even)
})

/** What stays of a value at these places, which are sound. */
const gathered = (original: Buffer, bounds: Int32Array): Buffer =>
  Buffer.concat(
    Array.from({ length: bounds.length / 2 }, (_, index) =>
      original.subarray(bounds[2 * index], bounds[2 * index + 1]),
    ),
  )

it('what remains of a string does not depend on where it is said to stand', () => {
  let deleted = 0
  fc.assert(
    fc.property(value, value, places, fc.boolean(), (text, other, said, isOwn) => {
      const original = Buffer.from(text)
      const sorted = [...new Set(said)].filter((place) => place >= 0 && place <= original.length).sort((a, b) => a - b)
      const sound = Int32Array.from(sorted.slice(sorted.length % 2))
      const rest = isOwn ? gathered(original, sound) : Buffer.from(other)
      const changed = Buffer.concat([rest, Buffer.from('", "behind": 1')])
      const alone = remainsOf(original, changed)
      if (alone === rest.length) deleted += 1
      expect(remainsOf(original, changed, said)).toBe(alone)
      expect(remainsOf(original, changed, sound)).toBe(alone)
    }),
    { numRuns: 3_000 },
  )
  expect(deleted).toBeGreaterThan(300)
})

it('places that lie pass nothing that is no deletion', () => {
  const original = Buffer.from('one two three')
  const pass = (changed: string, ...said: number[]) =>
    remainsOf(original, Buffer.from(`${changed}"`), Int32Array.from(said))
  expect(pass('one three', 0, 4, 8, 13)).toBe(9)
  expect(pass('three one', 8, 13, 3, 4, 0, 3)).toBe(-1)
  expect(pass('one one', 0, 4, 0, 3)).toBe(-1)
  expect(pass('one four', 0, 4, 8, 13)).toBe(-1)
  expect(pass('one three!', 0, 4, 8, 14)).toBe(-1)
})
