// What a receipt in the ledger looks like: one schema judges it before it is written and when it is read back. A receipt that
// its readers refuse would end every listing, export and sum that comes across it.

import * as z from 'zod'
import { outcomes, type Receipt, sessionClients } from './receipt.ts'

// What a DynamoDB number can be, zero aside.
const leastNumber = 1e-130
const mostNumber = 9.9e125

const number = z
  .number()
  .refine((value) => value === 0 || (Math.abs(value) >= leastNumber && Math.abs(value) <= mostNumber))
const count = z.number().int().nonnegative()

/** Strips attributes that no receipt has. */
export const receiptSchema = z.object({
  accountId: z.string(),
  exchangeId: z.string(),
  receivedAt: z.iso.datetime(),
  keyId: z.string(),
  settledAt: z.iso.datetime().exactOptional(),
  sessionId: z.string().exactOptional(),
  client: z.enum(sessionClients).exactOptional(),
  route: z.string(),
  provider: z.string().exactOptional(),
  model: z.string().exactOptional(),
  upstreamHost: z.string().exactOptional(),
  upstreamKeyFingerprint: z.string().exactOptional(),
  engineVersion: z.string().exactOptional(),
  losslessVersion: z.string().exactOptional(),
  compactionMode: z.string().exactOptional(),
  outcome: z.enum(outcomes),
  reason: z.string().exactOptional(),
  status: count,
  segmentsCompacted: count,
  tokensSaved: number,
  tokensBefore: number.exactOptional(),
  tokensAfter: number.exactOptional(),
  effectiveTokensBefore: number.exactOptional(),
  effectiveTokensAfter: number.exactOptional(),
  cacheRewriteTokens: number,
  usage: z
    .object({
      inputTokens: count,
      cacheReadTokens: count,
      cacheWriteTokens: count,
      cacheWriteLongTokens: count,
      outputTokens: count,
    })
    .exactOptional(),
  estimated: z.boolean(),
  rateAsked: number.exactOptional(),
  rateReached: number.exactOptional(),
  floorReached: z.boolean().exactOptional(),
  retriedVerbatim: z.boolean().exactOptional(),
  millisecondsPerStep: z.record(z.string(), number),
})

export interface JudgedReceipt {
  readonly receipt: Receipt
  /** Names of attributes that no reader would accept, and that the receipt goes without. */
  readonly leftOut: readonly string[]
}

/** The receipt as its readers accept it. Throws if an attribute is not valid that every receipt has. */
export const judgedReceipt = (receipt: Receipt): JudgedReceipt => {
  const judged = receiptSchema.safeParse(receipt)
  if (judged.success) return { receipt: judged.data, leftOut: [] }
  const leftOut = [...new Set(judged.error.issues.map(({ path }) => String(path[0])))]
  const rest = Object.entries(receipt).filter(([name]) => !leftOut.includes(name))
  return { receipt: receiptSchema.parse(Object.fromEntries(rest)), leftOut }
}
