// What the provider's own reports say of its cache. They outrank every table.

import { margin } from '../caches/rules.ts'

export interface Evidence {
  /** Something of this conversation was read from a cache. */
  readonly everRead: boolean
  /** Something was written to one, by the provider's own count. */
  readonly everWritten: boolean
  /** Requests in a row that read nothing although all that they repeated should have been cached. */
  readonly misses: number
  /** Requests that read nothing, and that read something, although what stands around the conversation had changed. */
  readonly frameMisses: number
  readonly frameHits: number
  /** The longest pause after which it was still read, and the shortest after which it was not, in milliseconds. */
  readonly keptForMs: number
  readonly goneAfterMs?: number
}

export const noEvidence: Evidence = {
  everRead: false,
  everWritten: false,
  misses: 0,
  frameMisses: 0,
  frameHits: 0,
  keptForMs: 0,
}

/** This upstream has been seen to cache this conversation. */
export const isCaching = ({ everRead, everWritten }: Evidence): boolean => everRead || everWritten

/** So many misses in a row of what was read before are no accident. */
const accidents = 3

/** This upstream does not cache this conversation. */
export const isNeverCached = (evidence: Evidence): boolean => evidence.misses >= (isCaching(evidence) ? accidents : 1)

/** Whenever the frame changed, nothing was read. */
export const isLostWithFrame = ({ frameMisses, frameHits }: Evidence): boolean => frameMisses > 0 && frameHits === 0

/** Such a pause was once too long. */
export const wasGoneAfter = ({ keptForMs, goneAfterMs }: Evidence, pauseMs: number): boolean =>
  goneAfterMs !== undefined && goneAfterMs > keptForMs && pauseMs >= goneAfterMs

/** Such a pause was once survived. */
export const wasKeptFor = ({ keptForMs }: Evidence, pauseMs: number): boolean => pauseMs * margin <= keptForMs

export interface Reading {
  /** Read from the cache; sent by the request before this one, and part of that in its conversation. In tokens. */
  readonly readTokens: number
  readonly previousTokens: number
  readonly repeatedTokens: number
  /** Since the request before. */
  readonly pauseMs: number
  /** What was repeated was left as it was. */
  readonly isUnchanged: boolean
  /** A provider that caches reads all of it; by its rules the provider may have forgotten it. */
  readonly shouldBeRead: boolean
  readonly mayBeGone: boolean
  /** What stands around the conversation is not what it was. */
  readonly isFrameNew: boolean
}

/** Fewer cannot be told from a step or from a miscount. */
const leastRepeatedTokens = 300
const [mostOf, halfOf] = [0.9, 0.5]
/** A read may end so much earlier. */
const stepTokens = 128

/** What one more report says. */
export const evidenceAfter = (before: Evidence, reading: Reading): Evidence => {
  const { readTokens, previousTokens, repeatedTokens, pauseMs, isFrameNew } = reading
  if (repeatedTokens < leastRepeatedTokens) return before
  const isReadWhole = readTokens >= previousTokens - (1 - mostOf) * repeatedTokens - stepTokens
  if (isReadWhole || (!isFrameNew && readTokens > previousTokens - halfOf * repeatedTokens)) {
    const frameHits = before.frameHits + (isFrameNew ? 1 : 0)
    return { ...before, everRead: true, misses: 0, frameHits, keptForMs: Math.max(before.keptForMs, pauseMs) }
  }
  if (!reading.isUnchanged || readTokens > previousTokens - mostOf * repeatedTokens) return before
  if (isFrameNew) return reading.shouldBeRead ? { ...before, frameMisses: before.frameMisses + 1 } : before
  if (readTokens > 0) return before
  if (reading.shouldBeRead) return { ...before, misses: before.misses + 1 }
  if (!reading.mayBeGone) return before
  return { ...before, goneAfterMs: Math.min(before.goneAfterMs ?? Number.POSITIVE_INFINITY, pauseMs) }
}

/** A provider that was seen to cache this conversation should have read what was repeated, and read nothing. */
export const isContradiction = (before: Evidence, after: Evidence): boolean =>
  isCaching(before) && after.misses > before.misses
