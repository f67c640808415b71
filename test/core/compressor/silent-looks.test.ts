import { expect, it } from 'vitest'
import { silentLooks } from '../../../core/compressor/silent-looks.ts'

it('takes an engine for stuck that is silent at five looks in turn', () => {
  const looks = silentLooks()

  const first = Array.from({ length: 4 }, looks.silent)
  looks.heard()
  const then = Array.from({ length: 5 }, looks.silent)

  expect([...first, ...then]).toEqual([...Array(8).fill(false), true])
})
