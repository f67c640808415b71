// How the page writes numbers and strangers' words.

import { describe, expect, it } from 'vitest'
import {
  clientName,
  compact,
  dollars,
  exact,
  exchangeName,
  lastUse,
  limitsInWords,
  modelName,
  modelsOf,
  modeName,
  moment,
  monthOf,
  outcomeName,
  percent,
  second,
  signed,
  stranger,
} from '../../dashboard/page/data/format.ts'

describe('a number', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [999.7, '1.00k'],
    [1_240_000, '1.24M'],
    [-412_345, '\u2212412k'],
    [12_345_678_901, '12.3B'],
    [36_000_000_000_000, '36.0T'],
    [412.6, '413'],
    [9_996, '10.0k'],
    [7.35, '7'],
    [0.996, '1'],
    [0.2, '0.2'],
    [-0.01, '\u22120.01'],
    // What is left of adding fractions.
    [-1e-12, '0'],
  ])('%d is %s', (value, text) => expect(compact(value)).toBe(text))

  it('has its sign, a share its minus, money its cents', () => {
    expect([signed(5), signed(-5), signed(0)]).toEqual(['+5', '\u22125', '0'])
    expect([percent(1, 8), percent(-1, 200), percent(1, 0)]).toEqual(['13 %', '\u22120.5 %', '0 %'])
    expect([percent(1, 9_000), percent(-1, 9_000), percent(8_999, 9_000)]).toEqual([
      '< 0.1 %',
      '\u2212< 0.1 %',
      '> 99.9 %',
    ])
    expect([exact(-1234.5), exact(0.01), exact(-1e-12)]).toEqual(['\u22121,234.5', '0.01', '0'])
    expect([dollars(3.1), dollars(-0.001), dollars(0)]).toEqual(['$3.10', '\u2212< $0.01', '$0.00'])
  })
})

describe('a moment', () => {
  it('has its day, and its month is that of the zone', () => {
    const at = Date.parse('2026-11-30T23:30:05.000Z')
    expect(second('2026-11-30T23:30:05.000Z', 'Europe/Berlin', at)).toBe('1 Dec, 00:30:05')
    expect([monthOf(at, 'UTC'), monthOf(at, 'Europe/Berlin')]).toEqual(['2026-11', '2026-12'])
  })
})

describe('a moment of another year', () => {
  const newYear = '2026-12-31T23:30:05.000Z'
  it('has its year, by the clock of the reader', () => {
    const at = Date.parse(newYear)
    expect(moment(newYear, 'UTC', at)).toBe('31 Dec, 23:30')
    expect(moment(newYear, 'UTC', at + 3_600_000)).toBe('31 Dec 2026, 23:30')
    expect(moment(newYear, 'Europe/Berlin', at + 3_600_000)).toBe('1 Jan, 00:30')
    expect(second(newYear, 'Pacific/Kiritimati', at - 86_400_000)).toBe('1 Jan 2027, 13:30:05')
    expect(lastUse(newYear, 'UTC', at + 366 * 86_400_000)).toBe('31 Dec 2026, 23:30 to 00:30')
  })
})

describe('the last use of a key', () => {
  const now = Date.parse('2026-11-22T12:00:00.000Z')
  it('is told to the hour in which it is noted once, and no closer', () => {
    expect(lastUse(undefined, 'UTC', now)).toBe('never')
    expect(lastUse('2026-11-22T11:00:01.000Z', 'UTC', now)).toBe('in the last hour')
    // The clock of the service may be ahead of the reader's.
    expect(lastUse('2026-11-22T12:00:09.000Z', 'UTC', now)).toBe('in the last hour')
    expect(lastUse('2026-11-22T11:00:00.000Z', 'UTC', now)).toBe('22 Nov, 11:00 to 12:00')
    expect(lastUse('2026-11-21T22:30:00.000Z', 'Europe/Berlin', now)).toBe('21 Nov, 23:30 to 00:30')
  })
})

describe('a model', () => {
  it('is told by its name, or that there is none', () =>
    expect(['claude-opus-5', '-', undefined].map(modelName)).toEqual(['claude-opus-5', 'no model', 'no model']))
  it('says so of sums without a mode', () => expect(['arrival', '-'].map(modeName)).toEqual(['arrival', 'no mode']))

  it('of a session stands beside the others, and those that are not named are not hidden', () => {
    expect(modelsOf({ models: [] })).toBe('no model')
    expect(modelsOf({ models: ['a', 'b\u202e'] })).toBe('a, b\u2426')
    expect(modelsOf({ models: ['a', 'b'], hasMoreModels: true })).toBe('a, b, and more')
  })
})

it('an agent is told by its name, one that is not known here as it stands, and none as none', () =>
  expect(['codex', 'zed\u202e', '-', undefined].map(clientName)).toEqual(['Codex', 'zed\u2426', '–', '–']))

describe('an exchange', () => {
  const sent = { outcome: 'verbatim', route: 'messages', status: 200, compactionMode: 'repeated' }
  it.each([
    [{}, 'Nothing deleted'],
    [{ route: 'compress', compactionMode: undefined }, 'Nothing to delete'],
    [{ compactionMode: 'off' }, 'Compaction off'],
    [{ route: 'pass-through', compactionMode: 'off' }, 'Passed through'],
    [{ status: 429 }, 'Not compacted'],
    [{ outcome: 'cut', status: 499 }, 'Broken off'],
    [{ route: undefined, status: undefined, compactionMode: undefined }, 'Nothing deleted'],
  ])('whose receipt has %j is called %s', (part, name) => expect(exchangeName({ ...sent, ...part })).toBe(name))

  it('is not said to have had nothing to delete where sums do not tell whether anybody looked', () =>
    expect(outcomeName('verbatim')).toBe('Nothing deleted'))
})

describe('the limits of a key', () => {
  it.each([
    [{}, '–'],
    [{ requestsPerMinute: 60 }, '60 requests/min'],
    [{ requestsPerMinute: 1_000, tokensPerMinute: 2_000_000 }, '1,000 requests/min, 2,000,000 tokens/min'],
  ])('%j are %s', (limits, words) => expect(limitsInWords(limits)).toBe(words))
})

describe('a stranger’s word', () => {
  it('turns no text around, steers no terminal, and is short', () => {
    expect(stranger('a\u202eb\u2066c\x1b[2Jd\n')).toBe('a\u2426b\u2426c\u2426[2Jd\u2426')
    expect(stranger('x'.repeat(500))).toHaveLength(100)
    expect(stranger(`${'x'.repeat(98)}💻xx`)).toBe(`${'x'.repeat(98)}💻…`)
  })
})
