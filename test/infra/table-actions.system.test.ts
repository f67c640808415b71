// Functions are granted exactly the table actions that the adapters send: no more and no fewer.

import { beforeAll, describe, expect, it } from 'vitest'
import { dynamoAccounts } from '../../adapters/dynamo/accounts/accounts.ts'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { dynamoChains } from '../../adapters/dynamo/chains/chains.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import { dynamoCounters } from '../../adapters/dynamo/counters/counters.ts'
import { dynamoLedger } from '../../adapters/dynamo/ledger/ledger.ts'
import { dynamoSavings } from '../../adapters/dynamo/ledger/savings.ts'
import { type TableId, tableName } from '../../adapters/dynamo/tables/tables.ts'
import { requestCharge } from '../../core/access/limits/gcra.ts'
import type { ChainStore } from '../../core/chain/record/store.ts'
import type { Ports } from '../../core/exchange/ports.ts'
import { foldReceipts } from '../../core/savings/fold-receipts.ts'
import { tableActions } from '../../lib/routes/route-access.ts'
import { foldActions } from '../../lib/storage/savings-fold.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { hearing } from '../../testkit/hearing.ts'
import { aReceipt } from '../adapters/dynamo/receipts.ts'
import { openTestTables } from '../contract/dynamo-stores.ts'

const prefix = 'actions-'
const now = Date.parse('2026-11-21T10:00:00.000Z')

/** Every call that a function can make to its stores, with all outcomes. */
const everyCall = async ({
  keys,
  accounts,
  counters,
  ledger,
  chains,
}: Pick<Ports, 'keys' | 'accounts' | 'counters' | 'ledger'> & { chains: ChainStore }) => {
  await keys.find('0'.repeat(64))
  await keys.touch('0'.repeat(64), now)
  await accounts.find('acme')
  const charge = requestCharge('account#acme#requests', 1)
  for (let call = 0; call < 3; call += 1) await counters.take(charge, now * 1000)
  await ledger.put(aReceipt())
  await chains.find(['a', 'b'], now)
  await chains.use('use')
  await chains.note('use', { usedAt: now, coldAt: now, shortened: [1] })
  await chains.claim('use', { by: 'a', risk: 1, room: 0 }, now)
  for (let call = 0; call < 2; call += 1)
    await chains.put('a', { state: new Uint8Array(1), lastSentAt: now + call, coldAt: now + 60_000 + call })
}

describe('what the functions send to their tables', () => {
  const finallyDo = afterSuite()
  let dynamo: Dynamo
  const sent = new Map<string, Set<string>>()

  beforeAll(async () => {
    const opened = await openTestTables(finallyDo, prefix)
    dynamo = hearing(opened, ({ operation, input }) => {
      const [named = 'no table'] = Object.keys(input.RequestItems ?? {})
      const table = String(input.TableName ?? named)
      sent.set(table, (sent.get(table) ?? new Set()).add(operation))
    })
  })

  it('is what they are allowed to send', async () => {
    await everyCall({
      keys: dynamoKeys(dynamo),
      accounts: dynamoAccounts(dynamo),
      counters: dynamoCounters(dynamo),
      ledger: dynamoLedger(dynamo),
      chains: dynamoChains(dynamo, { readMilliseconds: 10_000, writeMilliseconds: 10_000 }),
    })

    const ids = Object.keys(tableActions).filter((id): id is TableId => id in tableActions)
    const granted = ids.map((id) => [tableName(prefix, id), [...(tableActions[id] ?? [])].sort()])
    const used = [...sent].map(([table, actions]) => [table, [...actions].sort()])
    expect(used.sort()).toEqual(granted.sort())
  })

  it('to count receipts is what that function is allowed to send', async () => {
    sent.clear()
    const model = { model: 'a-model', sessionId: '0b9f4a52-7a3c-4c0d-8a5e-1f2d3c4b5a69' }
    const streamed = { receipt: aReceipt(model), shardId: 'shard', sequence: '1', at: 0 }
    await foldReceipts(dynamoSavings(dynamo), [streamed])
    await foldReceipts(dynamoSavings(dynamo), [streamed])

    expect([...sent].map(([table, actions]) => [table, [...actions].sort()])).toEqual([
      [tableName(prefix, 'savings'), [...foldActions].sort()],
    ])
  })
})
