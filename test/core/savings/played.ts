// What the laws of the sums play: receipts as a stream tells them and as a ledger has them, and the figures that come of them.

import type { Receipt } from '../../../core/ledger/receipt.ts'
import type { StreamedReceipt } from '../../../core/savings/fold.ts'
import { foldReceipts } from '../../../core/savings/fold-receipts.ts'
import type { Ledger } from '../../../core/savings/rebuild.ts'
import { memoryLedger } from '../../../testkit/memory/ledger.ts'
import { type MemorySavings, memorySavings, newMemorySavings } from '../../../testkit/memory/savings.ts'

export const streamed = (all: readonly Receipt[], shards: number, at = 0): StreamedReceipt[] =>
  all.map((receipt, index) => ({
    receipt,
    shardId: `shard-${index % shards}`,
    // Sequence numbers of a length that grows, and too long for a number.
    sequence: `${10n ** 20n * BigInt(index) + 9n}`,
    at,
  }))

/** What the parts say, without what they remember of the stream. */
export const figures = ({ parts }: MemorySavings) =>
  Object.fromEntries(
    [...parts]
      .filter(([, { part }]) => part.sums.exchanges > 0)
      .map(([name, { part }]): [string, unknown] => [name, { sums: part.sums, session: part.session }])
      .sort(),
  )

export const folded = async (all: readonly Receipt[]) => {
  const items = newMemorySavings()
  await foldReceipts(memorySavings(items), streamed(all, 1))
  return figures(items)
}

export const ledgerOf = (all: readonly Receipt[]): Ledger => {
  const written = new Map(all.map((receipt) => [receipt.exchangeId, receipt]))
  const ledger = memoryLedger(written)
  return {
    session: ledger.session,
    async *pages(accountId: string, month: string) {
      yield await ledger.month(accountId, month)
    },
  }
}
