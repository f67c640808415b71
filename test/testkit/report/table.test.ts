// How figures are printed, and when a bar counts as reached.

import { describe, expect, it } from 'vitest'
import { atMost, exactly, isReached, type Section } from '../../../testkit/report/figures.ts'
import { barsText, sectionJson, sectionText, spelled } from '../../../testkit/report/table.ts'

const section: Section = {
  title: 'Speed',
  conditions: ['10 rounds'],
  figures: [
    { subject: 'pipe', measure: 'p50', value: 0.512, unit: 'ms' },
    { subject: 'service', measure: 'p50', value: 1.504, unit: 'ms', bar: atMost(1.5) },
    { subject: 'service', measure: 'equal', value: 300, unit: '', bar: exactly(300) },
  ],
}

describe('a bar', () => {
  it('is reached up to itself, and judged on the value, not on how it is printed', () => {
    expect(isReached(1.5, atMost(1.5))).toBe(true)
    expect(isReached(1.504, atMost(1.5))).toBe(false)
    expect([299, 300, 301].map((value) => isReached(value, exactly(300)))).toEqual([false, true, false])
    expect(isReached(Number.NaN, atMost(1.5))).toBe(false)
  })
})

describe('numbers', () => {
  it('have three digits that say something', () => {
    expect(
      [0.004, 0.512, 9.99, 12.34, 99.96, 123.4, 1_234.5, -0.512, 7, 0].map((value) => spelled(value, 'ms')),
    ).toEqual(['0.00 ms', '0.51 ms', '9.99 ms', '12.3 ms', '100.0 ms', '123 ms', '1235 ms', '-0.51 ms', '7 ms', '0 ms'])
    expect(spelled(300, '')).toBe('300')
  })
})

describe('a section', () => {
  it('is a line for each subject and a column for each measure, with its bars beside it', () => {
    expect(sectionText(section)).toBe(
      [
        'Speed',
        '  10 rounds',
        '               p50           bar  equal            bar',
        '  pipe     0.51 ms',
        '  service  1.50 ms  ≤ 1.5 MISSED    300  = 300 reached',
        '',
      ].join('\n'),
    )
  })

  it('without figures is its title and conditions', () => {
    expect(sectionText({ title: 'Elsewhere', conditions: ['see there'], figures: [] })).toBe('Elsewhere\n  see there\n')
  })

  it('says in JSON what each figure that has a bar came to', () => {
    expect(sectionJson(section).figures).toEqual([
      { subject: 'pipe', measure: 'p50', value: 0.512, unit: 'ms' },
      { subject: 'service', measure: 'p50', value: 1.504, unit: 'ms', bar: atMost(1.5), reached: false },
      { subject: 'service', measure: 'equal', value: 300, unit: '', bar: exactly(300), reached: true },
    ])
  })
})

describe('the list of bars', () => {
  it('has a line for each figure with a bar, and names a section once', () => {
    expect(barsText([section, { ...section, title: 'No bar', figures: section.figures.slice(0, 1) }])).toBe(
      [
        'The bars',
        '  Speed  service, p50    1.50 ms   ≤ 1.5 MISSED',
        '         service, equal      300  = 300 reached',
        '',
      ].join('\n'),
    )
  })

  it('is nothing without bars', () => {
    expect(barsText([])).toBe('')
  })
})
