// The memory of conversations, as the metrics tell it.

import { expect, it } from 'vitest'
import type { RememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import { rememberedChains } from '../../../core/chain/record/remembered-chains.ts'
import { measuredChains } from '../../../core/exchange/measured-chains.ts'
import type { Measurements } from '../../../core/metrics/measure.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { memoryChains } from '../../../testkit/memory/chains.ts'

const heads = (...keys: readonly string[]) => keys

const record = { state: new Uint8Array([1]), lastSentAt: 1, coldAt: 9 }

const measuring = (find?: RememberedChains['find']) => {
  const measured: Measurements[] = []
  const remembered = rememberedChains(memoryChains())
  const chains = measuredChains(find === undefined ? remembered : { ...remembered, find }, (one) => measured.push(one))
  return { chains, measured }
}

it('what is found is a hit, what is not is none', async () => {
  const { chains, measured } = measuring()
  await chains.put('a'.repeat(64), record)

  expect(await chains.find(heads('a'.repeat(64)), 2)).toMatchObject({ head: 'a'.repeat(64) })
  expect(await chains.find(heads('b'.repeat(64)), 2)).toBeUndefined()
  expect(measured).toEqual([
    { ChainHits: 1, ChainUnavailable: 0 },
    { ChainHits: 0, ChainUnavailable: 0 },
  ])
})

it('an old copy in place of the store is both', async () => {
  const copy = { head: 'a', ...record, unsure: true as const }
  const { chains, measured } = measuring(async () => copy)

  expect(await chains.find(heads('a'), 2)).toBe(copy)
  expect(measured).toEqual([{ ChainHits: 1, ChainUnavailable: 1 }])
})

it('a store that cannot be asked is told, and thrown on', async () => {
  const down = new StoreUnreachable('down')
  const { chains, measured } = measuring(async () => Promise.reject(down))

  await expect(chains.find(heads('a'), 2)).rejects.toBe(down)
  expect(measured).toEqual([{ ChainHits: 0, ChainUnavailable: 1 }])
})
