import { expect, it } from 'vitest'
import { boundedMap } from '../../../core/collections/bounded-map.ts'

it('drops the entry that was set longest ago once it is full', () => {
  const map = boundedMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)

  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
})

it('has no entry that was deleted', () => {
  const map = boundedMap<number>(2)
  map.set('a', 1)
  map.delete('a')
  map.delete('never set')

  expect(map.get('a')).toBeUndefined()
})

it('is full by weight where entries have weights', () => {
  const map = boundedMap<string>(5, ({ length }) => length)
  map.set('a', 'xx')
  map.set('b', 'xx')
  map.set('a', 'x')
  map.set('c', 'xx')
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['x', 'xx', 'xx'])

  map.delete('a')
  map.set('d', 'xxx')
  expect([map.get('b'), map.get('c'), map.get('d')]).toEqual([undefined, 'xx', 'xxx'])

  map.set('e', 'xxxxxx')
  expect([map.get('c'), map.get('d'), map.get('e')]).toEqual([undefined, undefined, undefined])
})
