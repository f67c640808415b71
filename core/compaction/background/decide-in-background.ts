// What is decided behind the stream: how many tokens the lossless forms save, and what the engine says of texts that it has
// not seen. Nothing is counted on the request path, and only `arrival` decides there.

import type { TextDigest } from '../../chain/identity/text-digest.ts'
import { maxQuestions, type SegmentState, tokensSavedIn } from '../../chain/record/state.ts'
import type { Question } from '../../compressor/in-part.ts'
import { eachInTurn } from '../../runtime/pieces.ts'
import { deletedCharacters } from '../../text/spans.ts'
import { charactersOf, mayBeShortened, type Segment } from '../../transcript/may-be-shortened.ts'
import { judgedBehind } from '../decision/budgets.ts'
import { type Asking, counting, decide, notAsked, questionAbout, versionOf } from '../decision/decide.ts'
import { withAged } from '../decision/decide-aged.ts'
import { inWholeTexts, judgedTextOf } from '../decision/decide-parts.ts'
import { type RememberedComparison, withRepeats } from '../decision/decide-repeats.ts'
import { type ForwardedSegment, stateWithDecision } from '../representation/forwarded-segment.ts'
import type { BackgroundSlots } from './background-slots.ts'
import { type Deletion, noSavings, type Savings, savingsOf } from './savings.ts'

/** One segment as it was forwarded. Holds it only where the compressor is to be asked about its text. */
export interface PendingSegment extends Deletion {
  readonly state: SegmentState
  /** Its lossless form is forwarded, and nobody has counted what that saves. */
  readonly toCount?: Pick<Segment, 'text'>
  /** The engine has not judged it; behind the stream it is looked at whether it may. */
  readonly toDecide?: Segment
}

export interface BackgroundDecisions {
  /** In the order of the segments. */
  readonly segments: readonly SegmentState[]
  readonly savings: Savings
  readonly engineVersion?: string
}

/** To be called once, behind the stream. Never rejects; when the signal fires, what has no answer stays pending. */
export type DecideInBackground = (signal: AbortSignal) => Promise<BackgroundDecisions>

/** Of a body in which nothing was shortened. */
export const nothingPending: BackgroundDecisions = { segments: [], savings: noSavings }

/** Decides nothing: known by being this very function, so that nobody waits for it. */
export const nothingToDecide: DecideInBackground = async () => nothingPending

/** What is pending of a forwarded segment; `asks`: whether the engine may be asked about it. */
export const pendingSegmentOf = (
  { segment, state, kept }: ForwardedSegment,
  inPrefix: boolean,
  asks: boolean,
): PendingSegment => {
  const { decision, representation, mild, losslessTokensSaved } = state
  const isLossless = representation === 'lossless' && mild === undefined
  const isUncounted = isLossless && kept !== undefined && losslessTokensSaved === undefined
  const isUndecided = decision.kind === 'pending' && decision.asked < maxQuestions && state.holds !== true
  return {
    state,
    inPrefix,
    deletedCharacters: kept === undefined ? 0 : deletedCharacters(charactersOf(segment), kept),
    ...(isUncounted ? { toCount: segment } : {}),
    ...(asks && isUndecided ? { toDecide: segment } : {}),
  }
}

const mayBeJudged = (segment: Segment): boolean =>
  (mayBeShortened(segment) || segment.awaitsAnswer === true) && charactersOf(segment) > 0

const judgeable = ({ toDecide, ...one }: PendingSegment): PendingSegment =>
  toDecide !== undefined && mayBeJudged(toDecide) ? { ...one, toDecide } : one

/** A lossy form that saves no more than the one that was sent first is an abstention. */
const worthIt = (state: SegmentState): SegmentState => {
  const { representation, decision } = state
  const isWorthNothing = decision.kind === 'shorter' && decision.tokensSaved <= (tokensSavedIn(state) ?? 0)
  return representation === 'lossless' && isWorthNothing ? { ...state, decision: { kind: 'abstained' } } : state
}

/** The state of a text of which something goes, with what it is known again by. */
const withDigest = (state: SegmentState, { text }: Segment, textDigest: TextDigest | undefined): SegmentState =>
  textDigest === undefined || state.textDigest !== undefined || state.decision.kind !== 'shorter'
    ? state
    : { ...state, textDigest: textDigest(text) }

/** What is known without asking anyone. */
const undecided = (pending: readonly PendingSegment[]): BackgroundDecisions => {
  const segments = pending.map(({ state }) => state)
  return { segments, savings: savingsOf(pending, segments) }
}

const toCountIn = (pending: readonly PendingSegment[]): Question[] =>
  pending.flatMap(({ toCount }) => (toCount === undefined ? [] : { text: toCount.text }))

/** What the texts beside one another say, once each is decided by itself. */
const decidedByText = async (
  comparison: RememberedComparison,
  states: readonly SegmentState[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly SegmentState[]> => {
  const { transcript, textDigest, fileReads } = comparison
  const repeated = await withRepeats(comparison, states, asking, signal)
  return fileReads === 'aged' ? withAged(transcript, textDigest, repeated, asking, signal) : repeated
}

/** What the compressor does not answer by the signal stays pending, and counts as one more question. */
const ask = async (
  forwarded: readonly PendingSegment[],
  asking: Asking,
  signal: AbortSignal,
  comparison: RememberedComparison | undefined,
): Promise<BackgroundDecisions> => {
  const pending = await eachInTurn(forwarded, asking.pause, judgeable)
  const asked = pending.flatMap(({ toDecide }) => toDecide ?? [])
  const when = judgedBehind(asking.mode)
  const questions = await eachInTurn(asked, asking.pause, (segment) => questionAbout(judgedTextOf(segment), when))
  const [counts, answers] = await Promise.all([
    decide(toCountIn(pending), counting(asking), signal),
    decide(questions, asking, signal),
  ])
  const counted = counts.decisions.values()
  const answered = (await inWholeTexts(asked, answers.decisions, asking, signal)).values()
  const decidedByEngine = await eachInTurn(pending, asking.pause, ({ state, toCount, toDecide }): SegmentState => {
    let next = state
    if (toCount !== undefined) {
      const count = counted.next().value
      // An engine that abstained has counted nothing.
      if (count !== undefined && count !== notAsked && count.kept !== undefined)
        next = { ...next, losslessTokensSaved: count.tokensSaved }
    }
    if (toDecide === undefined) return worthIt(next)
    next = stateWithDecision(next, answered.next().value)
    return worthIt(withDigest(next, toDecide, comparison?.textDigest))
  })
  const segments =
    comparison === undefined ? decidedByEngine : await decidedByText(comparison, decidedByEngine, asking, signal)
  const engineVersion = versionOf(answers.decisions)
  const decided = { segments, savings: savingsOf(pending, segments) }
  return engineVersion === undefined ? decided : { ...decided, engineVersion }
}

/** What cannot be worked out decides nothing: the request is sent. */
const knownOf = (pendingOf: () => readonly PendingSegment[]): readonly PendingSegment[] => {
  try {
    return pendingOf()
  } catch {
    return []
  }
}

/**
 * Asks what is pending, if a slot is free; otherwise everything stays as it is. Nothing else is in reach of the function that
 * this returns: what it holds is held as long as the answer streams. `pendingOf` may still have to be worked out. `comparison`: where repeated lines are to be looked for;
 * it is held until the engine has answered.
 */
export const decideInBackground =
  (
    pendingOf: () => readonly PendingSegment[],
    asking: Asking,
    slots: BackgroundSlots,
    comparison?: RememberedComparison,
  ): DecideInBackground =>
  async (signal) => {
    const pending = knownOf(pendingOf)
    if (pending.length === 0) return nothingPending
    const leave = slots.take()
    if (leave === undefined) return undecided(pending)
    return ask(pending, asking, signal, comparison)
      .catch(() => undecided(pending))
      .finally(leave)
  }
