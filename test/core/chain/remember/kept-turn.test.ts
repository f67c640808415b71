// What is noted of a request whose history its provider keeps.

import { describe, expect, it } from 'vitest'
import { cachePricesOf } from '../../../../core/caches/rows.ts'
import { coldAtOf } from '../../../../core/chain/held/cache-state.ts'
import { turnAloneKeys } from '../../../../core/chain/identity/turn-alone.ts'
import { keptTurnOf, keptTurnRecord } from '../../../../core/chain/remember/kept-turn.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read } from '../../dialects/reading.ts'

const secret = Buffer.alloc(32, 7).toString('base64')
const cache = 'a model at an upstream'
const result = (call: string) => ({ type: 'function_call_output', call_id: call, output: `found ${call}` })
const { responses } = dialects
const prices = cachePricesOf(responses.provider.prices, 'gpt-4.1', false)
const kept = (body: object) => {
  const transcript = read(responses, body)
  return { transcript, noted: keptTurnOf({ transcript, secret, cache, prices }) }
}
const behind = { previous_response_id: 'resp_1' }

describe('a turn behind what its provider keeps', () => {
  it('is known by its last message, and kept as long as its provider may cache it', () => {
    const { transcript, noted } = kept({ ...behind, input: [result('a'), result('b')] })
    expect(noted?.key).toBe(turnAloneKeys(transcript, secret, cache)(2))
    expect(noted?.lifetimeMs).toBeGreaterThan(0)
    const { noted: alone } = kept({ ...behind, input: [result('b')] })
    expect(alone?.key).toBe(noted?.key)
    expect(kept({ ...behind, input: [result('a')] }).noted?.key).not.toBe(noted?.key)
  })

  it('ends with the client’s last message, whatever the model has begun behind it', () => {
    const begun = { role: 'assistant', content: 'It' }
    const { noted } = kept({ ...behind, input: [result('a'), begun] })
    expect(noted?.key).toBe(kept({ ...behind, input: [result('a')] }).noted?.key)
  })

  it('is nothing where the client says nothing', () => {
    expect(kept({ ...behind, input: [{ role: 'assistant', content: 'It' }] }).noted).toBeUndefined()
  })

  it('is not noted of a request that brings all of its conversation', () => {
    expect(kept({ input: [result('a')] }).noted).toBeUndefined()
  })

  it('is not noted of a client that can name no answer: no later request brings all', () => {
    const { transcript } = kept({ ...behind, input: [result('a')] })
    const { namesAnswers: _, ...spelling } = transcript.spelling
    expect(keptTurnOf({ transcript: { ...transcript, spelling }, secret, cache, prices })).toBeUndefined()
  })

  it('is not noted where nothing is cached', () => {
    const { transcript } = kept({ ...behind, input: [result('a')] })
    const uncached = { ...prices, automatic: false, lifetime: { surelyMs: 0, possiblyMs: 0 } }
    expect(keptTurnOf({ transcript, secret, cache, prices: uncached })).toBeUndefined()
  })

  it('is stored as a time alone', () => {
    expect(keptTurnRecord({ key: 'turn.x', lifetimeMs: 300_000 }, 1_000)).toEqual({
      state: Uint8Array.of(1),
      lastSentAt: 1_000,
      coldAt: coldAtOf(1_000, 300_000),
    })
  })
})
