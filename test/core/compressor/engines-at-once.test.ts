import { expect, it } from 'vitest'
import { enginesAtOnce } from '../../../core/compressor/engines-at-once.ts'

it.each([
  [1, 2_000_000_000, 1],
  [4, 8_000_000_000, 4],
  [4, 900_000_000, 2],
  [2, 300_000_000, 1],
])('%i processors and %i bytes have work for %i copies of the engines', (processors, bytes, copies) => {
  expect(enginesAtOnce(processors, bytes)).toBe(copies)
})
