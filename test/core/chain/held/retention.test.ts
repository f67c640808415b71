import { describe, expect, it } from 'vitest'
import type { Reading } from '../../../../core/chain/held/evidence.ts'
import {
  decodeRetention,
  encodeRetention,
  isForgottenAfter,
  noRetention,
  type Retention,
  retentionAfter,
} from '../../../../core/chain/held/retention.ts'

const minute = 60_000

/** A conversation of 10,000 tokens, 8,000 of them behind its frame, that goes on after a pause. */
const goesOn = (minutes: number, changes: Partial<Reading>): Reading => ({
  readTokens: 0,
  previousTokens: 10_000,
  repeatedTokens: 8_000,
  pauseMs: minutes * minute,
  isUnchanged: true,
  isMissed: false,
  isScattered: false,
  wasRead: true,
  shouldBeRead: false,
  mayBeGone: true,
  isFrameNew: false,
  areTextsNew: false,
  ...changes,
})
const gone = (minutes: number): Reading => goesOn(minutes, {})
const kept = (minutes: number): Reading => goesOn(minutes, { readTokens: 9_984 })
const seen = (...readings: readonly Reading[]): Retention => readings.reduce(retentionAfter, noRetention)

describe('what an account has seen of a cache', () => {
  it('tells that a conversation is forgotten once three were, after pauses no longer than that', () => {
    expect(isForgottenAfter(seen(gone(20), gone(12)), 60 * minute)).toBe(false)
    const three = seen(gone(20), gone(12), gone(15))
    expect(isForgottenAfter(three, 20 * minute)).toBe(true)
    expect(isForgottenAfter(three, 19 * minute)).toBe(false)
  })

  it('comes down to shorter pauses as they are seen', () => {
    expect(isForgottenAfter(seen(gone(90), gone(60), gone(50), gone(12), gone(11), gone(10)), 12 * minute)).toBe(true)
  })

  it('is refuted by one that was kept for as long', () => {
    const refuted = seen(gone(12), gone(15), gone(20), kept(40))
    expect(isForgottenAfter(refuted, 40 * minute)).toBe(false)
    expect(isForgottenAfter(refuted, 23 * 60 * minute)).toBe(false)
    expect(isForgottenAfter(seen(kept(40), gone(60), gone(70), gone(80)), 80 * minute)).toBe(true)
  })

  it('counts a read of what stands before the conversation as none: others keep that', () => {
    const frame = goesOn(20, { readTokens: 1_920 })
    expect(isForgottenAfter(seen(frame, frame, frame), 30 * minute)).toBe(true)
  })

  it.each([
    ['we had changed what was sent', { isUnchanged: false }],
    ['the frame was another', { isFrameNew: true }],
    ['the provider surely holds it', { mayBeGone: false }],
    ['half of it was read', { readTokens: 5_000 }],
    ['there was hardly anything to read', { repeatedTokens: 200 }],
    ['it had never been read, and may be elsewhere', { wasRead: false }],
  ])('learns nothing where %s', (_why, changes) => {
    expect(seen(goesOn(20, changes))).toEqual(noRetention)
  })

  it('is the same after its way through the table, and other bytes are refused', () => {
    const state = seen(kept(7), gone(20), gone(12))
    expect(decodeRetention(encodeRetention(state))).toEqual(state)
    expect(() => decodeRetention(Buffer.from('{}'))).toThrow()
  })
})
