// Up to where a provider can read a conversation: what is relied upon, and what may be so all the same.

import { describe, expect, it } from 'vitest'
import type { CachingAsked, Marker } from '../../../../core/caches/asked.ts'
import { type Lifetime, lookBackBlocks, type PrefixEnds, surelyGoneAfterMs } from '../../../../core/caches/rules.ts'
import {
  blocksSurelyUnread,
  type CachedEnd,
  endsAfter,
  isReachedLater,
  surelyReadable,
  usedAgain,
} from '../../../../core/chain/held/cached-ends.ts'
import type { TurnEnd } from '../../../../core/chain/identity/turn-ends.ts'

const now = 10_000_000
const minutes: Lifetime = { surelyMs: 300_000, possiblyMs: 300_000 }
const hour: Lifetime = { surelyMs: 3_600_000, possiblyMs: 3_600_000 }
const rules = { lifetime: minutes, longLifetime: hour }

const end = (turn: number, blocksBehind: number): TurnEnd => ({
  ...{ turn, blocksBehind },
  messages: 2 * turn - 1,
  segments: turn,
  position: 100 * turn,
})
const held = (turn: number, changes: Partial<CachedEnd> = {}): CachedEnd => ({
  ...{ turn, upTo: `up to ${turn}`, surelyUntil: now + 1, possiblyUntil: now + 2, asSent: true, longEnough: true },
  ...changes,
})
const marker = (blocksBehind: number, lifetime = minutes): Marker => ({ blocksBehind, lifetime })
const asked = (surelyEnds: PrefixEnds, ...markers: readonly Marker[]): CachingAsked => ({
  ...{ surelyEnds, markers },
  lifetimeMs: minutes.possiblyMs,
  frameMarked: false,
})
const turnsOf = (ends: readonly { readonly turn: number }[]): readonly number[] => ends.map(({ turn }) => turn)

describe('a request surely reads', () => {
  const ends = [end(3, 0), end(2, 5), end(1, 9)]

  it('what is held, the deepest first, where nothing has to be marked', () => {
    for (const where of ['anywhere', 'requests'] as const)
      expect(turnsOf(surelyReadable([held(1), held(2)], ends, asked(where), now))).toEqual([2, 1])
  })

  it('nothing where nobody knows what its client has cached', () => {
    expect(surelyReadable([held(1)], ends, asked('nowhere'), now)).toEqual([])
  })

  it('what it finds from a marker, its own block and those before it, as far as a provider looks back', () => {
    const readBy = (blocks: number) =>
      turnsOf(surelyReadable([held(1)], [end(1, blocks)], asked('markers', marker(3)), now))
    expect(readBy(2)).toEqual([])
    expect(readBy(3)).toEqual([1])
    expect(readBy(3 + lookBackBlocks - 1)).toEqual([1])
    expect(readBy(3 + lookBackBlocks)).toEqual([])
    expect(surelyReadable([held(1)], [end(1, 0)], asked('markers'), now)).toEqual([])
  })

  it('nothing that may be gone', () => {
    const until = (surelyUntil: number) => surelyReadable([held(1, { surelyUntil })], ends, asked('anywhere'), now)
    expect(turnsOf(until(now))).toEqual([1])
    expect(until(now - 1)).toEqual([])
  })

  it('each end in the form of the record', () => {
    const [read] = surelyReadable([held(1, { asSent: false })], ends, asked('anywhere'), now)
    expect(read).toEqual({ ...end(1, 9), asSent: false })
  })
})

it('an end is read by the next request too, unless that one adds more blocks than a provider looks back', () => {
  const read = { ...end(1, 5), asSent: true }
  expect(isReachedLater(read, lookBackBlocks - 6)).toBe(true)
  expect(isReachedLater(read, lookBackBlocks - 5)).toBe(false)
})

describe('a provider has to take in', () => {
  const ends = [end(9, 0), end(8, 4), end(7, 30)]

  it('what stands behind the last end that it may hold', () => {
    expect(blocksSurelyUnread([held(7), held(8)], ends, asked('markers', marker(2)), now)).toBe(4)
    expect(blocksSurelyUnread([held(7), held(8, { possiblyUntil: now })], ends, asked('anywhere'), now)).toBe(30)
  })

  it('what stands behind the first end that is known here, where it may hold an older one', () => {
    expect(blocksSurelyUnread([held(2)], ends, asked('anywhere'), now)).toBe(30)
  })

  it('all of it where it holds nothing', () => {
    expect(blocksSurelyUnread([held(2, { possiblyUntil: now })], ends, asked('anywhere'), now)).toBe(Infinity)
    expect(blocksSurelyUnread([], ends, asked('anywhere'), now)).toBe(Infinity)
    // Of a history that was longer: nothing says how far the two agree.
    expect(blocksSurelyUnread([held(12)], ends, asked('anywhere'), now)).toBe(Infinity)
  })

  it('all of it too where the client marks its end alone, and that does not reach', () => {
    const unread = (markers: readonly Marker[], known = held(7), ago = 30) =>
      blocksSurelyUnread([known], [end(8, 0), end(7, ago)], asked('markers', ...markers), now)
    expect(unread([marker(0)])).toBe(Infinity)
    expect(unread([marker(0)], held(7), lookBackBlocks + 1)).toBe(Infinity)
    expect(unread([marker(0)], held(7), lookBackBlocks)).toBe(lookBackBlocks)
    expect(unread([marker(0), marker(12)])).toBe(30)
    expect(unread([])).toBe(30)
    expect(unread([marker(0)], held(7, { longEnough: false }))).toBe(Infinity)
  })

  it('no more than that of a client which has left a long end unmarked: it marks others', () => {
    const cached = [held(6, { possiblyUntil: 0 }), held(7)]
    expect(blocksSurelyUnread(cached, [end(8, 0), end(7, 30)], asked('markers', marker(0)), now)).toBe(30)
    const short = [held(6, { possiblyUntil: 0, longEnough: false }), held(7)]
    expect(blocksSurelyUnread(short, [end(8, 0), end(7, 30)], asked('markers', marker(0)), now)).toBe(Infinity)
  })
})

it('ends of a record whose conversation was used again live longer, and those that were not held may be', () => {
  const cached = [held(1), held(2, { possiblyUntil: 0 })]
  expect(usedAgain(cached, 60_000, 7)).toEqual([
    held(1, { possiblyUntil: now + 60_002 }),
    held(2, { possiblyUntil: 7 }),
  ])
  expect(usedAgain(cached, 0, 7)).toEqual(cached)
})

describe('after a request', () => {
  const ends = [end(3, 0), end(2, 4), end(1, 8)]
  const left = (by: CachingAsked, changes: object = {}, before: readonly CachedEnd[] = [held(1), held(2)]) =>
    endsAfter(before, ends, { now, upTo: 'up to 3', isLongEnough: true, asked: by, ...changes }, rules)
  const lives = (found: readonly CachedEnd[]) =>
    found.map(({ turn, surelyUntil, possiblyUntil }) => [turn, surelyUntil - now, possiblyUntil - now])
  const gone = surelyGoneAfterMs(minutes.possiblyMs)
  const goneLong = surelyGoneAfterMs(hour.possiblyMs)

  it('its own end is held where requests end, and all that it was sent behind where anything may be read', () => {
    expect(lives(left(asked('anywhere')))).toEqual([
      [1, 300_000, gone],
      [2, 300_000, gone],
      [3, 300_000, gone],
    ])
    expect(lives(left(asked('requests'), { read: end(2, 4) }))).toEqual([
      [1, 1, gone],
      [2, 300_000, gone],
      [3, 300_000, gone],
    ])
  })

  it('nothing of it is relied upon where its client chooses the ends, or where it is too short', () => {
    expect(lives(left(asked('nowhere'), {}, []))).toEqual([[3, -now, gone]])
    expect(lives(left(asked('anywhere'), { isLongEnough: false }, []))).toEqual([[3, -now, gone]])
    expect(left(asked('anywhere'), { isLongEnough: false }, [])[0]?.longEnough).toBe(false)
  })

  it('its own end is held surely where a marker stands, possibly where one stands within the turn, and else not', () => {
    const own = (...markers: readonly Marker[]) => lives(left(asked('markers', ...markers), {}, [])).at(-1)
    expect(own(marker(0, hour))).toEqual([3, 3_600_000, goneLong])
    expect(own(marker(3))).toEqual([3, -now, gone])
    expect(own(marker(4))).toEqual([3, -now, -now])
  })

  it('an end that was read surely lives on for as long as it was written for, and no other does', () => {
    const found = lives(left(asked('markers', marker(0)), { read: end(2, 4) }))
    expect(found).toEqual([
      [1, 1, gone],
      [2, 300_000, gone],
      [3, 300_000, gone],
    ])
    // Of two lifetimes nobody knows which was written for.
    expect(lives(left(asked('markers', marker(0, hour)), { read: end(2, 4) }))[1]).toEqual([2, 300_000, goneLong])
  })

  it('an end that is marked again lives on by that, and what stands before a marker may be used by it', () => {
    expect(lives(left(asked('markers', marker(0), marker(4, hour))))).toEqual([
      [1, 1, goneLong],
      [2, 3_600_000, goneLong],
      [3, 300_000, gone],
    ])
  })

  it('an end that nobody marks stays as it was, also where it was never held', () => {
    const never = held(1, { surelyUntil: 0, possiblyUntil: 0 })
    expect(lives(left(asked('markers', marker(8)), {}, [never, held(2)])).slice(0, 2)).toEqual([
      [1, 300_000, gone],
      [2, 1, 2],
    ])
    expect(lives(left(asked('markers'), {}, [never]))[0]).toEqual([1, -now, -now])
  })

  it('what was too short to be cached is relied upon no more than before', () => {
    const short = held(2, { surelyUntil: 0, longEnough: false })
    expect(lives(left(asked('anywhere'), {}, [short]))[0]).toEqual([2, -now, gone])
  })

  it('what stands behind a change is not as it was sent, and is relied upon no longer than before', () => {
    const found = left(asked('anywhere'), { changedTurn: 2 })
    expect(found.map(({ turn, asSent }) => [turn, asSent])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ])
    expect(lives(found)[1]).toEqual([2, 1, gone])
    const changedBefore = left(asked('anywhere'), { changedTurn: 2 }, [held(1, { asSent: false })])
    expect(changedBefore[0]?.asSent).toBe(false)
  })

  it('an end older than the turns that are known here may be used again, and is not relied upon for longer', () => {
    const old = endsAfter(
      [held(1)],
      [end(3, 0), end(2, 4)],
      { now, upTo: 'x', isLongEnough: true, asked: asked('anywhere') },
      rules,
    )
    expect(lives(old)).toEqual([
      [1, 1, gone],
      [3, 300_000, gone],
    ])
  })

  it('a turn of which the record knew nothing may be held where a marker stands in it', () => {
    expect(lives(left(asked('markers', marker(0), marker(6)), {}, []))).toEqual([
      [2, -now, gone],
      [3, 300_000, gone],
    ])
    expect(lives(left(asked('markers', marker(6, hour)), {}, []))[0]).toEqual([2, -now, goneLong])
    expect(turnsOf(left(asked('markers', marker(8)), {}, [held(2)]))).toEqual([1, 2, 3])
    // Up to where the turn before it ends, and before the first that is known.
    expect(turnsOf(left(asked('markers', marker(4)), {}, []))).toEqual([2, 3])
    expect(turnsOf(left(asked('markers', marker(8)), {}, []))).toEqual([1, 3])
    expect(turnsOf(left(asked('markers', marker(3)), {}, []))).toEqual([3])
  })

  it('a turn whose digest is told now may be held wherever nothing has to be marked', () => {
    const upToEarlier = new Map([[2, 'told']])
    const found = left(asked('requests'), { upToEarlier, changedTurn: 2 }, [])
    expect(found[0]).toEqual({
      ...{ turn: 2, upTo: 'told', surelyUntil: 0, possiblyUntil: now + gone },
      ...{ asSent: false, longEnough: false },
    })
    expect(turnsOf(left(asked('markers'), { upToEarlier }, []))).toEqual([3])
  })

  it('a digest that is told fills in for one that was not, and replaces none', () => {
    const { upTo: _, ...untold } = held(1)
    const upToEarlier = new Map([
      [1, 'told'],
      [2, 'told'],
    ])
    expect(left(asked('anywhere'), { upToEarlier }, [untold, held(2)]).map(({ upTo }) => upTo)).toEqual([
      'told',
      'up to 2',
      'up to 3',
    ])
  })

  it('twenty ends are kept, in order, and each turn once', () => {
    const before = Array.from({ length: 25 }, (_, index) => held(index + 1))
    const found = endsAfter(
      before,
      [end(25, 0), end(24, 4)],
      { now, upTo: 'x', isLongEnough: true, asked: asked('anywhere') },
      rules,
    )
    expect(turnsOf(found)).toEqual(Array.from({ length: 20 }, (_, index) => index + 6))
    expect(found.at(-1)?.upTo).toBe('x')
  })

  it('of which nothing is known there are none', () => {
    expect(endsAfter([held(1)], [], { now, upTo: 'x', isLongEnough: true, asked: asked('anywhere') }, rules)).toEqual(
      [],
    )
  })
})
