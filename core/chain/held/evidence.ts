// What the provider's own reports say of its cache. They outrank every table.

import type { CachingAsked } from '../../caches/asked.ts'
import { stepTokens } from '../../caches/rows.ts'

export interface Evidence {
  /** Something of this conversation was read from a cache. */
  readonly everRead: boolean
  /** Something was written to one, by the provider's own count. */
  readonly everWritten: boolean
  /** Requests in a row that read nothing although all that they repeated should have been cached. */
  readonly misses: number
  /** Requests that read less than surely was cached, whichever cache they met. */
  readonly shortReads?: number
  /** Requests that read nothing, and that read something, although the texts around the conversation had changed. */
  readonly frameMisses: number
  readonly frameHits: number
  /** Requests that read something although they said otherwise how they are to be answered. */
  readonly settingHits?: number
  /** The longest pause after which it was still read, and the shortest after which it was not, in milliseconds. */
  readonly keptForMs: number
  readonly goneAfterMs?: number
  /** A read ended at a step within what was sent before, where no request had ended. */
  readonly inSteps?: true
  /** Something was read that nobody had asked to be cached. */
  readonly unasked?: true
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

/** This upstream seems not to cache this conversation. Or it has forgotten it, or asked another of its caches. */
export const seemsUncached = (evidence: Evidence): boolean => evidence.misses >= (isCaching(evidence) ? accidents : 1)

/** After so many in a row, each of several caches has met it. */
const cachesAtMost = 6

/** This upstream does not cache this conversation: whichever of its caches is asked, none has ever held anything of it. */
export const isNeverCached = (evidence: Evidence): boolean => !isCaching(evidence) && evidence.misses >= cachesAtMost

/** Whenever the texts around it changed, nothing was read. */
export const isLostWithFrame = ({ frameMisses, frameHits }: Evidence): boolean => frameMisses > 0 && frameHits === 0

/** Whenever the texts around it changed, it was read all the same: the provider takes out what is new of them, as it does with a line of its own client. */
export const isReadBehindAny = ({ frameMisses, frameHits }: Evidence): boolean => frameHits > 0 && frameMisses === 0

/** Requests that read something although what stands around the conversation had changed. */
export const hitsBehindOther = ({ frameHits, settingHits = 0 }: Evidence): number => frameHits + settingHits

/** Such a pause was once too long. */
export const wasGoneAfter = ({ keptForMs, goneAfterMs }: Evidence, pauseMs: number): boolean =>
  goneAfterMs !== undefined && goneAfterMs > keptForMs && pauseMs >= goneAfterMs

/** What is asked for, as this upstream was seen to read: at any token where it reads in steps, though its row relies on the ends of requests alone. */
export const askedAsSeen = (asked: CachingAsked, { inSteps }: Evidence): CachingAsked =>
  inSteps === true && asked.surelyEnds === 'requests' ? { ...asked, surelyEnds: 'anywhere' } : asked

export interface Reading {
  /** Read from the cache; sent by the request before this one, and part of that in its conversation. In tokens. */
  readonly readTokens: number
  readonly previousTokens: number
  readonly repeatedTokens: number
  /** Since the request before. */
  readonly pauseMs: number
  /** What was repeated was left as it was. */
  readonly isUnchanged: boolean
  /** Nothing was read, not even what should have been and stands before all that we have changed. */
  readonly isMissed: boolean
  /** A provider that caches reads all of it; by its rules the provider may have forgotten it. */
  readonly shouldBeRead: boolean
  readonly mayBeGone: boolean
  /** Something was not read before that surely was cached: what is not read may be elsewhere, whatever the pause. */
  readonly isScattered: boolean
  /** Something of it was read before: it has met the cache that is asked most often. */
  readonly wasRead: boolean
  /** What stands around the conversation is not what it was. */
  readonly isFrameNew: boolean
  /** More of it than how the request is to be answered. */
  readonly areTextsNew: boolean
}

/** Fewer cannot be told from a step or from a miscount. */
const leastRepeatedTokens = 300
const [mostOf, halfOf] = [0.9, 0.5]

/** A read may end a step earlier. */
const isReadWhole = ({ readTokens, previousTokens, repeatedTokens }: Reading): boolean =>
  readTokens >= previousTokens - (1 - mostOf) * repeatedTokens - stepTokens

const isRead = (reading: Reading): boolean =>
  isReadWhole(reading) ||
  (!reading.isFrameNew && reading.readTokens > reading.previousTokens - halfOf * reading.repeatedTokens)

/** Whether most of a conversation was read, also where nobody remembers it: others may have begun with the same turns. */
export const isMostlyRead = (readTokens: number, inputTokens: number, conversationTokens: number): boolean =>
  conversationTokens >= leastRepeatedTokens && readTokens > inputTokens - halfOf * conversationTokens

/** What is read at most when the conversation is forgotten: what stands before it, which other conversations keep. */
const isUnread = ({ readTokens, previousTokens, repeatedTokens }: Reading): boolean =>
  readTokens <= previousTokens - mostOf * repeatedTokens

/** Whether the read ends at the last step before the end of the request before, and not there. */
const endsAtStep = ({ readTokens, previousTokens }: Reading): boolean =>
  readTokens < previousTokens && readTokens === previousTokens - (previousTokens % stepTokens)

/** What became of a conversation in a pause that its provider may or may not survive; `undefined`: it does not show. */
export const pauseSeen = (reading: Reading): 'kept' | 'gone' | undefined => {
  if (!reading.mayBeGone || reading.repeatedTokens < leastRepeatedTokens) return undefined
  if (isRead(reading)) return 'kept'
  const isGone = reading.isUnchanged && !reading.isFrameNew && !reading.isScattered && isUnread(reading)
  return isGone ? 'gone' : undefined
}

/** What one more report says. */
export const evidenceAfter = (known: Evidence, reading: Reading): Evidence => {
  const { readTokens, pauseMs, isFrameNew, areTextsNew } = reading
  // An upstream that reads anything caches.
  const before = readTokens > 0 && known.misses > 0 ? { ...known, misses: 0 } : known
  if (reading.repeatedTokens < leastRepeatedTokens) return before
  if (isRead(reading)) {
    const { frameHits, settingHits = 0 } = before
    return {
      ...before,
      everRead: true,
      misses: 0,
      ...(areTextsNew ? { frameHits: frameHits + 1 } : isFrameNew ? { settingHits: settingHits + 1 } : {}),
      keptForMs: Math.max(before.keptForMs, pauseMs),
      ...(reading.isUnchanged && endsAtStep(reading) ? { inSteps: true } : {}),
    }
  }
  const missed = { ...before, misses: before.misses + 1 }
  if (reading.isMissed) return missed
  if (!reading.isUnchanged || !isUnread(reading)) return before
  if (isFrameNew) {
    const isMiss = areTextsNew && reading.shouldBeRead
    return isMiss ? { ...before, frameMisses: before.frameMisses + 1 } : before
  }
  if (reading.shouldBeRead) return readTokens > 0 ? before : missed
  if (pauseSeen(reading) !== 'gone') return before
  return { ...before, goneAfterMs: Math.min(before.goneAfterMs ?? Number.POSITIVE_INFINITY, pauseMs) }
}

/** A provider that was seen to cache this conversation should have read what was repeated, and read nothing. */
export const isContradiction = (before: Evidence, after: Evidence): boolean =>
  isCaching(before) && after.misses > before.misses
