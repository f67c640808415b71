// How receipts get into a part, each exactly once. A stream may deliver again what it has delivered, and out of order; the
// mark of a shard, kept in the part itself, refuses every replay.

import type { Receipt } from '../ledger/receipt.ts'
import { type PartKey, sessionPart } from './parts.ts'
import { joined, type SessionFacts, sessionFactsOf } from './session.ts'
import { noSums, plus, type Sums, sumsOf } from './sums.ts'

/** A receipt as the ledger's stream delivers it. */
export interface StreamedReceipt {
  readonly receipt: Receipt
  readonly shardId: string
  /** Decimal digits; grows within a shard. */
  readonly sequence: string
  /** When it came into the stream, in seconds since the epoch. */
  readonly at: number
}

/** How far a shard has been counted in one part. */
export interface Mark {
  readonly sequence: string
  readonly at: number
}

export interface SavingsPart extends PartKey {
  readonly sums: Sums
  /** Of a session's part alone. */
  readonly session?: SessionFacts
  readonly folded: Readonly<Record<string, Mark>>
  /** ISO 8601: what was settled before was counted from the ledger, and is not counted again. */
  readonly rebuiltThrough?: string
}

/** A stream keeps its records for 24 hours: a mark older than this refuses nothing that could still come. */
const markSeconds = 25 * 3_600

/** Whether a sequence number lies behind another. They are decimal, and too long for a number. */
const isBehind = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length

/** What a rebuild and `fold` ask. A receipt that does not say when it was settled is always before. */
export const isSettledBefore = ({ settledAt = '' }: Receipt, through: string): boolean => settledAt < through

/** `told`: the shards that go on now, which stay: a clock that was ahead may have left marks of its own. */
const currentMarks = (folded: Readonly<Record<string, Mark>>, told: ReadonlySet<string>): Record<string, Mark> => {
  const newest = Math.max(...Object.values(folded).map(({ at }) => at))
  return Object.fromEntries(
    Object.entries(folded).filter(([shardId, { at }]) => told.has(shardId) || newest - at < markSeconds),
  )
}

/** The part with one more receipt. */
export const withReceipt = <Part extends Pick<SavingsPart, 'part' | 'sums' | 'session'>>(
  part: Part,
  receipt: Receipt,
): Part => {
  const sums = plus(part.sums, sumsOf(receipt))
  if (part.part !== sessionPart || receipt.sessionId === undefined) return { ...part, sums }
  const facts = sessionFactsOf(receipt, receipt.sessionId)
  return { ...part, sums, session: part.session === undefined ? facts : joined(part.session, facts) }
}

/** A part that nothing has been counted in. */
export const emptyPart = ({ owner, part }: PartKey): SavingsPart => ({ owner, part, sums: noSums, folded: {} })

/**
 * The part with every receipt of a batch that it does not have yet, or nothing when it has them all. `before` is absent
 * where there is no such part; the receipts have to have their share in it.
 */
export const fold = (
  before: SavingsPart | undefined,
  key: PartKey,
  batch: readonly StreamedReceipt[],
): SavingsPart | undefined => {
  let part = before ?? emptyPart(key)
  const folded: Record<string, Mark> = { ...part.folded }
  let isChanged = false
  for (const { receipt, shardId, sequence, at } of batch) {
    const mark = folded[shardId]
    if (mark !== undefined && !isBehind(sequence, mark.sequence)) continue
    folded[shardId] = { sequence, at }
    isChanged = true
    if (part.rebuiltThrough === undefined || !isSettledBefore(receipt, part.rebuiltThrough))
      part = withReceipt(part, receipt)
  }
  if (!isChanged) return undefined
  return { ...part, folded: currentMarks(folded, new Set(batch.map(({ shardId }) => shardId))) }
}
