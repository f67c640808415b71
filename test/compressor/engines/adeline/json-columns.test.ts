// Members of the records of a list stay or go together.

import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const depths = [0.5, 0.65, 0.68, 0.7, 0.72, 0.73, 0.74, ...budgets] as const

const words = 'lamp oven kettle shelf drawer window ladder bucket garden cellar attic porch'.split(' ')
const word = (at: number): string => words[at % words.length] ?? ''
const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))

type Row = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Of each member whose values differ, those that are not empty are all there or all gone. */
const expectEven = (rows: readonly Row[], left: readonly Row[], where: string): void => {
  if (left.length === 0) return
  expect(left.length, where).toBe(rows.length)
  for (const key of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const values = rows.map((row) => JSON.stringify(row[key]))
    if (new Set(values).size === 1) continue
    const told = rows.map((row, at) => (isEmpty(row[key]) || !(key in row) ? undefined : key in (left[at] ?? {})))
    expect(new Set(told.filter((one) => one !== undefined)).size, `${where}: ${key}`).toBeLessThanOrEqual(1)
  }
}

const place = (at: number): Row => ({
  row: word(at),
  place: at + 1,
  kind: ['plain', 'box', 'low'][at % 3],
  taken: at % 3 === 0,
  price: 20 + 5 * (at % 4),
})

const lists: Readonly<Record<string, (at: number) => Row>> = {
  places: place,
  'tickets of which few are late': (at) => ({
    id: `T-${at}`,
    subject: `The ${word(at)} does not open`,
    open: true,
    hours: at === 5 ? 2 : 8,
    agent: at % 4 === 0 ? null : word(at + 3),
    region: 'north',
  }),
  'stock with members that some lack': (at) => ({
    sku: `A${100 + at}`,
    amount: (at * 7) % 5,
    shelf: `${word(at)}-${at % 4}`,
    ...(at % 4 === 1 ? { hold: `until ${10 + at} March` } : {}),
    unit: 'box of 12',
  }),
  measures: (at) => ({
    test: word(at),
    value: 3.1 + at / 7,
    unit: ['mg', 'g', 'ml'][at % 3],
    flag: at === 4 ? 'high' : '',
    method: 'slow',
  }),
}

describe('the values of one member', () => {
  for (const [name, row] of Object.entries(lists))
    it.each([3, 6, 14])(`stay or go in all records: ${name}, %i of them`, (count) => {
      const rows = many(count, row)
      for (const space of [undefined, 2])
        for (const budget of depths) {
          const left = JSON.parse(compacted(JSON.stringify(rows, null, space), budget)) as Row[]
          expectEven(rows, left, `${budget}`)
        }
    })

  it('stay or go in all records below a key, in lines of JSON, and inside of a member', () => {
    const row = place
    const rows = many(9, (at) => ({ id: at, seat: row(at) }))
    for (const budget of depths) {
      const below = JSON.parse(compacted(JSON.stringify({ event: 'Fair', seats: many(9, row) }), budget)) as {
        seats?: Row[]
      }
      expectEven(many(9, row), below.seats ?? [], `${budget}, below a key`)
      const lines = compacted(rows.map((one) => JSON.stringify(one)).join('\n'), budget)
      const left = lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { seat?: Row })
      expectEven(
        many(9, row),
        left.map((one) => one.seat ?? {}),
        `${budget}, inside`,
      )
    }
  })

  it('may go from all records but one where they are the same', () => {
    const rows = many(12, (at) => ({
      id: at,
      name: word(at),
      maker: 'House and Garden Ltd',
      text: `About the ${word(at)}`,
    }))
    expect(compacted(JSON.stringify(rows), 0.7).split('House and Garden').length).toBe(2)
  })

  it('are said by the first record where they are the same in all', () => {
    const row = (at: number): Row => ({
      id: at,
      region: 'eu-west-1',
      name: word(at),
      size: 10 * at,
      encrypted: true,
      delay: 0,
    })
    for (const count of [3, 5, 16])
      for (const budget of depths) {
        const rows = many(count, row)
        const [first] = JSON.parse(compacted(JSON.stringify(rows, null, 2), budget)) as Row[]
        expect(first, `${budget}`).toMatchObject({ region: 'eu-west-1', encrypted: true, delay: 0 })
        const lines = compacted(`${rows.map((one) => JSON.stringify(one)).join('\n')}\n`, budget)
        expect(JSON.parse(lines.split('\n')[0] ?? ''), `${budget}`).toMatchObject({ region: 'eu-west-1', delay: 0 })
      }
  })

  it('are said again by a list that has others than the one before', () => {
    const list = (region: string): Row[] => many(6, (at) => ({ name: word(at), region, size: at }))
    const text = JSON.stringify({ lists: ['north', 'south', 'south', 'north'].map((region) => ({ of: list(region) })) })
    for (const budget of depths) {
      const regions = compacted(text, budget).match(/north|south/g) ?? []
      expect(
        regions.filter((one, at) => one !== regions[at - 1]),
        `${budget}`,
      ).toEqual(['north', 'south', 'north'])
    }
  })

  it('of a list do not decide on those of another', () => {
    const list = (from: number): Row[] =>
      many(8, (at) => ({ id: from + at, tone: word(from + 3 * at), size: (from * at) % 7 }))
    const lists = [list(0), list(20), list(40)]
    for (const budget of depths) {
      const left = JSON.parse(compacted(JSON.stringify({ lists: lists.map((of) => ({ of })) }), budget)) as {
        lists?: { of?: Row[] }[]
      }
      for (const [at, rows] of lists.entries()) expectEven(rows, left.lists?.[at]?.of ?? [], `${budget}, ${at}`)
    }
  })
})
