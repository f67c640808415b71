// Who has written a record need not decode it: the next request would wait for that.

import { expect, it, vi } from 'vitest'
import { encodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import { unasked } from '../../../../core/chain/record/state.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { chainState } from '../states.ts'

const decoded = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../../../core/chain/record/codec.ts', async (actual) => {
  const codec = await actual<typeof import('../../../../core/chain/record/codec.ts')>()
  const decodeState: typeof codec.decodeState = (bytes) => {
    decoded.times += 1
    return codec.decodeState(bytes)
  }
  return { ...codec, decodeState }
})

const now = 1_000_000
const short = chainState({ segments: [unasked] })
const long = chainState({ segments: Array.from({ length: 600 }, () => unasked) })

it.each([
  ['long', long, 1, 1],
  ['short', short, 0, 1],
])(
  'a %s record that is written was decoded so often: before anybody asks, and then',
  async (_, state, before, then) => {
    decoded.times = 0
    const chains = rememberedChains(memoryChains())

    await chains.put('head', { state: encodeState(state), lastSentAt: now, coldAt: now + 300_000 })
    expect(decoded.times).toBe(before)

    const found = await chains.find(['head'], now)
    if (found === undefined) throw new Error('The record is not found.')
    expect(chains.stateOf(found)).toEqual(state)
    expect(decoded.times).toBe(then)
  },
)
