// The state that a request leaves behind: what it sent, what was decided since, and what the next request is to shorten.

import { defined } from '../../collections/defined.ts'
import { losslessVersion } from '../../lossless/lossless.ts'
import { type CachedEnd, endsAfter, isReachedLater } from '../held/cached-ends.ts'
import { type Evidence, hitsBehindOther, noEvidence } from '../held/evidence.ts'
import { tellsTexts, textsOf } from '../identity/frame.ts'
import { writePriceOf } from '../move/balance-now.ts'
import { candidatesOf, charactersWithoutRead, isReadBefore, tokensBehindOf } from '../move/candidates.ts'
import { fewestTokensPerCharacter, inexact } from '../move/token-bounds.ts'
import { type Balance, bestMove, unknownBalance } from '../move/warm-move.ts'
import { countsAfter } from '../record/counts.ts'
import { type ChainHistory, type ChainState, rateOf, type SegmentState, unasked } from '../record/state.ts'
import { type Bill, evidenceOf } from './report.ts'
import { charactersLeftOpen, type SentConversation } from './sent-conversation.ts'
import { isLeftUnread } from './short-reads.ts'

interface DecidedSegments {
  readonly segments: readonly SegmentState[]
  readonly engineVersion?: string
}

/** The next exchange has at least so many blocks. */
const leastFreshBlocks = 4

/** Schedules the suffix that goes lossy with the next request although it is cached, if any suffix pays. */
const chooseMoves = (
  segments: readonly SegmentState[],
  sent: SentConversation,
  history: ChainHistory,
): readonly SegmentState[] => {
  const { prices, asked } = sent
  const perCharacter = rateOf(history)
  const tokensBehind = tokensBehindOf(segments, sent, perCharacter)
  const freshBlocks = Math.max(leastFreshBlocks, sent.ends[1]?.blocksBehind ?? 0)
  const held = sent.ends.flatMap((end) => {
    const cached = history.cachedEnds.find(({ turn }) => turn === end.turn)
    return cached?.asSent === true && cached.surelyUntil > sent.now ? [{ ...end, asSent: true }] : []
  })
  const candidates = candidatesOf(
    segments,
    () => true,
    (index) => {
      const { turn = 0, charactersBehind = 0 } = sent.segments[index] ?? {}
      if (isReadBefore(sent, charactersBehind, sent, perCharacter)) return tokensBehind(index, charactersBehind)
      const read = asked.surelyEnds === 'anywhere' ? undefined : held.find((end) => end.turn < turn)
      if (read !== undefined && (asked.surelyEnds !== 'markers' || isReachedLater(read, freshBlocks)))
        return tokensBehind(read.segments, read.charactersBehind)
      return tokensBehind(0, charactersWithoutRead(sent, sent, perCharacter))
    },
  )
  const from = bestMove(candidates, { ...prices, write: writePriceOf(sent) }, unknownBalance)
  const scheduled = new Set(candidates.slice(from).map(({ index }) => index))
  return segments.map((segment, index) =>
    scheduled.has(index) ? { ...segment, representation: 'scheduled' } : segment,
  )
}

const balanceAfter = ({ previous }: SentConversation, bill: Bill): Balance => ({
  paidEffectiveTokens: (previous?.paidEffectiveTokens ?? 0) + bill.paidEffectiveTokens,
  savedEffectiveTokens: (previous?.savedEffectiveTokens ?? 0) + bill.savedEffectiveTokens,
})

const nearlyAll = 0.9

const endsOf = (sent: SentConversation, { usage, tokensPerCharacter }: Bill, evidence: Evidence): CachedEnd[] => {
  const { prices, asked, now, readable } = sent
  // What was cached behind another frame was cached elsewhere, unless this provider was seen to read it all the same.
  const isElsewhere =
    sent.isFrameNew && hitsBehindOther(evidence) === hitsBehindOther(sent.previous?.evidence ?? noEvidence)
  // A request that reads nothing leaves none of the older ends behind: but its own, where reads end with requests, and those that it marks.
  const isTold = usage !== undefined && usage.cacheUntold !== true
  const isNothingRead = isTold && usage.cacheReadTokens === 0 && asked.surelyEnds !== 'anywhere'
  const changedTurn = isElsewhere || (isNothingRead && asked.surelyEnds === 'requests') ? 0 : sent.changedTurn
  const tokens = usage?.inputTokens ?? sent.bodyCharacters * (tokensPerCharacter ?? fewestTokensPerCharacter)
  const held = (usage?.cacheReadTokens ?? 0) + (usage?.cacheWriteTokens ?? 0) + (usage?.cacheWriteLongTokens ?? 0)
  // A provider that says what it writes, and neither wrote nor read, holds nothing of this.
  const holdsNothing = isTold && usage.writesUntold !== true && held === 0 && asked.surelyEnds === 'markers'
  const open = charactersLeftOpen(sent)
  const tokensUpToEnd = tokens * (1 - Math.min(1, (inexact * open) / Math.max(1, sent.bodyCharacters)))
  const isOpen = asked.surelyEnds === 'requests' && open > 0
  const isUnread = ({ turn }: Pick<CachedEnd, 'turn'>): boolean =>
    isNothingRead || (isTold && isLeftUnread(sent, usage, turn))
  const change = {
    now,
    upTo: sent.upTo,
    ...defined({ upToEarlier: sent.upToEarlier, changedTurn }),
    asked: holdsNothing ? { ...asked, markers: [], lifetimeMs: 0 } : asked,
    isLongEnough: (tokensUpToEnd >= prices.leastTokens.to || held >= nearlyAll * tokens) && !isOpen,
    ...(readable === undefined || isUnread(readable) ? {} : { read: readable }),
  }
  const before = sent.warm ? (sent.previous?.cachedEnds ?? []) : []
  return endsAfter(
    before.map((end) => (isUnread(end) ? { ...end, surelyUntil: 0 } : end)),
    sent.ends,
    change,
    prices,
  )
}

const rateAfter = ({ previous }: SentConversation, bill: Bill): Pick<ChainHistory, 'tokensPerCharacter'> => {
  const counted = bill.isInPart === true ? undefined : bill.tokensPerCharacter
  const tokensPerCharacter = counted ?? previous?.tokensPerCharacter
  return tokensPerCharacter === undefined ? {} : { tokensPerCharacter }
}

/** The tokens of the prompt; 0: nobody has counted them. */
const countedTokens = ({ usage, isInPart }: Bill): number => (isInPart === true ? 0 : (usage?.inputTokens ?? 0))

const countsOf = (sent: SentConversation, bill: Bill): Partial<ChainHistory> => {
  const { counts = [] } = sent.areTextsNew ? {} : (sent.previous ?? {})
  const [own] = sent.ends
  const tokens = countedTokens(bill)
  if (own === undefined || tokens === 0) return counts.length === 0 ? {} : { counts }
  return { counts: countsAfter(counts, { turn: own.turn, characters: sent.bodyCharacters, tokens }, sent.prices) }
}

const claimedAfter = ({ previous, claimedEffectiveTokens }: SentConversation): Partial<ChainHistory> => {
  const claimed = (previous?.claimedEffectiveTokens ?? 0) + claimedEffectiveTokens
  return claimed === 0 ? {} : { claimedEffectiveTokens: claimed }
}

/** Nothing where the calls of its own answer, or of one before it, are not known: they may be more than all others. */
const callsAfter = ({ previous }: SentConversation, { calls }: Bill): Pick<ChainHistory, 'mostCalls'> => {
  const before = previous === undefined ? 0 : previous.mostCalls
  return calls === undefined || before === undefined ? {} : { mostCalls: Math.max(calls, before) }
}

/** So many texts are told apart from those that are new. */
const mostTexts = 8

const textsAfter = ({
  previous,
  frame,
  areTextsNew,
  changedTurn,
}: SentConversation): Pick<ChainHistory, 'textsBefore' | 'changedBehind' | 'textsComeBack'> => {
  const { textsBefore = [], changedBehind = [], textsComeBack } = previous ?? {}
  const comeBack = textsComeBack === true || (areTextsNew && textsBefore.includes(textsOf(frame)))
  const { frame: lastFrame = '' } = previous ?? {}
  const last = textsOf(lastFrame)
  const before =
    areTextsNew && tellsTexts(lastFrame)
      ? [...textsBefore.filter((text) => text !== last), last].slice(-mostTexts)
      : textsBefore
  const others = changedTurn === undefined ? changedBehind : [...new Set([...changedBehind, ...before])]
  const changed = others.filter((text) => text !== textsOf(frame)).slice(-mostTexts)
  return {
    ...(before.length > 0 ? { textsBefore: before } : {}),
    ...(changed.length > 0 ? { changedBehind: changed } : {}),
    ...(comeBack ? { textsComeBack: true } : {}),
  }
}

const historyAfter = (sent: SentConversation, bill: Bill, verbatim: boolean): ChainHistory => {
  const evidence = evidenceOf(sent, bill)
  return {
    losslessVersion,
    policy: sent.policy,
    verbatim,
    lifetimeMs: sent.lifetimeMs,
    cachedEnds: endsOf(sent, bill, evidence),
    evidence,
    frame: sent.frame,
    ...textsAfter(sent),
    ...(sent.branched ? { branched: true } : {}),
    upTo: sent.upTo,
    root: sent.root,
    ...defined({ unthought: sent.unthought, shown: sent.shown }),
    sentAt: sent.now,
    rootUsedAt: sent.rootUsedAt,
    inputTokens: countedTokens(bill),
    ...rateAfter(sent, bill),
    ...countsOf(sent, bill),
    ...balanceAfter(sent, bill),
    ...claimedAfter(sent),
    ...callsAfter(sent, bill),
    ...(charactersLeftOpen(sent) > 0 ? { openCharacters: charactersLeftOpen(sent) } : {}),
  }
}

/** The state after an accepted request. Pure. */
export const successor = (
  sent: SentConversation,
  { segments, engineVersion = sent.engineVersion }: DecidedSegments,
  bill: Bill,
): ChainState => {
  const history = historyAfter(sent, bill, false)
  const mayMove = sent.lifetimeMs > 0
  return {
    ...history,
    ...defined({ engineVersion }),
    segments: mayMove ? chooseMoves(segments, sent, history) : segments,
  }
}

/**
 * The state once the request is accepted, before its answer has said what it cost: nothing is to move, and what a move has put at risk counts as lost.
 */
export const acceptedState = (sent: SentConversation, segments: readonly SegmentState[]): ChainState => ({
  ...historyAfter(sent, { paidEffectiveTokens: 0, savedEffectiveTokens: -sent.claimedEffectiveTokens }, false),
  ...defined({ engineVersion: sent.engineVersion }),
  segments,
})

/** The state after a compacted form was rejected and the original accepted. Nothing leads out of it. */
export const verbatimSuccessor = (sent: SentConversation, bill: Bill): ChainState => ({
  ...historyAfter(sent, bill, true),
  segments: sent.segments.map(() => unasked),
})
