// The gate judges by itself: it refuses removal ranks that the order never makes.

import { describe, expect, it } from 'vitest'
import { passesGate } from '../../../../compressor/engines/helene/gating/gate.ts'
import { type Prose, readProse } from '../../../../compressor/engines/helene/reading/prose.ts'
import { sourceOf } from '../../../../compressor/text/source.ts'

const laidOut = (text: string, gone: readonly string[]): Prose => {
  const prose = readProse(sourceOf(text), [[0, text.length]], 1_000)
  if (prose === undefined) throw new Error('too many parts')
  const { count, from, end, removalRank } = prose.parts
  for (let at = 0; at < count; at++) removalRank[at] = gone.includes(text.slice(from[at], end[at])) ? 1 : 2
  return prose
}

describe('the gate', () => {
  it('accepts a sound result', () => {
    const prose = laidOut('There were 3 cats and 12 dogs (in the old house) there.', ['There', 'the'])
    expect(passesGate(prose, 1, true)).toBe(true)
  })

  it('rejects numbers that run together', () => {
    expect(passesGate(laidOut('There were 3 cats and 12 dogs.', ['cats', 'and']), 1, true)).toBe(false)
    expect(passesGate(laidOut('The codes 3 12 were there.', ['The']), 1, true)).toBe(true)
  })

  it('rejects a bracket without its partner, unless it never had one', () => {
    expect(passesGate(laidOut('The dogs (in the old house) bark.', [')']), 1, true)).toBe(false)
    expect(passesGate(laidOut('The dogs in the old house) bark.', [')']), 1, true)).toBe(true)
  })

  it('rejects a long gap if the engine has picked the rate', () => {
    const text = `Start ${'word '.repeat(41)}end.`
    expect(passesGate(laidOut(text, ['word']), 1, true)).toBe(false)
    expect(passesGate(laidOut(text, ['word']), 1, false)).toBe(true)
  })
})
