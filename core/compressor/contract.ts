// The wire between the service and its compressor: one schema, parsed on both sides.

import * as z from 'zod/mini'
import { PackedSpans, type SpanList } from '../text/spans.ts'

/** Public names of the compressors; aliases that always point at the current version. */
export const publicCompressors = ['helene-1', 'adeline-1'] as const

/** Stable codes: why a text came back untouched. */
const abstentionReasons = [
  'empty',
  'too-short',
  'too-large',
  'saving-under-floor',
  'language-not-covered',
  'listing',
  'binary',
  'structured',
  'already-compressed',
  'code',
  'rejected-by-gate',
  'rate-zero',
  'engine-failed',
] as const
export type AbstentionReason = (typeof abstentionReasons)[number]

/** Texts of one call; larger batches are split by the caller. */
export const maxBatchTexts = 10_000

/** `POST /invocations`. */
export const compressionRequest = z.object({
  /** An alias (`helene-1`), a pinned version (`helene-1.0.0`), or `lossless-2` for the shared lossless depth. */
  engine: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Fraction of o200k tokens to remove. */
  rate: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  /** Expected-loss budget of adeline, for proxied text and for measuring; not on the public API. */
  budget: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  texts: z.array(z.string()).check(z.minLength(1), z.maxLength(maxBatchTexts)),
})
export type CompressionRequest = z.infer<typeof compressionRequest>

const isSpan = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  Number.isSafeInteger(value[0]) &&
  Number.isSafeInteger(value[1]) &&
  value[0] >= 0 &&
  value[1] > 0

/** A list that is judged up to its first wrong member: a schema notes each of millions before it refuses any. */
const listOf = <Member>(isMember: (value: unknown) => boolean) =>
  z.custom<Member[]>(
    (value) => Array.isArray(value) && value.every(isMember),
    'has a member that is not of the contract',
  )

const isSpanList = (value: unknown): boolean =>
  value instanceof PackedSpans || (Array.isArray(value) && value.every(isSpan))

const kept = z.object({
  /** UTF-16 offsets of the text, ordered, disjoint. */
  kept: z.custom<SpanList>(isSpanList, 'has a member that is not of the contract'),
  tokens_before: z.int().check(z.nonnegative()),
  tokens_after: z.int().check(z.nonnegative()),
  rate_asked: z.optional(z.number()),
  rate_reached: z.number(),
  /** Pins and atoms did not allow the rate that was asked for. */
  floor_reached: z.boolean(),
})

const abstained = z.object({
  abstained: z.enum(abstentionReasons),
  tokens_before: z.int().check(z.nonnegative()),
})

const compressionResult = z.union([kept, abstained])
/** Per text, in the order asked: what stays, or why it was left alone. Token counts are exact o200k counts. */
export type CompressionResult = z.infer<typeof compressionResult>

export const compressionReply = z.object({
  /** The pinned version that answered. The ledger and the log keep it: no other text may get there. */
  engine_version: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  results: listOf<CompressionResult>((value) => compressionResult.safeParse(value).success),
})
export type CompressionReply = z.infer<typeof compressionReply>

/** Texts of one call together, in bytes of JSON; larger batches are split by the caller. */
export const maxBatchBytes = 3_000_000
/** What `POST /invocations` accepts and answers at all: the real-time limit of SageMaker. */
export const maxInvocationBytes = 6_000_000
