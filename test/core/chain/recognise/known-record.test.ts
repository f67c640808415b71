// What one record says of the conversation that a request shows, and which one says nothing.

import { describe, expect, it } from 'vitest'
import { cachePricesOf } from '../../../../core/caches/rows.ts'
import { shortDigest } from '../../../../core/chain/identity/identity.ts'
import { recognise } from '../../../../core/chain/recognise/recognise.ts'
import { encodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import type { ChainState } from '../../../../core/chain/record/state.ts'
import type { StoredRecord } from '../../../../core/chain/record/store.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { read } from '../../dialects/reading.ts'
import { secretOf } from '../conversations.ts'
import { chainState } from '../states.ts'

const now = 10_000_000
const prices = cachePricesOf(dialects.messages.provider.prices, 'claude-opus-5', false)
const marked = { cache_control: { type: 'ephemeral' } }

/** Two turns, the last one marked for five minutes. */
const transcript = read(dialects.messages, {
  model: 'm',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'gone' },
    { role: 'user', content: [{ type: 'text', text: 'on', ...marked }] },
  ],
})

const asked = (records: Map<string, StoredRecord>) =>
  recognise({
    ...{ transcript, prices, now, secret: secretOf(7), cache: 'm api.example', mayRepeat: false },
    chains: rememberedChains(memoryChains(records)),
  })

/** Of the first turn, left so long ago. */
const found = async (state: Partial<ChainState>, ago: number, more: Partial<StoredRecord> = {}) => {
  const heads = (await asked(new Map()))?.heads
  const [first] = heads?.earlier ?? []
  if (first === undefined) throw new Error('There is no earlier turn.')
  const upTo = shortDigest(first.digest)
  const times = { lastSentAt: now - ago, coldAt: now - ago + 480_000 }
  const record = { state: encodeState(chainState({ upTo, ...state })), ...times, ...more }
  const { known, trouble } = (await asked(new Map([[first.key, record]]))) ?? {}
  return { known, trouble }
}

describe('a record', () => {
  it('is known by its turn, with what has passed since', async () => {
    const { known, trouble } = await found({}, 30_000)
    expect(trouble).toBeUndefined()
    expect(known).toMatchObject({
      ...{ changed: false, cold: false, unsure: false, forgotten: false, needsTouch: false },
      ...{ pauseMs: 30_000, restMs: 30_000 },
      head: { turn: 1 },
    })
    expect(known?.provisional).toBeUndefined()
  })

  it('whose provider has forgotten is cold', async () => {
    expect((await found({}, 479_999)).known?.cold).toBe(false)
    expect((await found({}, 480_000)).known?.cold).toBe(true)
  })

  it('is used again after more than a fifth of the shortest lifetime, and that is to be noted', async () => {
    expect((await found({}, 59_000)).known?.needsTouch).toBe(false)
    expect((await found({}, 61_000)).known?.needsTouch).toBe(true)
  })

  it('that was left before its answer had ended says so', async () => {
    expect((await found({}, 1_000, { leftBy: 'an exchange' })).known?.provisional).toBe(true)
  })

  it('of another history has been changed, and needs no note of use', async () => {
    const { known } = await found({ upTo: 'another' }, 61_000)
    expect(known).toMatchObject({ changed: true, needsTouch: false })
  })

  it('of another version of the lossless depth cannot be read: its form cannot be sent again', async () => {
    const { known, trouble } = await found({ losslessVersion: 'lossless-0' }, 1_000)
    expect([known, trouble]).toEqual([undefined, 'chain-unreadable'])
  })
})
