// Conversations that once broke a promise of the memory, each by its events.

import { describe, expect, it } from 'vitest'
import type { Event } from './chain-events.ts'
import { live } from './played-chain.ts'

const repeated = { mode: 'repeated', compressor: 'adeline-1' } as const
const withoutEnd = (body: string): string => body.slice(0, -2)

/** A request without a pause that lasts; nothing fails. */
const plain: Event = {
  act: 'go-on',
  which: 0,
  pauseMilliseconds: 1_000,
  replica: 0,
  fault: 'none',
  size: 10,
  pretty: false,
}
const nineMinutes = { pauseMilliseconds: 540_000 }

describe('a conversation that once broke a promise', () => {
  it('leaves a retry as it was where the record before it was lost and a branch was used since', async () => {
    const { played } = await live(
      [
        { ...plain, act: 'fork' },
        { ...plain, pretty: true },
        { ...plain, fault: 'put-fails' },
        plain,
        { ...plain, which: 13 },
        { ...plain, act: 'edit', which: 1 },
        { ...plain, act: 'retry' },
      ],
      repeated,
    )
    expect(played.at(-1)?.forwarded).toBe(played[3]?.forwarded)
  })

  it('sends again what stands before a retry as it is surely held, not as its first attempt was sent six minutes ago', async () => {
    const { played } = await live(
      [
        plain,
        { ...plain, ...nineMinutes, act: 'fork' },
        { ...plain, pauseMilliseconds: 259_405, act: 'retry' },
        { ...plain, pauseMilliseconds: 33_978, act: 'retry' },
        { ...plain, pauseMilliseconds: 66_618, act: 'retry', which: 3 },
      ],
      repeated,
    )
    const [held, again] = played.slice(-2)
    expect(again?.forwarded.startsWith(withoutEnd(held?.forwarded ?? '!'))).toBe(true)
    expect(again?.receipt?.usage?.cacheReadTokens).toBe(held?.receipt?.usage?.inputTokens)
  })

  it('leaves a retry as it was behind a change of its history, where a branch with fewer turns was sent since', async () => {
    const { played } = await live(
      [
        plain,
        { ...plain, act: 'fork' },
        { ...plain, ...nineMinutes, which: 1 },
        { ...plain, act: 'edit', which: 1 },
        plain,
        { ...plain, act: 'retry', which: 1 },
      ],
      repeated,
    )
    expect(played.at(-1)?.forwarded).toBe(played[3]?.forwarded)
    expect(played.at(-1)?.usage.cache_creation_input_tokens).toBe(0)
  })

  it('leaves a retry as it was where a fork has used what stands before it', async () => {
    const { ours, direct } = await live(
      [
        { ...plain, act: 'fork' },
        { ...plain, act: 'fork', which: 1 },
        { ...plain, pauseMilliseconds: 240_000 },
        { ...plain, act: 'retry', which: 1, pauseMilliseconds: 21_000 },
        { ...plain, act: 'retry', which: 2, pauseMilliseconds: 99_000 },
      ],
      repeated,
    )
    expect(ours).toBe(direct)
  })

  it('leaves a retry as it was where what stands before it came without a marker since', async () => {
    const { played } = await live(
      [
        { ...plain, act: 'fork', pretty: true },
        { ...plain, act: 'retry' },
        { ...plain, act: 'retry', which: 1 },
      ],
      repeated,
    )
    expect(played[2]?.forwarded).toBe(played[0]?.forwarded)
  })

  it('takes no record for the one that it knew when that has been written over after a rest', async () => {
    const { played } = await live(
      [
        plain,
        { ...plain, pauseMilliseconds: 240_000, replica: 1 },
        { ...plain, act: 'retry', ...nineMinutes },
        { ...plain, act: 'race', fault: 'read-fails' },
        { ...plain, act: 'fork', replica: 1 },
      ],
      repeated,
    )
    const [, , rewrote, , blind, last] = played
    expect(blind?.receipt?.reason).toBe('chain-unavailable')
    expect(rewrote?.forwarded).not.toBe(rewrote?.body)
    expect(last?.forwarded.startsWith(withoutEnd(rewrote?.forwarded ?? ''))).toBe(true)
  })

  it('is sent alike by a replica that has seen no use of it for five minutes and by one that reads of a later one', async () => {
    const { played } = await live(
      [
        { ...plain, act: 'fork' },
        { ...plain, act: 'fork' },
        { ...plain, act: 'fork', which: 10, pauseMilliseconds: 480_000 },
        { ...plain, act: 'retry', which: 1 },
        { ...plain, pauseMilliseconds: 10_190 },
        { ...plain, which: 5, replica: 1, pauseMilliseconds: 114_817 },
        { ...plain, pauseMilliseconds: 70_202 },
        { ...plain, fault: 'put-fails', pauseMilliseconds: 4_186 },
        { ...plain, act: 'fork', which: 9, pauseMilliseconds: 100_606 },
      ],
      repeated,
      true,
    )
    for (const { forwarded, elsewhere } of played) expect(forwarded).toBe(elsewhere)
  })

  it('counts a rewrite when the record of its first attempt cannot be read', async () => {
    const { played } = await live(
      [
        plain,
        { ...plain, ...nineMinutes },
        { ...plain, act: 'fork', fault: 'read-fails' },
        { ...plain, act: 'fork', replica: 1 },
        { ...plain, act: 'retry', replica: 1, fault: 'read-fails' },
      ],
      repeated,
    )
    const last = played.at(-1)
    expect(last?.receipt?.reason).toBe('chain-unavailable')
    expect(last?.receipt?.cacheRewriteTokens).toBeGreaterThan(0)
  })

  it('counts a rewrite before a turn that has lost something itself, when its record cannot be read', async () => {
    const { played } = await live(
      [
        { ...plain, act: 'fork', pretty: true },
        { ...plain, act: 'retry' },
        { ...plain, replica: 1 },
        { ...plain, which: 1, replica: 1, fault: 'read-fails', size: 89, pretty: true },
      ],
      repeated,
    )
    const last = played.at(-1)
    expect(last?.receipt?.reason).toBe('chain-unavailable')
    expect(last?.receipt?.cacheRewriteTokens).toBeGreaterThan(0)
  })

  it('counts a rewrite of the shortest turn when its record cannot be read', async () => {
    const { played } = await live(
      [
        plain,
        { ...plain, ...nineMinutes },
        { ...plain, act: 'retry', fault: 'read-fails' },
        plain,
        { ...plain, replica: 1, fault: 'read-fails' },
      ],
      repeated,
    )
    const last = played.at(-1)
    expect(last?.receipt?.reason).toBe('chain-unavailable')
    expect(last?.receipt?.cacheRewriteTokens).toBeGreaterThan(0)
  })
})
