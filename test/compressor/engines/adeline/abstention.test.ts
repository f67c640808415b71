// Every reason for which the engine leaves a text alone, and what lies just beyond it.

import { describe, expect, it } from 'vitest'
import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { compacted, reasonFor } from './compacted.ts'

const ticks = (count: number): string =>
  Array.from({ length: count }, (_, at) => `2031-01-01 10:00:${10 + (at % 50)} INFO tick ${at} of the clock`).join('\n')

describe('abstention', () => {
  it.each(['', ' ', '\n\n', '\t \r\n', '\u00a0\u2003'])('empty: %j', (text) => {
    expect(reasonFor(text)).toBe('empty')
  })

  it('too-short: below 160 tokens and below 12 units', () => {
    expect(reasonFor(ticks(8))).toBe('too-short')
    expect(reasonFor('The lamp is red.')).toBe('too-short')
    expect(compacted(ticks(40)).length).toBeLessThan(ticks(40).length / 2)
  })

  it('saving-under-floor: nothing in it is expendable', () => {
    const words = 'amber basil cedar delta ember fjord grove haven inlet jetty kelp lagoon mesa north oasis'.split(' ')
    const text = words.map((word, at) => `[${word}] opened the ${words[14 - at]} gate for ${word}s in good time`)
    expect(reasonFor(text.join('\n'))).toBe('saving-under-floor')
  })

  it('a saving of less than 16 tokens or 8 % is none', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ id: at, title: `The ${at}th lamp of the long corridor` }))
    expect(reasonFor(JSON.stringify([...rows, { id: 99, title: 'The last lamp', note: null, extra: null }]))).toBe(
      'saving-under-floor',
    )
  })

  it('language-not-covered: prose that is not English', () => {
    const hours = ['um sechs', 'gegen zehn', 'kurz vor zwölf', 'nach dem Mittag', 'am frühen Abend']
    const doors = ['das Tor am Hafen', 'die Rampe im Hof', 'der Eingang zum Büro', 'die Halle am Ufer']
    const text = hours.flatMap((hour) => doors.map((door) => `Jeden Morgen öffnet ${door} ${hour} seine Flügel.`))
    expect(reasonFor(text.join(' '))).toBe('language-not-covered')
  })

  it('listing, code: a missing line would be read as a missing thing', () => {
    const files = Array.from({ length: 40 }, (_, at) => `src/orders/part-${at}.ts`)
    expect(reasonFor(files.join('\n'))).toBe('listing')
    const lines = Array.from({ length: 40 }, (_, at) => `const price${at} = total(${at}, rate);`)
    expect(reasonFor(lines.join('\n'))).toBe('code')
  })

  it('binary: base64 and control characters', () => {
    expect(reasonFor('iVBORw0KGgoAAAANSUhEUgAAAAUA'.repeat(60))).toBe('binary')
    expect(reasonFor('\u0001\u0002lamp \u0003'.repeat(200))).toBe('binary')
  })

  it('rejected-by-gate: next to nothing would be left', () => {
    expect(reasonFor(`lamp${'\n'.repeat(20_000)}lamp`)).toBe('rejected-by-gate')
  })

  it('says how many tokens the text has, whatever the reason', () => {
    for (const text of ['', 'The lamp is red.', 'AAAA'.repeat(500), ticks(8)])
      expect(adeline.compress(text, {}).tokensBefore).toBe(countTokens(text))
  })

  it('an abstention still deletes what carries no meaning', () => {
    const pretty = JSON.stringify({ lamp: 'red', shade: ['wide', 'flat'] }, null, 8)
    expect(compacted(pretty)).toBe(JSON.stringify(JSON.parse(pretty)))
    expect(compacted('\u001b[31mThe lamp is red.\u001b[0m')).toBe('The lamp is red.')
  })
})
