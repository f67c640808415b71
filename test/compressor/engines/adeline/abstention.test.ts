// Every reason for which the engine abstains, and texts that lie just beyond it.

import { describe, expect, it } from 'vitest'
import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { compacted, reasonFor } from './compacted.ts'

const ticks = (count: number): string =>
  Array.from({ length: count }, (_, at) => `2031-01-01 10:00:${10 + (at % 50)} INFO tick ${at} of the clock`).join('\n')

describe('adeline-1 abstains', () => {
  it.each(['', ' ', '\n\n', '\t \r\n', '\u00a0\u2003'])('from an empty text: %j', (text) => {
    expect(reasonFor(text)).toBe('empty')
  })

  it('from a text below 160 tokens and below 12 units, as too-short', () => {
    expect(reasonFor(ticks(8))).toBe('too-short')
    expect(reasonFor('The lamp is red.')).toBe('too-short')
    expect(compacted(ticks(40)).length).toBeLessThan(ticks(40).length / 2)
  })

  it('from a text in which nothing is expendable, as saving-under-floor', () => {
    const words = 'amber basil cedar delta ember fjord grove haven inlet jetty kelp lagoon mesa north oasis'.split(' ')
    const text = words.map((word, at) => `[${word}] opened the ${words[14 - at]} gate for ${word}s in good time`)
    expect(reasonFor(text.join('\n'))).toBe('saving-under-floor')
  })

  it('if it would save less than 16 tokens or 8 %', () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ id: at, title: `The ${at}th lamp of the long corridor` }))
    expect(reasonFor(JSON.stringify([...rows, { id: 99, title: 'The last lamp', note: null, extra: null }]))).toBe(
      'saving-under-floor',
    )
  })

  it('from prose that is not English, as language-not-covered', () => {
    const hours = ['um sechs', 'gegen zehn', 'kurz vor zwölf', 'nach dem Mittag', 'am frühen Abend']
    const doors = ['das Tor am Hafen', 'die Rampe im Hof', 'der Eingang zum Büro', 'die Halle am Ufer']
    const text = hours.flatMap((hour) => doors.map((door) => `Jeden Morgen öffnet ${door} ${hour} seine Flügel.`))
    expect(reasonFor(text.join(' '))).toBe('language-not-covered')
  })

  it('from listings and code, in which a missing line reads as a missing thing', () => {
    const files = Array.from({ length: 40 }, (_, at) => `src/orders/part-${at}.ts`)
    expect(reasonFor(files.join('\n'))).toBe('listing')
    const lines = Array.from({ length: 40 }, (_, at) => `const price${at} = total(${at}, rate);`)
    expect(reasonFor(lines.join('\n'))).toBe('code')
  })

  it('from base64 and control characters, as binary', () => {
    expect(reasonFor('iVBORw0KGgoAAAANSUhEUgAAAAUA'.repeat(60))).toBe('binary')
    expect(reasonFor('\u0001\u0002lamp \u0003'.repeat(200))).toBe('binary')
  })

  it('if next to nothing would be left, as rejected-by-gate', () => {
    expect(reasonFor(`lamp${'\n'.repeat(20_000)}lamp`)).toBe('rejected-by-gate')
  })

  it('and reports the tokens of the text, whatever the reason', () => {
    for (const text of ['', 'The lamp is red.', 'AAAA'.repeat(500), ticks(8)])
      expect(adeline.compress(text, {}).tokensBefore).toBe(countTokens(text))
  })

  it('only from the lossy depth: what carries no meaning still goes', () => {
    const pretty = JSON.stringify({ lamp: 'red', shade: ['wide', 'flat'] }, null, 8)
    expect(compacted(pretty)).toBe(JSON.stringify(JSON.parse(pretty)))
    expect(compacted('\u001b[31mThe lamp is red.\u001b[0m')).toBe('The lamp is red.')
  })
})
