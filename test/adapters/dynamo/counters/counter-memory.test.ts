// What a process makes of what it has seen of a counter: which write it tries first, when it rests, and how often it reads.

import { describe, expect, it } from 'vitest'
import {
  isResting,
  likelyMode,
  type Mode,
  mayRead,
  noteAdmitted,
  noteLost,
  noteRead,
  type SeenCounter,
  seenCounters,
} from '../../../../adapters/dynamo/counters/counter-memory.ts'

const now = 1_795_000_000_000_000
const aCounter = (): SeenCounter => seenCounters(1)('account#acme#requests')

describe('the next charge', () => {
  const charged = (...modes: readonly Mode[]): Mode | undefined => {
    const seen = aCounter()
    for (const mode of modes) noteAdmitted(seen, mode, now)
    return likelyMode(seen, now)
  }
  const eight = (mode: Mode): Mode[] => Array.from({ length: 8 }, () => mode)

  it('is like the last eight where they were alike, and asks where they were not', () => {
    expect(charged()).toBeUndefined()
    expect(charged(...eight('idle'))).toBe('idle')
    expect(charged(...eight('busy'))).toBe('busy')
    expect(charged(...eight('idle').slice(1))).toBeUndefined()
    expect(charged(...eight('busy'), 'idle')).toBeUndefined()
    expect(charged('busy', ...eight('idle'))).toBe('idle')
  })

  it('finds the counter busy where it is known to stand ahead, whatever was before', () => {
    const seen = aCounter()
    for (const mode of eight('idle')) noteAdmitted(seen, mode, now + 1)
    expect([likelyMode(seen, now), likelyMode(seen, now + 1)]).toEqual(['busy', 'idle'])
  })

  it('knows the latest state that was read, and the one that it left itself', () => {
    const seen = aCounter()
    for (const tat of [undefined, now, now - 5, undefined]) noteRead(seen, tat)
    expect(seen.tat).toBe(now)
    noteAdmitted(seen, 'busy', undefined)
    expect(seen.tat).toBe(now)
    noteAdmitted(seen, 'busy', now - 3)
    expect(seen.tat).toBe(now - 3)
  })
})

describe('a process that loses again and again', () => {
  const restAfter = (losses: number): number => {
    const seen = aCounter()
    for (let loss = 0; loss < losses; loss += 1) noteLost(seen, now)
    return Math.max(0, seen.restUntil - now)
  }

  it('rests from the third time on, twice as long each time, and half a second at most', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 60].map(restAfter)).toEqual(
      [0, 0, 50, 100, 200, 400, 500, 500].map((ms) => ms * 1_000),
    )
  })

  it('rests until then, not where a clock was put back, and loses for the first time again once it was admitted', () => {
    const seen = aCounter()
    for (let loss = 0; loss < 3; loss += 1) noteLost(seen, now)
    const at = [now, now + 49_999, now + 50_000, now - 450_000, now - 450_001]
    expect(at.map((moment) => isResting(seen, moment))).toEqual([true, true, false, true, false])
    noteAdmitted(seen, 'busy', now)
    noteLost(seen, now + 60_000)
    expect(isResting(seen, now + 60_000)).toBe(false)
  })
})

it('reads that a refusal costs are sixteen in a second, on a clock that is put back as well', () => {
  const seen = aCounter()
  const reads = (at: number): number => Array.from({ length: 20 }, () => mayRead(seen, at)).filter(Boolean).length
  expect([now, now + 999_999, now + 1_000_000, now].map(reads)).toEqual([16, 0, 16, 16])
})

it('what is seen of counters is bounded: the one seen last is kept', () => {
  const seenOf = seenCounters(1)
  noteAdmitted(seenOf('one'), 'busy', now)
  expect(seenOf('one').tat).toBe(now)
  expect([seenOf('other').tat, seenOf('one').tat]).toEqual([undefined, undefined])
})
