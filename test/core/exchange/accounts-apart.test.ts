// Two accounts that one process serves, and that send the same text: nothing of what one did tells the other that it did, or holds for it.

import { describe, expect, it } from 'vitest'
import { CompressorFailed } from '../../../core/compressor/compressor.ts'
import {
  halvingCompressor,
  received,
  type ServiceInMemory,
  serviceInMemory,
} from '../../../testkit/memory/service-in-memory.ts'
import { messages } from './exchanging.ts'

const body = JSON.stringify({
  model: 'claude-sonnet-4-5',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'lookup', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a line of what was found there\n'.repeat(100) }],
    },
  ],
})

const compaction = { mode: 'arrival', compressor: 'adeline-1' } as const
const serviceOf = (accountId: string, isBroken: boolean): ServiceInMemory =>
  serviceInMemory({
    account: { accountId, compaction },
    key: { accountId },
    compressor: (request, signal) => {
      if (isBroken) throw new CompressorFailed('it does not answer', true)
      return halvingCompressor(request, signal)
    },
  })

/** In the process that serves `first`. */
const beside = (first: ServiceInMemory, other: ServiceInMemory): ServiceInMemory => ({
  ...other,
  deployment: { ...other.deployment, memory: first.deployment.memory },
})

describe('an account that sends what another has just sent', () => {
  it('has its text shortened although that of the other had no answer', async () => {
    const first = serviceOf('first', true)
    await received(await messages(first, { body }))
    expect(first.sent.at(-1)?.body.length).toBe(body.length)

    const same = beside(first, serviceOf('first', false))
    await received(await messages(same, { body }))
    expect(same.sent.at(-1)?.body.length).toBe(body.length)

    const other = beside(first, serviceOf('other', false))
    await received(await messages(other, { body }))
    expect(other.sent.at(-1)?.body.length).toBeLessThan(body.length)
  })

  it('asks the compressor as if nobody had', async () => {
    const first = serviceOf('first', false)
    await received(await messages(first, { body }))
    const asked = async (accountId: string): Promise<number> => {
      const service = beside(first, serviceOf(accountId, false))
      await received(await messages(service, { body }))
      return service.asked.length
    }
    expect(await asked('other')).toBe(first.asked.length)
    expect(await asked('first')).toBeLessThan(first.asked.length)
  })
})
