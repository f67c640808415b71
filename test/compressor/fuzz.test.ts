// A short run of `npm run fuzz:engines`: every engine and every kind of text, with the same seed each time.

import { describe, expect, it } from 'vitest'
import type { Engine } from '../../compressor/engines/engine.ts'
import { aliasNames, findEngine, selectableEngines } from '../../compressor/registry.ts'
import type { KeptSpans } from '../../core/text/spans.ts'
import { grow } from '../../testkit/fuzz/repeated.ts'
import { fuzz, newTally, send } from '../../testkit/fuzz/run.ts'
import { textKinds } from '../../testkit/fuzz/texts.ts'

const engines = [...new Set(selectableEngines.flatMap((name) => findEngine(name) ?? []))]
const limits = { label: 'a text', deadline: 60_000, twice: true }

const broken = (compress: Engine['compress']): string[] => {
  const tally = newTally()
  send({ version: 'helene-of-the-test', compress }, tally, '[1, 2]', { rate: 0.5 }, limits)
  return tally.faults
}

describe('made-up texts', () => {
  it('break no engine', () => {
    const tallies = new Map(engines.map((engine) => [engine, newTally()]))
    fuzz(engines, tallies, 7, [0, 20 * Object.keys(textKinds).length])
    expect(engines.length).toBeGreaterThan(2)
    for (const { inputs, faults } of tallies.values()) {
      expect(inputs).toBe(20 * Object.keys(textKinds).length)
      expect(faults).toEqual([])
    }
  })
})

describe('a few pieces over and over', () => {
  it('take every current engine time in proportion', () => {
    for (const engine of new Set(aliasNames.flatMap((name) => findEngine(name) ?? []))) {
      const tally = newTally()
      grow(engine, tally, 7, [0, 20])
      expect(tally.inputs).toBe(20)
      expect(tally.faults).toEqual([])
    }
  })

  it('find an engine whose time grows with the square of the text', { timeout: 60_000 }, () => {
    const tally = newTally()
    // On any machine the longest takes more than what is measured at all.
    const compress: Engine['compress'] = (text) => {
      const since = process.cpuUsage()
      const microseconds = 600_000 * (text.length / 60_000) ** 2
      const used = (): number => {
        const { user, system } = process.cpuUsage(since)
        return user + system
      }
      while (used() < microseconds);
      return { abstained: 'too-short', tokensBefore: 1 }
    }
    grow({ version: 'adeline-of-the-test', compress }, tally, 7, [0, 1])
    expect(tally.faults[0]).toMatch(/times those of a quarter$/)
  })
})

describe('the checks', () => {
  const counts = { tokensBefore: 6, tokensAfter: 3, floorReached: false }

  it('find nothing wrong with an abstention', () => {
    expect(broken(() => ({ abstained: 'too-short', tokensBefore: 6 }))).toEqual([])
  })

  it('find nothing wrong if a rate asks for half a token', () => {
    const text = `${'a '.repeat(24)}a`
    const left = (tokens: number): string[] => {
      const tally = newTally()
      const kept: KeptSpans = [[0, 2 * tokens - 1]]
      const compress = () => ({ kept, tokensBefore: 25, tokensAfter: tokens, floorReached: false })
      send({ version: 'helene-of-the-test', compress }, tally, text, { rate: 0.14 }, limits)
      return tally.faults
    }
    expect([21, 22, 23].flatMap(left)).toEqual([])
    expect(left(20)[0]).toContain('rate missed')
    expect(left(24)[0]).toContain('rate missed')
  })

  it.each<[string, Engine['compress']]>([
    ['spans', () => ({ ...counts, kept: [[3, 99]] })],
    ['nothing left', () => ({ ...counts, kept: [] })],
    ['no JSON any more', () => ({ ...counts, kept: [[0, 4]], tokensAfter: 4 })],
    ['tokens before', () => ({ ...counts, tokensBefore: 5, kept: [[0, 6]] })],
    ['tokens after', () => ({ ...counts, kept: [[0, 6]] })],
    ['rate missed', () => ({ ...counts, kept: [[0, 6]], tokensAfter: 6 })],
    [
      'threw',
      () => {
        throw new Error('out of order')
      },
    ],
  ])('find %s', (fault, compress) => {
    expect(broken(compress)[0]).toContain(fault)
  })
})
