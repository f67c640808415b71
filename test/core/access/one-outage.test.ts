// What a silent database costs one request: the wait for one deadline, not one for each store.

import { expect, it } from 'vitest'
import { cachedAccounts, cachedKeys } from '../../../core/access/keys/lookup-cache.ts'
import { countersInOutage } from '../../../core/access/limits/counters-in-outage.ts'
import { outageMemory } from '../../../core/runtime/outage.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { memoryAccounts } from '../../../testkit/memory/accounts.ts'
import { memoryCounters } from '../../../testkit/memory/counters.ts'
import { memoryKeys } from '../../../testkit/memory/keys.ts'
import { received, serviceInMemory } from '../../../testkit/memory/service-in-memory.ts'
import { messages } from '../exchange/exchanging.ts'

const deadline = 1_500

it('a silent database is waited for once, by whichever store asks first', async () => {
  let now = Date.UTC(2026, 10, 20, 12)
  let silent = false
  let waits = 0
  const answering = async <Answer>(answer: () => Promise<Answer>): Promise<Answer> => {
    if (!silent) return answer()
    waits += 1
    now += deadline
    throw new StoreUnreachable('silent')
  }
  const { account, key } = serviceInMemory()
  const limited = { ...account, limits: { requestsPerMinute: 100 } }
  const keys = memoryKeys(new Map([[key.keyHash, key]]))
  const accounts = memoryAccounts(new Map([[account.accountId, limited]]))
  const counters = memoryCounters()
  const outage = outageMemory()
  const lookups = { now: () => now, outage }
  const service = serviceInMemory({
    ports: {
      now: () => now,
      keys: cachedKeys({ find: (hash) => answering(() => keys.find(hash)), touch: async () => {} }, lookups),
      accounts: cachedAccounts({ find: (id) => answering(() => accounts.find(id)) }, lookups),
      counters: countersInOutage(
        { take: (charge, at) => answering(() => counters.take(charge, at)) },
        () => {},
        outage,
      ),
    },
  })
  const ask = async (): Promise<number> => {
    const reply = await messages(service, { receivedAt: now })
    await received(reply)
    return reply.status
  }

  expect(await ask()).toBe(200)
  now += 61_000
  silent = true
  expect([await ask(), waits]).toEqual([200, 1])
  now += 1_000
  expect([await ask(), waits]).toEqual([200, 1])
  now += 5_000
  expect([await ask(), waits]).toEqual([200, 2])
  silent = false
  now += 5_001
  expect([await ask(), waits]).toEqual([200, 2])
})
