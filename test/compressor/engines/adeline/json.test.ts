import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText } from '../../../core/json/arbitrary.ts'
import { budgets, compacted, reasonFor } from './compacted.ts'
import { jsonLeaves } from './json-leaves.ts'

const orders = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: 70_000 + at,
    created_at: `2031-05-0${1 + (at % 9)}T07:00:00Z`,
    customer: `person-${at % 9}`,
    status: at === 11 ? 'refused' : 'shipped',
    currency: 'EUR',
    total: 100 + ((at * 37) % 50),
    note: null,
    coupon: '',
  }))

describe('JSON', () => {
  it('drops nulls, empty values and what a column repeats, and keeps the rest and every state', () => {
    const rows = orders(10)
    expect(JSON.parse(compacted(JSON.stringify(rows)))).toEqual(
      rows.map(({ id, created_at, customer, status, currency, total }, at) =>
        at === 0 ? { id, created_at, customer, status, currency, total } : { id, created_at, customer, status, total },
      ),
    )
  })

  it('keeps every record with an id in a long list by default', () => {
    const kept = JSON.parse(compacted(JSON.stringify(orders(200))))
    expect(kept.map((row: { id: number }) => row.id)).toEqual(orders(200).map(({ id }) => id))
  })

  it('keeps the first two, the last and the unusual ones of a long run of samples', () => {
    const samples = Array.from({ length: 60 }, (_, at) => ({ value: at === 30 ? 900 : 20 + (at % 3), unit: 'ms' }))
    const kept = JSON.parse(compacted(JSON.stringify({ samples }))).samples.map(({ value }: { value: number }) => value)
    expect(kept.slice(0, 2)).toEqual([20, 21])
    expect(kept.at(-1)).toBe(20 + (59 % 3))
    expect(kept).toContain(900)
    expect(kept.length).toBeLessThan(25)
  })

  it('keeps events that report a failure, at any budget', () => {
    const events = Array.from({ length: 80 }, (_, at) => ({
      time: `2031-05-06T07:${String(at % 60).padStart(2, '0')}:00Z`,
      message: at === 41 ? 'upload failed: quota exceeded' : 'upload finished',
    }))
    for (const budget of budgets) expect(compacted(JSON.stringify(events), budget)).toContain('quota exceeded')
    expect(JSON.parse(compacted(JSON.stringify(events))).length).toBeLessThan(25)
  })

  it('keeps the first link of a record and the link that people follow', () => {
    const record = (id: number) => ({
      id,
      url: `https://api.example/items/${id}`,
      events_url: `https://api.example/items/${id}/events`,
      labels_url: `https://api.example/items/${id}/labels`,
      html_url: `https://example/items/${id}`,
      node_id: 'MDU6SXNzdWU0NDQ1MDAwNDE=',
      gravatar_id: '',
      title: `Item ${id} of the catalogue`,
    })
    const kept = JSON.parse(compacted(JSON.stringify([record(51), record(52), record(53)])))
    for (const [at, row] of kept.entries()) {
      const { id, url, html_url, title } = record(51 + at)
      expect(row).toMatchObject({ id, url, html_url, title })
      expect(row).not.toHaveProperty('events_url')
    }
  })

  it('keeps or drops a list of plain values as a whole, because a position in it may carry meaning', () => {
    const text = JSON.stringify({
      columns: ['id', 'lat', 'lon', 'city', 'note'],
      rows: Array.from({ length: 40 }, (_, at) => [at, 47.1 + at, 8.5 + at]),
      names: Array.from({ length: 40 }, (_, at) => `station ${at}`),
      empty: null,
    })
    for (const budget of budgets) {
      const kept = JSON.parse(compacted(text, budget))
      const whole = JSON.parse(text)
      for (const key of Object.keys(kept)) expect(kept[key]).toEqual(whole[key])
    }
  })

  it('keeps numbers, escapes and key order in their own spelling', () => {
    const text = `[${Array.from({ length: 12 }, (_, at) => `{"id":"r${at}","big":1234567890123456789${at}.10,"text":"\\u00e9\\/${at}","none":null,"void":[]}`).join(',')}]`
    const kept = compacted(text)
    expect(kept).toContain('"big":12345678901234567890.10')
    expect(kept).toContain('"text":"\\u00e9\\/11"')
    expect(kept).not.toContain('none')
  })

  it('keeps both members with the same key, or neither', () => {
    const row = (at: number) => `{"id":${at},"a":1,"\\u0061":2,"note":null,"extra":""}`
    const text = `[${Array.from({ length: 30 }, (_, at) => row(at)).join(',')}]`
    for (const budget of budgets) {
      const kept = compacted(text, budget)
      expect(kept.split('"a":').length).toBe(kept.split('"\\u0061":').length)
    }
  })

  it('keeps the id of every record that keeps a field, at any budget', () => {
    const text = JSON.stringify({ rows: orders(40) })
    for (const budget of budgets)
      for (const row of JSON.parse(compacted(text, budget)).rows) expect(row).toHaveProperty('id')
  })

  it('does not bind a record to an id that repeats its key, and never empties the record', () => {
    const variants = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `77${at}0${at}`,
        { item_id: `77${at}0${at}`, color: at % 2 === 0 ? 'blue' : 'red', price: 40 + (at % 7) + at / 100 },
      ]),
    )
    const left = budgets.map((budget) => JSON.parse(compacted(JSON.stringify({ variants }), budget)).variants ?? {})
    for (const [id, variant] of left.flatMap((kept) => Object.entries<object>(kept))) {
      expect(variants[id]).toMatchObject(variant)
      expect(Object.keys(variant).length).toBeGreaterThan(0)
    }
    const alone = left.flatMap((kept) => Object.values<object>(kept)).filter((variant) => !('item_id' in variant))
    expect(alone.length).toBeGreaterThan(0)
  })

  it('stays JSON with every leaf at its path and no container emptied, at any budget', () => {
    const documents = fc.array(jsonText, { minLength: 8, maxLength: 30 }).map((values) => `[${values.join(',')}]`)
    fc.assert(
      fc.property(documents, fc.constantFrom(...budgets), (text, budget) => {
        const before = jsonLeaves(text)
        for (const [leaf, count] of jsonLeaves(compacted(text, budget)))
          expect(before.get(leaf) ?? 0, leaf).toBeGreaterThanOrEqual(count)
      }),
      { numRuns: 80 },
    )
  })

  it('loses whole lines of JSON lines, and every line that stays is JSON', () => {
    const line = (at: number) =>
      JSON.stringify({
        time: '2031-01-02T03:04:05Z',
        level: at === 20 ? 'error' : 'info',
        worker: at % 4,
        took: 10 + (at % 5),
      })
    const text = Array.from({ length: 50 }, (_, at) => line(at)).join('\n')
    for (const budget of budgets) {
      const kept = compacted(text, budget).split('\n')
      for (const each of kept) expect(() => JSON.parse(each)).not.toThrow()
      expect(kept.filter((each) => each.includes('"level":"error"'))).toHaveLength(1)
      expect(kept.length).toBeLessThan(30)
    }
    const usual = compacted(text).split('\n')
    expect(usual.slice(0, 2)).toEqual([line(0), line(1)])
    expect(usual).toContain(line(20))
    expect(usual.at(-1)).toBe(line(49))
  })

  it('is compacted inside other text and stays JSON there', () => {
    const value = JSON.stringify(orders(30), null, 2)
    const kept = compacted(`Response body:\n${value}\nDone in 12 ms.\n`)
    expect(kept.startsWith('Response body:\n[')).toBe(true)
    expect(kept.endsWith(']\nDone in 12 ms.\n')).toBe(true)
    expect(() => JSON.parse(kept.slice(15, -15))).not.toThrow()
    expect(kept.length).toBeLessThan(0.6 * value.length)
  })

  it('stays untouched if it is small', () => {
    expect(reasonFor('{"a":null,"b":1}')).toBe('too-short')
  })
})
