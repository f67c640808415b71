// What shortened texts save in exact tokens, and what the engine says of texts that nobody asked about yet. Runs behind the
// stream: nothing is counted and, but on arrival, nothing is decided on the request path.

import { mostQuestions, type SegmentState } from '../chain/state.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import { deletedCharacters } from '../text/spans.ts'
import { type Asking, decide } from './decide.ts'
import { type Travelling, withDecision } from './forwarded-segment.ts'
import { mayGoLossy } from './plan.ts'

export interface Savings {
  readonly segments: number
  readonly tokensSaved: number
  /** Part of them in messages that an earlier request had carried already. */
  readonly tokensSavedInPrefix: number
  /** Some counts are characters / 4, because the compressor did not answer in time. */
  readonly estimated: boolean
}

const noSavings: Savings = { segments: 0, tokensSaved: 0, tokensSavedInPrefix: 0, estimated: false }

/** What is left to learn of one segment. Holds its text only where it must be asked about. */
export interface Open {
  readonly state: SegmentState
  readonly deletedCharacters: number
  readonly inPrefix: boolean
  /** Its lossless form travels, and nobody has counted what that saves. */
  readonly toCount?: string
  readonly toDecide?: string
}

/** What is to be learned of a segment as it travels; `learns`: whether the engine is to be asked. */
export const openOf = ({ segment, state, kept }: Travelling, inPrefix: boolean, learns: boolean): Open => {
  const { text } = segment
  const { verdict, form, losslessTokens } = state
  const open = { state, inPrefix, deletedCharacters: kept === undefined ? 0 : deletedCharacters(text, kept) }
  const isPending = verdict.kind === 'pending' && verdict.asked < mostQuestions
  return {
    ...open,
    ...(form === 'base' && kept !== undefined && losslessTokens === undefined ? { toCount: text } : {}),
    ...(learns && isPending && text !== '' && mayGoLossy(segment) ? { toDecide: text } : {}),
  }
}

export interface Learned {
  /** In the order of the segments. */
  readonly segments: readonly SegmentState[]
  readonly savings: Savings
  readonly engineVersion?: string
}

/** Of a body in which nothing was shortened. */
export const nothingToLearn: Learned = { segments: [], savings: noSavings }

/** A state in which the lossy form saves nothing more than the lossless one is an abstention. */
const worthIt = (state: SegmentState): SegmentState =>
  state.form === 'base' && state.verdict.kind === 'shorter' && state.verdict.tokensSaved <= (state.losslessTokens ?? 0)
    ? { ...state, verdict: { kind: 'abstained' } }
    : state

const savedBy = (state: SegmentState): number | undefined =>
  state.form === 'lossy' && state.verdict.kind === 'shorter' ? state.verdict.tokensSaved : state.losslessTokens

const addUp = (open: readonly Open[], segments: readonly SegmentState[]): Savings => {
  let savings = noSavings
  for (const [index, { deletedCharacters: characters, inPrefix }] of open.entries()) {
    const state = segments[index]
    const exact = state === undefined ? undefined : savedBy(state)
    if (characters === 0 && (exact ?? 0) === 0) continue
    const tokens = exact ?? Math.floor(characters / 4)
    savings = {
      segments: savings.segments + 1,
      tokensSaved: savings.tokensSaved + tokens,
      tokensSavedInPrefix: savings.tokensSavedInPrefix + (inPrefix ? tokens : 0),
      estimated: savings.estimated || exact === undefined,
    }
  }
  return savings
}

/** What is known without asking anyone. */
export const nothingLearned = (open: readonly Open[]): Learned => {
  const segments = open.map(({ state }) => state)
  return { segments, savings: addUp(open, segments) }
}

/**
 * Asks what is open: how much the lossless forms save, and what the engine says of texts that it has not judged. Never
 * rejects; what is not answered by the signal stays open, and is counted as one more question.
 */
export const learn = async (open: readonly Open[], asking: Asking, signal: AbortSignal): Promise<Learned> => {
  const { compressor, memory } = asking
  const counting = { compressor, memory, parameters: { engine: losslessVersion } }
  const [counts, verdicts] = await Promise.all([
    decide(
      open.flatMap(({ toCount }) => toCount ?? []),
      counting,
      signal,
    ),
    decide(
      open.flatMap(({ toDecide }) => toDecide ?? []),
      asking,
      signal,
    ),
  ])
  const counted = counts.decisions.values()
  const answered = verdicts.decisions.values()
  const segments = open.map(({ state, toCount, toDecide }): SegmentState => {
    let learned = state
    if (toCount !== undefined) {
      const count = counted.next().value
      // An engine that abstained has counted nothing.
      if (count?.kept !== undefined) learned = { ...learned, losslessTokens: count.tokensSaved }
    }
    if (toDecide !== undefined) learned = withDecision(learned, answered.next().value)
    return worthIt(learned)
  })
  const engineVersion = verdicts.decisions.find((decision) => decision !== undefined)?.engineVersion
  const learned = { segments, savings: addUp(open, segments) }
  return engineVersion === undefined ? learned : { ...learned, engineVersion }
}
