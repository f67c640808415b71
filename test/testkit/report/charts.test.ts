// Charts: values stand where their scale says, and no text breaks the document.

import { describe, expect, it } from 'vitest'
import { barsSvg } from '../../../testkit/report/charts/bars.ts'
import { curvesSvg } from '../../../testkit/report/charts/curves.ts'
import { colours, scaleOf } from '../../../testkit/report/charts/svg.ts'

describe('a scale', () => {
  it('ends at round values that hold all data', () => {
    const { low, high, ticks } = scaleOf([3, 17], 0, 100)
    expect(low).toBeLessThanOrEqual(3)
    expect(high).toBeGreaterThanOrEqual(17)
    expect(ticks[0]).toBe(low)
    expect(ticks.at(-1)).toBe(high)
    expect(ticks.length).toBeLessThanOrEqual(9)
  })

  it('is linear, and turned round when its pixels are', () => {
    const { position, low, high } = scaleOf([0, 10], 200, 100)
    expect(position(low)).toBe(200)
    expect(position(high)).toBe(100)
    expect(position((low + high) / 2)).toBe(150)
  })

  it('has room for a single value', () => {
    const { low, high } = scaleOf([5], 0, 1)
    expect(high).toBeGreaterThan(low)
  })
})

it('text with marks of its own stays text', () => {
  const bars = [{ name: '<b> & "c"', value: 1.2, worst: 1.4 }]
  const drawn = barsSvg({ title: 'a < b', x: 'x', mark: 1, bars })
  expect(drawn).toContain('&lt;b&gt; &amp; &quot;c&quot;')
  expect(drawn).not.toContain('<b>')
})

it('curves of one colour can be told apart', () => {
  const curves = Array.from({ length: colours.length + 1 }, (_, at) => ({ name: `${at}`, points: [{ x: at, y: at }] }))
  const drawn = curvesSvg({ title: 't', x: 'x', y: 'y', curves, targets: [] })
  expect(drawn.match(/stroke-dasharray/g)).toHaveLength(1)
})

it('every point of a curve is drawn, and every target, and both are in the legend', () => {
  const points = [
    { x: 1, y: 90 },
    { x: 2, y: 80 },
  ]
  const drawn = curvesSvg({
    title: 't',
    x: 'x',
    y: 'y',
    curves: [{ name: 'one', points }],
    targets: [{ name: 'to reach', points: [{ x: 3, y: 95 }] }],
  })
  expect(drawn.match(/r="3.5"/g)).toHaveLength(3)
  expect(drawn.match(/<path/g)).toHaveLength(2)
})

it('numbers of an axis stand with the unit that is asked for, and with percent otherwise', () => {
  const chart = { title: 't', x: 'x', y: 'y', curves: [{ name: 'one', points: [{ x: 0, y: 4 }] }], targets: [] }
  expect(curvesSvg(chart)).toContain('>4 %<')
  const drawn = curvesSvg({ ...chart, units: { x: '', y: ' MB' } })
  expect(drawn).toContain('>4 MB<')
  expect(drawn).not.toContain('%<')
})
