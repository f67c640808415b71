import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BodyText } from '../../../core/json/body-text.ts'
import { utf8Of } from '../../../core/json/utf8.ts'

it('a body gives the bytes between any two places, each as a unit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), fc.nat(40), (text, start, length) => {
      const bytes = Buffer.from(text)
      const body = new BodyText(bytes)
      const whole = bytes.toString('latin1')
      expect(body.length).toBe(whole.length)
      expect(body.slice(start, start + length)).toBe(whole.slice(start, start + length))
      expect(body.slice(start)).toBe(whole.slice(start))
      expect(body.slice()).toBe(whole)
    }),
    { numRuns: 500 },
  )
})

it('long texts of any characters have the bytes that short ones have', () => {
  for (const unit of ['plain ', 'Köln ', '✓ ', '😀 ', 'half \ud83d ', 'ÿ'])
    for (const times of [1, 5_000]) expect(utf8Of(unit.repeat(times))).toEqual(Buffer.from(unit.repeat(times)))
})
