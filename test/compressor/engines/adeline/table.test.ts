import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const samples = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${1_000 + at},${20 + (at % 3)},"ok, as usual"`)

const prices = [
  'sku,name,price,stock',
  ...Array.from({ length: 60 }, (_, at) => `A-${100 + at},"Lamp, brass",${19 + (at % 7)}.50,${at % 5}`),
  'Total,,,120',
]

/** Cells of a CSV row, quoted commas respected. */
const cells = (row: string): number => row.replace(/"[^"]*"/g, '').split(',').length

describe('tables', () => {
  it('CSV of samples: the header, the first two rows, the last, and the row that stands out stay', () => {
    const rows = samples(80)
    rows[50] = '1050,9000,"ok, as usual"'
    const kept = compacted(['at,load,remark', ...rows].join('\n')).split('\n')
    expect(kept.slice(0, 3)).toEqual(['at,load,remark', rows[0], rows[1]])
    expect(kept).toContain(rows[50])
    expect(kept.at(-1)).toBe(rows.at(-1))
    expect(kept.length).toBeLessThan(25)
  })

  it('a table of prices keeps every row by default: each names something of its own', () => {
    expect(compacted(prices.join('\n'))).toBe(prices.join('\n'))
  })

  it('rows keep all their cells, and the header stays with them, at any budget', () => {
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

  it('Markdown: no row stays without the header and the rule below it', () => {
    const rows = Array.from({ length: 50 }, (_, at) => `| ${at} | ${(at * 7) % 5} | steady |`)
    const text = ['| at | load | trend |', '|---:|---:|---|', ...rows].join('\n')
    for (const budget of budgets) {
      const kept = compacted(text, budget).split('\n')
      expect(kept.slice(0, 2)).toEqual(text.split('\n').slice(0, 2))
      expect(kept.length).toBeLessThan(30)
      for (const row of kept) expect(row.split('|')).toHaveLength(5)
    }
  })

  it('rows that tell of a failure stay', () => {
    const rows = Array.from({ length: 60 }, (_, at) => `${at}\t${at % 4}\t${at === 31 ? 'failed' : 'fine'}`)
    for (const budget of budgets)
      expect(compacted(['n\tnode\tresult', ...rows].join('\n'), budget)).toContain('31\t3\tfailed')
  })

  it('a cell that reaches over a line end is never parted from its row', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `${at},"first line\nsecond line, ${at}",x`)
    const text = ['n,text,mark', ...rows].join('\n')
    for (const budget of budgets) {
      const kept = compacted(text, budget)
      for (const match of kept.matchAll(/^(\d+),"first line$/gm))
        expect(kept.slice(match.index + match[0].length + 1)).toMatch(new RegExp(`^second line, ${match[1]}",x`))
    }
  })
})
