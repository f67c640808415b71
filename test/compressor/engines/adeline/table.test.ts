import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const samples = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${1_000 + at},${20 + (at % 3)},"ok, as usual"`)

const prices = [
  'sku,name,price,stock',
  ...Array.from({ length: 60 }, (_, at) => `A-${100 + at},"Lamp, brass",${19 + (at % 7)}.50,${at % 5}`),
  'Total,,,120',
]

/** The cells of a CSV row, with quoted commas. */
const cells = (row: string): number => row.replace(/"[^"]*"/g, '').split(',').length

describe('tables', () => {
  it('keep the header, the first two rows, the last one and the unusual one of CSV samples', () => {
    const rows = samples(80)
    rows[50] = '1050,9000,"ok, as usual"'
    const kept = compacted(['at,load,remark', ...rows].join('\n')).split('\n')
    expect(kept.slice(0, 3)).toEqual(['at,load,remark', rows[0], rows[1]])
    expect(kept).toContain(rows[50])
    expect(kept.at(-1)).toBe(rows.at(-1))
    expect(kept.length).toBeLessThan(25)
  })

  it('lose as many rows whether a word of theirs is the sum in another language or not', () => {
    const of = (kind: string): string =>
      ['at,load,kind', ...Array.from({ length: 80 }, (_, at) => `${1_000 + at},${20 + (at % 3)},${kind}`)].join('\n')
    for (const budget of [0.5, 0.72, 0.76])
      expect(compacted(of('media'), budget).replaceAll('media', 'video')).toBe(compacted(of('video'), budget))
  })

  it('keep every row of a price list by default, because each names something else', () => {
    expect(compacted(prices.join('\n'))).toBe(prices.join('\n'))
  })

  it('keep all cells of every kept row, and the header with them, at any budget', () => {
    for (const budget of budgets) {
      const kept = compacted(prices.join('\n'), budget).split('\n')
      expect(kept[0]).toBe(prices[0])
      expect(kept.at(-1)).toBe('Total,,,120')
      for (const row of kept) {
        expect(prices).toContain(row)
        expect(cells(row)).toBe(4)
      }
    }
  })

  it('keep no Markdown row without the header and the rule below it', () => {
    const rows = Array.from({ length: 50 }, (_, at) => `| ${at} | ${(at * 7) % 5} | steady |`)
    const text = ['| at | load | trend |', '|---:|---:|---|', ...rows].join('\n')
    for (const budget of budgets) {
      const kept = compacted(text, budget).split('\n')
      expect(kept.slice(0, 2)).toEqual(text.split('\n').slice(0, 2))
      expect(kept.length).toBeLessThan(30)
      for (const row of kept) expect(row.split('|')).toHaveLength(5)
    }
  })

  it('keep rows that report a failure', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `${at}\t${at % 4}\t${at === 31 ? 'failed' : 'fine'}`)
    for (const budget of budgets)
      expect(compacted(['n\tnode\tresult', ...rows].join('\n'), budget)).toContain('31\t3\tfailed')
  })

  it('never separate a cell with a line end in it from its row', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},"first line\nsecond line, ${at}",x`)
    const text = ['n,text,mark', ...rows].join('\n')
    for (const budget of budgets) {
      const kept = compacted(text, budget)
      for (const match of kept.matchAll(/^(\d+),"first line$/gm))
        expect(kept.slice(match.index + match[0].length + 1)).toMatch(new RegExp(`^second line, ${match[1]}",x`))
    }
  })
})
