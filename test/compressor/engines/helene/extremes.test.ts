// Blanks that are neither space nor tab, which part no tokens: time grows with the text for them, too.

import { describe, it } from 'vitest'
import { helene } from '../../../../compressor/engines/helene/engine.ts'
import { expectLinear } from '../linear.ts'

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
    expectLinear((text) => helene.compress(text, { rate: 0.5 }), write)
  })
})
