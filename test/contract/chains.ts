// What every store of conversations promises: it finds the deepest record, keeps the first writer's state and the latest
// time.

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  alikeMs,
  type ChainStore,
  mostShortened,
  recordMilliseconds,
  type StoredRecord,
} from '../../core/chain/record/store.ts'

const start = Date.parse('2026-11-03T10:00:00.123Z')

const newHeads = (count: number): string[] => Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
const newRecord = (lastSentAt = start, bytes = 100): StoredRecord => ({
  state: randomBytes(bytes),
  lastSentAt,
  coldAt: lastSentAt + 6_000,
})

/** The record's contents, whatever kind of bytes a store returns. */
const plain = (record: { head?: string; state: Uint8Array; lastSentAt: number; coldAt: number } | undefined) =>
  record === undefined ? undefined : { ...record, state: Buffer.from(record.state).toString('hex') }

export const chainsContract = (replica: () => ChainStore): void => {
  it('returns a record as it was put, and nothing under other heads', async () => {
    const [head = '', other = ''] = newHeads(2)
    const record = newRecord()
    expect(await replica().put(head, record)).toBe('written')

    expect(plain(await replica().find([head], start))).toEqual(plain({ head, ...record }))
    expect(await replica().find([other], start)).toBeUndefined()
    expect(await replica().find([], start)).toBeUndefined()
  })

  it.each([0, 1, 7, 15])('finds the deepest record if it is under head %i of 16', async (deepest) => {
    const heads = newHeads(16)
    const records = heads.map(() => newRecord())
    for (const [index, head] of heads.entries())
      if (index >= deepest) await replica().put(head, records[index] ?? newRecord())

    const found = await replica().find(heads, start)
    expect(plain(found)).toEqual(plain({ head: heads[deepest] ?? '', ...(records[deepest] ?? newRecord()) }))
  })

  it('finds nothing under sixteen heads without a record', async () => {
    expect(await replica().find(newHeads(16), start)).toBeUndefined()
  })

  it('keeps the state of the first writer and the latest time', async () => {
    const [head = ''] = newHeads(1)
    const first = newRecord()
    await replica().put(head, first)

    for (const [later, lastSentAt] of [
      [1000, start + 1000],
      [-1000, start + 1000],
      [2000, start + 2000],
    ] as const) {
      expect(await replica().put(head, newRecord(start + later))).toBe('kept')
      expect(plain(await replica().find([head], start))).toEqual(
        plain({ head, state: first.state, lastSentAt, coldAt: lastSentAt + 6_000 }),
      )
    }
  })

  it('has one first writer among simultaneous ones', async () => {
    const [head = ''] = newHeads(1)
    const records = [1, 2, 3, 4].map((later) => newRecord(start + later))
    const outcomes = await Promise.all(records.map((record) => replica().put(head, record)))

    expect(outcomes.toSorted()).toEqual(['kept', 'kept', 'kept', 'written'])
    const state = records[outcomes.indexOf('written')]?.state ?? new Uint8Array()
    expect(plain(await replica().find([head], start))).toEqual(
      plain({ head, state, lastSentAt: start + 4, coldAt: start + 6_004 }),
    )
  })

  it('does not find a record that was last sent 30 days ago, and overwrites it', async () => {
    const [head = '', before = ''] = newHeads(2)
    await replica().put(head, newRecord())
    await replica().put(before, newRecord(start + 1000))
    const end = start + recordMilliseconds

    expect(plain(await replica().find([head], end - 1))).toMatchObject({ head })
    expect(await replica().find([head], end)).toBeUndefined()
    expect(plain(await replica().find([head, before], end))).toMatchObject({ head: before })
    expect(await replica().find([head, before], end + 1000)).toBeUndefined()

    const again = newRecord(end)
    expect(await replica().put(head, again)).toBe('written')
    expect(plain(await replica().find([head], end))).toEqual(plain({ head, ...again }))
  })

  it('keeps a record for 30 days after it was last sent', async () => {
    const [head = ''] = newHeads(1)
    await replica().put(head, newRecord())
    await replica().put(head, newRecord(start + 5000))

    expect(plain(await replica().find([head], start + recordMilliseconds))).toMatchObject({ head })
  })

  it('overwrites a cold record, and only raises the times of a warm one', async () => {
    const [head = ''] = newHeads(1)
    const [first, warm, last] = [newRecord(), newRecord(start + 5_000), newRecord(start + 11_000)]
    await replica().put(head, first)

    expect(await replica().put(head, warm)).toBe('kept')
    const raised = { head, ...warm, state: first.state }
    expect(plain(await replica().find([head], start))).toEqual(plain(raised))
    expect(await replica().put(head, last)).toBe('written')
    expect(plain(await replica().find([head], start))).toEqual(plain({ head, ...last }))
  })

  it('raises the times of a record that would be cold earlier, and creates none', async () => {
    const [head = '', none = ''] = newHeads(2)
    const record = newRecord()
    await replica().put(head, record)
    const times = { lastSentAt: start + 9_000, coldAt: start + 70_000 }
    await replica().touch(head, times)
    await replica().touch(head, { lastSentAt: start + 9_500, coldAt: start + 15_500 })
    await replica().touch(none, times)

    expect(plain(await replica().find([head], start))).toEqual(plain({ head, ...record, ...times }))
    expect(await replica().find([none], start)).toBeUndefined()
  })

  it('writes over what was not sent since the conversation rests, and not over what was', async () => {
    const [head = ''] = newHeads(1)
    const [first, second, third] = [newRecord(), newRecord(start + 1_000), newRecord(start + 2_000)]
    await replica().put(head, first)

    expect(await replica().put(head, second, { restingSince: start - 1 })).toBe('kept')
    expect(await replica().put(head, second, { restingSince: start })).toBe('kept')
    expect(await replica().put(head, third, { restingSince: start + 1_000 })).toBe('written')
    expect(plain(await replica().find([head], start))).toEqual(plain({ head, ...third }))
  })

  it('writes over what the same exchange has left, and not over what another has', async () => {
    const [head = ''] = newHeads(1)
    const [first, last, other] = [newRecord(), newRecord(), newRecord()]
    await replica().put(head, { ...first, leftBy: 'one' })
    expect(await replica().find([head], start)).toMatchObject({ leftBy: 'one' })

    expect(await replica().put(head, other, { leftBy: 'another' })).toBe('kept')
    expect(await replica().put(head, last, { leftBy: 'one' })).toBe('written')
    expect(plain(await replica().find([head], start))).toEqual(plain({ head, ...last }))
    expect(await replica().put(head, other, { leftBy: 'one' })).toBe('kept')
  })

  it('notes the use of a conversation: the latest times, and every text', async () => {
    const [one = '', other = ''] = newHeads(2)
    const at = (later: number, ...shortened: readonly number[]) => ({
      usedAt: start + later,
      coldAt: start + later + 6_000,
      usedBy: `after ${later}`,
      shortened,
    })
    const noted = async () => {
      const use = await replica().use(one)
      return use === undefined ? undefined : { ...use, shortened: use.shortened.toSorted((a, b) => a - b) }
    }
    expect(await replica().use(one)).toBeUndefined()

    await replica().note(one, at(0))
    expect(await noted()).toEqual(at(0))
    await replica().note(one, at(1_000, 2 ** 47 + 1, 7))
    expect(await noted()).toEqual(at(1_000, 7, 2 ** 47 + 1))
    await replica().note(one, at(500, 8))
    expect(await noted()).toEqual(at(1_000, 7, 8, 2 ** 47 + 1))
    await replica().note(one, at(2_000))
    expect(await noted()).toEqual(at(2_000, 7, 8, 2 ** 47 + 1))
    expect(await replica().use(other)).toBeUndefined()
  })

  it('keeps every text of simultaneous notes', async () => {
    const [one = ''] = newHeads(1)
    const texts = [1, 2, 3, 4]
    const use = { usedAt: start, coldAt: start + 6_000 }
    await Promise.all(texts.map((text) => replica().note(one, { ...use, shortened: [text] })))

    expect((await replica().use(one))?.shortened.toSorted()).toEqual(texts)
  })

  it('bounds the texts that are noted, and raises the times all the same', async () => {
    const [one = ''] = newHeads(1)
    const texts = Array.from({ length: mostShortened + 5 }, (_, index) => index)
    const at = (later: number, ...shortened: readonly number[]) => ({ usedAt: later, coldAt: later + 6_000, shortened })
    const sizeAfter = async (...note: Parameters<typeof at>) => {
      await replica().note(one, at(...note))
      const { usedAt = 0, shortened = [] } = (await replica().use(one)) ?? {}
      return { usedAt, size: shortened.length }
    }

    expect(await sizeAfter(1_000, ...texts.slice(1, mostShortened))).toEqual({ usedAt: 1_000, size: mostShortened - 1 })
    expect(await sizeAfter(2_000, 0, mostShortened)).toEqual({ usedAt: 2_000, size: mostShortened + 1 })
    expect(await sizeAfter(3_000, mostShortened + 1)).toEqual({ usedAt: 3_000, size: mostShortened + 1 })
    const [other = ''] = newHeads(1)
    await replica().note(other, at(1_000, ...texts))
    expect((await replica().use(other))?.shortened.length).toBe(mostShortened)
  })

  it('lets the branches of a conversation claim what there is room for, those from one record together', async () => {
    const [one = '', other = ''] = newHeads(2)
    const claim = (by: string, risk: number, room: number, conversation = one, now = start) =>
      replica().claim(conversation, { by, risk, room }, now)

    expect(await claim('a', 5, -1)).toBe(false)
    expect(await claim('a', 5, 0)).toBe(true)
    expect(await claim('a', 5, 0)).toBe(true)
    expect(await claim('a', 5, 4, one, start + alikeMs + 1)).toBe(false)
    expect(await claim('b', 7, 4)).toBe(false)
    expect(await claim('b', 7, 5)).toBe(true)
    expect(await claim('c', 1, 11)).toBe(false)
    expect(await claim('c', 1, 12)).toBe(true)
    expect(await claim('c', 1, 0, other)).toBe(true)
    expect(await replica().use(one)).toBeUndefined()

    const use = { usedAt: start, coldAt: start + 6_000, shortened: [3] }
    await replica().note(one, use)
    expect(await replica().use(one)).toEqual(use)
    expect(await claim('d', 1, 12)).toBe(false)
  })

  it('gives the last room to one of several at once', async () => {
    const [one = ''] = newHeads(1)
    const claims = ['a', 'b', 'c', 'd'].map((by) => replica().claim(one, { by, risk: 4, room: 5 }, start))
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(2)
  })

  it('stores empty records and records of 300 kB that do not compress', async () => {
    const heads = newHeads(2)
    for (const [index, head] of heads.entries()) {
      const record = newRecord(start, index * 300_000)
      await replica().put(head, record)
      expect(plain(await replica().find([head], start))).toEqual(plain({ head, ...record }))
    }
  })
}
