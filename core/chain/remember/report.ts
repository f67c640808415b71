// What the provider's report on a request shows of its cache, and of how long it keeps what it holds. Pure.

import type { Usage } from '../../ledger/usage.ts'
import { type Evidence, evidenceAfter, isMostlyRead, noEvidence, type Reading } from '../held/evidence.ts'
import { type Retention, retentionAfter } from '../held/retention.ts'
import { tellsTexts } from '../identity/frame.ts'
import type { Balance } from '../move/warm-move.ts'
import type { SentConversation } from './sent-conversation.ts'
import { isHeldElsewhere } from './short-reads.ts'

/** What the request cost and saved, in effective tokens, and what else its answer has told. */
export interface Bill extends Balance {
  /** What a character of it was in tokens. Absent: nobody has counted. */
  readonly tokensPerCharacter?: number
  /** Absent: the provider reported nothing. */
  readonly usage?: Usage
  /** How many calls its answer makes. Absent: nobody can tell. */
  readonly calls?: number
  /** It leaves out what was written: it tells what was read, and not how long the prompt is. */
  readonly isInPart?: true
}

/** What the provider reports on a request that repeats the one before it; `undefined`: it reports nothing, or nothing of its cache. */
const readingOf = (
  sent: SentConversation,
  { tokensPerCharacter, usage }: Pick<Bill, 'tokensPerCharacter' | 'usage'>,
): Reading | undefined =>
  usage === undefined ||
  usage.cacheUntold === true ||
  tokensPerCharacter === undefined ||
  !sent.isNext ||
  // Of a request that nobody has counted, to read nothing is to read all, and so is to read its tools behind other texts.
  ((sent.previous?.inputTokens ?? 0) === 0 && (usage.cacheReadTokens === 0 || sent.isFrameNew)) ||
  (sent.isFrameNew && !tellsTexts(sent.previous?.frame ?? ''))
    ? undefined
    : {
        readTokens: usage.cacheReadTokens,
        previousTokens: sent.previous?.inputTokens ?? 0,
        repeatedTokens: sent.repeatedCharacters * tokensPerCharacter,
        pauseMs: sent.pauseMs,
        isUnchanged: sent.changedTurn === undefined && sent.charactersBehindUnchanged === undefined,
        isMissed:
          usage.cacheReadTokens === 0 && sent.shouldBeRead && !sent.isFrameNew && sent.unchangedTurn !== undefined,
        shouldBeRead: sent.shouldBeRead,
        mayBeGone: sent.mayBeGone,
        isScattered: (sent.previous?.evidence.shortReads ?? 0) > 0,
        wasRead: sent.previous?.evidence.everRead === true,
        isFrameNew: sent.isFrameNew,
        areTextsNew: sent.areTextsNew,
      }

/** What the account knows of this cache after a request that shows more of it; `undefined` after any other. */
export const retentionOf = (
  sent: SentConversation,
  bill: Pick<Bill, 'tokensPerCharacter' | 'usage'>,
): Retention | undefined => {
  const reading = readingOf(sent, bill)
  if (sent.retention === undefined || reading === undefined) return undefined
  const after = retentionAfter(sent.retention, reading)
  return after === sent.retention ? undefined : after
}

/** What the provider's report on this request has shown, beside all that was known before. */
export const evidenceOf = (sent: SentConversation, bill: Pick<Bill, 'tokensPerCharacter' | 'usage'>): Evidence => {
  const { usage, tokensPerCharacter } = bill
  const { everRead, everWritten, ...seen } = sent.previous?.evidence ?? noEvidence
  const written = (usage?.cacheWriteTokens ?? 0) + (usage?.cacheWriteLongTokens ?? 0)
  const isReadAtOnce =
    usage !== undefined &&
    usage.summed !== true &&
    tokensPerCharacter !== undefined &&
    isMostlyRead(usage.cacheReadTokens, usage.inputTokens, sent.conversationCharacters * tokensPerCharacter)
  const before = { ...seen, everRead: everRead || isReadAtOnce, everWritten: everWritten || written > 0 }
  const reading = readingOf(sent, bill)
  const after = reading === undefined ? before : evidenceAfter(before, reading)
  const told = sent.isUnaskedRead === true ? { ...after, unasked: true as const } : after
  return usage !== undefined && isHeldElsewhere(sent, usage)
    ? { ...told, shortReads: (told.shortReads ?? 0) + 1 }
    : told
}
