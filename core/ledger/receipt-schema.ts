// What a receipt in the ledger looks like: one schema judges it before it is written and when it is read back. A receipt that
// its readers refuse would end every listing, export and sum that comes across it, so they take words that a newer version has written.

import * as z from 'zod/mini'
import type { NewerWord, Outcome, Receipt, SessionClient } from './receipt.ts'

// What a DynamoDB number can be, zero aside.
const leastNumber = 1e-130
const mostNumber = 9.9e125

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && (value === 0 || (Math.abs(value) >= leastNumber && Math.abs(value) <= mostNumber))
const number = z.number().check(z.refine(isNumber))
const count = z.int().check(z.nonnegative())
/** One of ours, or whatever else a newer version says. */
const word = <Ours extends string>() => z.custom<Ours | NewerWord>((value) => typeof value === 'string')

/** Strips attributes that no receipt has. */
export const receiptSchema = z.object({
  accountId: z.string(),
  exchangeId: z.string(),
  receivedAt: z.iso.datetime(),
  keyId: z.string(),
  settledAt: z.exactOptional(z.iso.datetime()),
  sessionId: z.exactOptional(z.string()),
  client: z.exactOptional(word<SessionClient>()),
  route: z.string(),
  provider: z.exactOptional(z.string()),
  model: z.exactOptional(z.string()),
  upstreamHost: z.exactOptional(z.string()),
  upstreamKeyFingerprint: z.exactOptional(z.string()),
  engineVersion: z.exactOptional(z.string()),
  losslessVersion: z.exactOptional(z.string()),
  compactionMode: z.exactOptional(z.string()),
  outcome: word<Outcome>(),
  reason: z.exactOptional(z.string()),
  status: count,
  segmentsCompacted: count,
  tokensSaved: number,
  tokensBefore: z.exactOptional(number),
  tokensAfter: z.exactOptional(number),
  effectiveTokensBefore: z.exactOptional(number),
  effectiveTokensAfter: z.exactOptional(number),
  cacheRewriteTokens: number,
  usage: z.exactOptional(
    z.object({
      inputTokens: count,
      cacheReadTokens: count,
      cacheWriteTokens: count,
      cacheWriteLongTokens: count,
      outputTokens: count,
      cacheUntold: z.exactOptional(z.literal(true)),
      writesUntold: z.exactOptional(z.literal(true)),
      summed: z.exactOptional(z.literal(true)),
    }),
  ),
  estimated: z.boolean(),
  rateAsked: z.exactOptional(number),
  rateReached: z.exactOptional(number),
  floorReached: z.exactOptional(z.boolean()),
  retriedVerbatim: z.exactOptional(z.boolean()),
  millisecondsPerStep: z.record(z.string(), number),
})

export interface JudgedReceipt {
  readonly receipt: Receipt
  /** Names of attributes that no reader would accept, and that the receipt goes without. */
  readonly leftOut: readonly string[]
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const saidOfUsage: ReadonlySet<string> = new Set(['cacheUntold', 'writesUntold', 'summed'])
const isOfUsage = (value: unknown, name: string): boolean => (saidOfUsage.has(name) ? value === true : isCount(value))
const counts: ReadonlySet<string> = new Set(['status', 'segmentsCompacted'] satisfies (keyof Receipt)[])

const isEach = (values: object, judge: (value: unknown, name: string) => boolean): boolean => {
  for (const name in values) if (!judge(values[name as keyof typeof values], name)) return false
  return true
}

const isSound = (name: string, value: unknown): boolean => {
  if (typeof value === 'number') return counts.has(name) ? isCount(value) : isNumber(value)
  if (typeof value === 'object' && value !== null) return isEach(value, name === 'usage' ? isOfUsage : isNumber)
  return typeof value === 'string' || typeof value === 'boolean'
}

/** Everything but its numbers is as its type says, so they alone are looked at: the schema takes as long as many another step. */
const isSurelyAccepted = (receipt: Receipt): boolean => {
  for (const name in receipt)
    if (!Object.hasOwn(receiptSchema.shape, name) || !isSound(name, receipt[name as keyof Receipt])) return false
  return true
}

/** The receipt as its readers accept it. Throws if an attribute is not valid that every receipt has. */
export const judgedReceipt = (receipt: Receipt): JudgedReceipt => {
  if (isSurelyAccepted(receipt)) return { receipt, leftOut: [] }
  const judged = receiptSchema.safeParse(receipt)
  if (judged.success) return { receipt: judged.data, leftOut: [] }
  const leftOut = [...new Set(judged.error.issues.map(({ path }) => String(path[0])))]
  const rest = Object.entries(receipt).filter(([name]) => !leftOut.includes(name))
  return { receipt: receiptSchema.parse(Object.fromEntries(rest)), leftOut }
}
