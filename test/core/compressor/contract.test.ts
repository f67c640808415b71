// What is believed of a compressor's answer.

import { describe, expect, it } from 'vitest'
import { compressionReply } from '../../../core/compressor/contract.ts'

const kept = { kept: [[0, 4]], tokens_before: 3, tokens_after: 1, rate_reached: 0.6, floor_reached: false }
const reply = (...results: unknown[]) => ({ engine_version: 'adeline-1.3.0', results })

describe('a reply of the contract', () => {
  it('is taken with spans and with abstentions', () => {
    const both = reply(kept, { abstained: 'too-short', tokens_before: 1 })

    expect(compressionReply.parse(both)).toEqual(both)
  })

  it.each([
    [[-1, 4]],
    [[0, 0]],
    [[0.5, 4]],
    [[0, Number.POSITIVE_INFINITY]],
    [[0, 4, 5]],
    [['0', '4']],
    [[0]],
    [0],
    'all',
  ])('is not one with the spans %j', (spans) => {
    expect(compressionReply.safeParse(reply({ ...kept, kept: spans })).success).toBe(false)
  })

  it('is refused at its first wrong member, however many follow', () => {
    const zeros = Array<number>(3_000_000).fill(0)
    const since = performance.now()

    expect(compressionReply.safeParse(reply(...zeros.slice(0, 50_000))).success).toBe(false)
    expect(compressionReply.safeParse({ engine_version: 'x', results: zeros }).success).toBe(false)
    expect(compressionReply.safeParse(reply({ ...kept, kept: zeros })).success).toBe(false)
    expect(performance.now() - since).toBeLessThan(1_000)
  })
})
