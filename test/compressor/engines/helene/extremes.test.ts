// Blanks that are neither space nor tab, which part no tokens: time grows with the text for them, too.

import { describe, expect, it } from 'vitest'
import { helene } from '../../../../compressor/engines/helene/engine.ts'

const time = (text: string): number => {
  const times = [0, 1].map(() => {
    const { user, system } = process.cpuUsage()
    helene.compress(text, { rate: 0.5 })
    const since = process.cpuUsage({ user, system })
    return (since.user + since.system) / 1_000
  })
  return Math.min(...times)
}

describe('time', () => {
  const english = 'It was not lit because the lamp of the room was very old, and nobody had been there for a year. '

  it.each([
    ['letters behind line separators', '\u2028a'],
    ['letters behind ideographic spaces', '\u3000a'],
    ['English', english],
    ['English with no-break spaces', english.replaceAll(' ', '\u00a0')],
    ['English with thin spaces', english.replaceAll(' ', '\u2009')],
    ['English with ideographic spaces', english.replaceAll(' ', '\u3000')],
  ])('is linear: %s', (_name, piece) => {
    const write = (size: number): string => piece.repeat(Math.ceil(size / piece.length))
    const few = time(write(20_000))
    // A quadratic pass would take sixteen times as long, a linear one four times; the rest is noise of the machine.
    expect(time(write(80_000))).toBeLessThan(Math.max(9 * few, 200))
  })
})
