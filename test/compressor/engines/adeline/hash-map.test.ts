// A text whose words somebody has chosen for their hashes takes as long as any other: the compressor serves others too.

import { describe, expect, it } from 'vitest'
import { HashIds } from '../../../../compressor/engines/adeline/learned/hash-ids.ts'
import { HashMap } from '../../../../compressor/engines/adeline/reading/hash-map.ts'
import { lineWords } from '../../../../compressor/engines/adeline/reading/lines/words.ts'
import { splitLines } from '../../../../compressor/text/lines.ts'
import { collidingWords, processorTime } from '../../../../testkit/colliding.ts'

/** Undoes a multiplication by `0x9e3779b1`, by which numbers of words were spread. */
const inverse = 0x0e8b2f51

describe('hashes of text', () => {
  it('are found by their own value alone, in the order in which they came', () => {
    const hashes = [0, -1, 1, 2 ** 31 - 1, -(2 ** 31), 65_536, 131_072]
    const map = new HashMap<number>()
    for (const hash of hashes) map.set(hash, hash)
    map.set(-1, 7)
    expect(hashes.map((hash) => map.get(hash))).toEqual(hashes.map((hash) => (hash === -1 ? 7 : hash)))
    expect([...map.values()]).toEqual(hashes.map((hash) => (hash === -1 ? 7 : hash)))
    expect([map.has(1), map.has(3), map.get(3)]).toEqual([true, false, undefined])
  })

  it('take no longer than others where all fall on one place of a map', { timeout: 30_000 }, () => {
    const read = (words: readonly string[]) => {
      const text = words.join('\n')
      return processorTime(() => lineWords(text, splitLines(text), false))
    }
    const harmless = Array.from({ length: 12_000 }, (_, at) => `w${(at * 7919).toString(36).padStart(5, 'x')}`)
    read(harmless)
    const usual = read(harmless)
    expect(read(collidingWords(12_000))).toBeLessThan(4 * usual + 60)
  })

  it('take no longer than others where all fall on neighbouring slots', () => {
    const numbered = (hashes: readonly number[]) => {
      const ids = new HashIds()
      return processorTime(() => {
        for (const hash of hashes) ids.of(hash)
      })
    }
    const harmless = Array.from({ length: 30_000 }, (_, at) => Math.imul(at, 0x85ebca6b))
    numbered(harmless)
    const onOneSlot = Array.from({ length: 30_000 }, (_, at) => Math.imul(((at >> 8) << 25) | (at & 0xff), inverse))
    expect(new Set(onOneSlot).size).toBe(30_000)
    expect(numbered(onOneSlot)).toBeLessThan(4 * numbered(harmless) + 60)
  })
})
