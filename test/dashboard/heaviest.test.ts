import { describe, expect, it } from 'vitest'
import { heaviest } from '../../dashboard/page/data/heaviest.ts'

const row = (name: string, net: number, exchanges = 1) => ({ name, net, exchanges })
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name).join(' ')

describe('the heaviest rows of a breakdown', () => {
  it('are all of a few, what cost more last', () => {
    const { rows, leftOut } = heaviest([row('b', 0), row('c', -5), row('a', 7)])
    expect([names(rows), leftOut]).toEqual(['a b c', []])
  })

  it('never leave out a cost for a smaller saving', () => {
    const small = Array.from({ length: 9 }, (_, index) => row(`small${index}`, 10 + index))
    const { rows, leftOut } = heaviest([...small, row('cost', -400)])
    expect(rows).toHaveLength(8)
    expect(rows.at(-1)?.name).toBe('cost')
    expect(names(leftOut)).toBe('small1 small0')
  })

  it('are those with more exchanges where nothing was saved', () => {
    const idle = Array.from({ length: 9 }, (_, index) => row(`idle${index}`, 0, index))
    expect(names(heaviest(idle).leftOut)).toBe('idle0')
  })
})
