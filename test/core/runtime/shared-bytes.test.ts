import { expect, test } from 'vitest'
import { sharedBytes } from '../../../core/runtime/shared-bytes.ts'

test('Beyond the share, those bodies go which began first, and no more than must', () => {
  const bodies = sharedBytes(10)
  const dropped: string[] = []
  const begun = (name: string) => bodies.begin(() => dropped.push(name))
  const [first, second, third] = [begun('first'), begun('second'), begun('third')]
  second.grow(5)
  first.grow(5)
  expect(dropped).toEqual([])

  third.grow(1)
  expect(dropped).toEqual(['first'])
  // It was counted, and is no longer.
  first.end()
  third.grow(4)
  expect(dropped).toEqual(['first'])
  third.grow(1)
  expect(dropped).toEqual(['first', 'second'])
})

test('What has arrived whole makes room', () => {
  const bodies = sharedBytes(10)
  const dropped: number[] = []
  for (let count = 0; count < 100; count += 1) {
    const body = bodies.begin(() => dropped.push(count))
    body.grow(10)
    body.end()
  }
  expect(dropped).toEqual([])
})

test('What was dropped counts no longer, even if it goes on', () => {
  const bodies = sharedBytes(10)
  const dropped: string[] = []
  const first = bodies.begin(() => dropped.push('first'))
  first.grow(11)
  first.grow(11)
  first.end()
  bodies.begin(() => dropped.push('second')).grow(10)
  expect(dropped).toEqual(['first'])
})
