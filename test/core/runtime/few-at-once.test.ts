import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fewAtOnce, nothingLeft } from '../../../core/runtime/pieces.ts'

/** Works on items of which some leave so many pieces; what is done, in order. */
const worked = (items: readonly number[]) => {
  const done: string[] = []
  const left = fewAtOnce(items, (pieces) => {
    done.push(`begun ${pieces}`)
    if (pieces === 0) return nothingLeft
    return (function* () {
      for (let piece = 1; piece <= pieces; piece += 1) {
        yield
        done.push(`piece ${piece}`)
      }
    })()
  })
  return { done, left }
}

it('does all of the work in its order, whatever is left of it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 30 }), (items) => {
      const { done, left } = worked(items)
      for (const _ of left);
      const pieces = (count: number) => Array.from({ length: count }, (_, index) => `piece ${index + 1}`)
      expect(done).toEqual(items.flatMap((count) => [`begun ${count}`, ...pieces(count)]))
    }),
  )
})

it('leaves nothing of a few items that leave nothing', () => {
  expect(worked([0, 0, 0]).left).toBe(nothingLeft)
})

it('works on no more than a few at once', () => {
  const { done, left } = worked(Array.from({ length: 1_000 }, () => 0))
  expect(done.length).toBeLessThan(10)
  expect([...left].length).toBeGreaterThan(900)
})
