// The items of the table of sums, validated on read. Attributes have the names of the core's types.

import * as z from 'zod'
import type { SavingsPart } from '../../../core/savings/fold.ts'
import { recencyOf } from '../../../core/savings/session.ts'
import type { StoredPart } from '../../../core/savings/store.ts'
import { reader } from '../items.ts'
import { accountMonth } from './ledger-keys.ts'

/** How long a session's sums are kept after its last request. Those of days and half hours stay. */
const sessionDays = 400

// Versions before 0.3.0 added up without a bound: a count beyond what is exact may have a part of one, and is still to be read.
const count = z.number().nonnegative().transform(Math.round)
const sums = z.object({
  exchanges: count,
  counted: count,
  outcomes: z.record(z.string(), count),
  reasons: z.record(z.string(), count),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  effectiveBefore: z.number(),
  effectiveAfter: z.number(),
  gained: z.number().nonnegative(),
  givenBack: z.number().nonnegative(),
  observedTokens: z.number(),
  cacheRewriteTokens: z.number(),
  providerCacheReadTokens: count,
  outputTokens: count,
  estimatedExchanges: count,
})

const item = z.object({
  owner: z.string(),
  part: z.string(),
  sums,
  session: z
    .object({
      sessionId: z.string(),
      accountId: z.string(),
      startedAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
      client: z.string().exactOptional(),
      models: z.array(z.string()),
      hasMoreModels: z.literal(true).exactOptional(),
      keyIds: z.array(z.string()),
    })
    .exactOptional(),
  folded: z.record(z.string(), z.object({ sequence: z.string(), at: z.number() })),
  rebuiltThrough: z.iso.datetime().exactOptional(),
  version: z.number().int().nonnegative(),
})

const readItem = reader('savings', item)

/** Throws if the item is not a valid part of the sums. */
export const readPart = (found: unknown): StoredPart => {
  const { version, ...part } = readItem(found)
  return { part, version }
}

/** The item of a part, with the attributes of the index for a session. */
export const partItem = (part: SavingsPart, version: number): Record<string, unknown> => {
  const { session } = part
  if (session === undefined) return { ...part, version }
  const lastDay = Math.floor(Date.parse(session.lastAt) / 1000)
  return {
    ...part,
    version,
    accountMonth: accountMonth(session.accountId, session.lastAt.slice(0, 7)),
    recency: recencyOf(session),
    expiresAt: lastDay + sessionDays * 86_400,
  }
}
