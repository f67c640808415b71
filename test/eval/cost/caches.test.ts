// The simulated provider: what is read, written and forgotten, by the rules that providers publish.

import { describe, expect, it } from 'vitest'
import { automaticCache, markedCache, noCache } from '../../../eval/cost/provider/caches.ts'
import type { Prompt } from '../../../eval/cost/provider/prompt.ts'
import type { PromptBlock } from '../../../eval/cost/provider/prompt-part.ts'

const minute = 60_000

/** Blocks of 1,000 tokens named by letters; a capital is marked for five minutes, one before a `!` for an hour. */
const prompt = (letters: string, model = 'claude-sonnet-4-5'): Prompt => ({
  model,
  results: [],
  blocks: [...letters.matchAll(/(.)(!?)/g)].map(([, letter = '', long]): PromptBlock => {
    const block = { identity: letter.toLowerCase(), tokens: 1_000 }
    if (long === '!') return { ...block, marked: 60 * minute }
    return letter === letter.toLowerCase() ? block : { ...block, marked: 5 * minute }
  }),
})

const written = (read: number, fresh: number, uncached = 0) => ({ read, written: fresh, writtenLong: 0, uncached })

describe('a cache of marked prefixes', () => {
  it('writes up to the last marker, and reads that when the same blocks come again', () => {
    const cache = markedCache()
    expect(cache(prompt('abC'), 0)).toEqual(written(0, 3_000))
    expect(cache(prompt('abcdE'), minute)).toEqual(written(3_000, 2_000))
  })

  it('does not cache what stands behind the last marker, nor anything without one', () => {
    const cache = markedCache()
    expect(cache(prompt('aBc'), 0)).toEqual(written(0, 2_000, 1_000))
    expect(cache(prompt('abc'), 1)).toEqual(written(0, 0, 3_000))
  })

  it('reads nothing behind a changed block, and only where an entry was written', () => {
    const cache = markedCache()
    cache(prompt('aBcdE'), 0)
    expect(cache(prompt('abcxE'), 1)).toEqual(written(2_000, 3_000))
  })

  it('finds an entry 19 blocks before a marker and none 20 before', () => {
    const far = 'cdefghijklmnopqrstu'
    const near = markedCache()
    near(prompt('aB'), 0)
    expect(near(prompt(`ab${far.slice(0, 18)}Z`), 1).read).toBe(2_000)
    const lost = markedCache()
    lost(prompt('aB'), 0)
    expect(lost(prompt(`ab${far}Z`), 1).read).toBe(0)
  })

  it('forgets after five minutes of rest, and each read renews', () => {
    const cache = markedCache()
    cache(prompt('abC'), 0)
    expect(cache(prompt('abC'), 4 * minute).read).toBe(3_000)
    expect(cache(prompt('abC'), 8 * minute).read).toBe(3_000)
    expect(cache(prompt('abC'), 13 * minute).read).toBe(0)
  })

  it('holds for an hour what is marked so, and counts it apart', () => {
    const cache = markedCache()
    expect(cache(prompt('ab!C'), 0)).toEqual({ read: 0, written: 1_000, writtenLong: 2_000, uncached: 0 })
    expect(cache(prompt('ab!C'), 50 * minute)).toEqual(written(2_000, 1_000))
  })

  it('caches nothing shorter than the model asks for', () => {
    const cache = markedCache()
    expect(cache(prompt('abC', 'claude-opus-4-5'), 0)).toEqual(written(0, 0, 3_000))
    expect(cache(prompt('abcdE', 'claude-opus-4-5'), 0)).toEqual(written(0, 5_000))
  })

  it('takes four markers and no more', () => {
    expect(markedCache()(prompt('ABCDe'), 0).written).toBe(4_000)
    expect(() => markedCache()(prompt('ABCDE'), 0)).toThrow('4 markers')
  })
})

describe('a cache of all that was seen', () => {
  it('reads the longest beginning in steps of 128 tokens, and charges no writing', () => {
    const cache = automaticCache()
    expect(cache(prompt('abc'), 0)).toEqual(written(0, 0, 3_000))
    expect(cache(prompt('abd'), 1)).toEqual(written(1_920, 0, 1_080))
    expect(cache(prompt('abcd'), 2)).toEqual(written(2_944, 0, 1_056))
  })

  it('reads nothing under 1,024 tokens', () => {
    const cache = automaticCache()
    cache(prompt('a'), 0)
    expect(cache(prompt('ab'), 1).read).toBe(0)
  })

  it('forgets after ten minutes of rest', () => {
    const cache = automaticCache()
    cache(prompt('ab'), 0)
    expect(cache(prompt('ab'), 9 * minute).read).toBe(1_920)
    expect(cache(prompt('ab'), 19 * minute).read).toBe(0)
  })
})

it('without a cache everything is paid for again', () => {
  const cache = noCache()
  cache(prompt('ABC'), 0)
  expect(cache(prompt('ABC'), 1)).toEqual(written(0, 0, 3_000))
})
