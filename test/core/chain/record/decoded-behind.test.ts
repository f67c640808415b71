// Who has written a record has decoded it: the next request would wait for that.

import { expect, it } from 'vitest'
import { encodeState } from '../../../../core/chain/record/codec.ts'
import { rememberedChains } from '../../../../core/chain/record/remembered-chains.ts'
import { type ChainState, unasked } from '../../../../core/chain/record/state.ts'
import { memoryChains } from '../../../../testkit/memory/chains.ts'
import { chainState } from '../states.ts'

const now = 1_000_000
const stateOf = (segments: number): ChainState =>
  chainState({ segments: Array.from({ length: segments }, () => unasked) })

/** A record as it is found once it was written, and then spoilt: who still has to decode it cannot. */
const spoilt = async (state: ChainState) => {
  const chains = rememberedChains(memoryChains())
  await chains.put('head', { state: encodeState(state), lastSentAt: now, coldAt: now + 300_000 })
  const found = await chains.find(['head'], now)
  if (found === undefined) throw new Error('The record is not found.')
  found.state.fill(0)
  return () => chains.stateOf(found)
}

it('a long record is decoded where it is written', async () => {
  expect((await spoilt(stateOf(600)))()).toEqual(stateOf(600))
})

it('a short one is decoded when somebody asks: many a short conversation does not go on', async () => {
  expect(await spoilt(stateOf(1))).toThrow()
})
