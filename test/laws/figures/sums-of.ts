// The sums of what was played: as the ledger's stream makes them, and as they are counted again.

import { foldReceipts } from '../../../core/savings/fold-receipts.ts'
import { rebuild } from '../../../core/savings/rebuild.ts'
import { type MemorySavings, memorySavings, newMemorySavings } from '../../../testkit/memory/savings.ts'
import { ledgerOf, streamed } from '../../core/savings/played.ts'
import { accountIds, type Played } from './receipts.ts'

const shards = [0, 1, 2]

/** From several shards, in batches that come late and again. `order`: which shard goes on, and how far. */
export const toldByStream = async ({ receipts }: Played, order: readonly number[]): Promise<MemorySavings> => {
  const items = newMemorySavings()
  const all = streamed(receipts, shards.length)
  const batches = shards.map((shard) => all.filter(({ shardId }) => shardId === `shard-${shard}`))
  const done = shards.map(() => 0)
  const goOn = async (shard: number, from: number, to: number): Promise<void> => {
    await foldReceipts(memorySavings(items), (batches[shard] ?? []).slice(Math.max(0, from), to))
    done[shard] = Math.max(done[shard] ?? 0, to)
  }
  for (const step of order) {
    const shard = step % shards.length
    const from = done[shard] ?? 0
    await goOn(shard, from - (step % 4), from + 1 + (step % 7))
  }
  for (const shard of shards.toReversed()) await goOn(shard, done[shard] ?? 0, Number.POSITIVE_INFINITY)
  for (const shard of shards) await goOn(shard, 0, Number.POSITIVE_INFINITY)
  return items
}

/** From the ledger alone. */
export const rebuilt = async ({ receipts, now }: Played): Promise<MemorySavings> => {
  const items = newMemorySavings()
  const settledThrough = async () => new Date(now).toISOString()
  for (const accountId of accountIds)
    await rebuild(memorySavings(items), ledgerOf(receipts), { accountId, fromMonth: '2026-01', settledThrough })
  return items
}
