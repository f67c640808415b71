// Results of which nothing has gone for many turns although it might: the engine is asked about them once more, and may go deeper.
// Most of what a result is used for has been used by then. What goes, goes as the record says, like every other decision.

import { aged } from '../access/policy.ts'
import type { SegmentState } from '../chain/state.ts'
import type { Question } from '../compressor/in-part.ts'
import { beginningOfTurn } from '../transcript/client-turns.ts'
import type { ResultKind, Segment } from '../transcript/may-be-shortened.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { type Answer, notAsked, type ProxiedText } from './decide.ts'
import { decisionFrom, stateWithDecision } from './forwarded-segment.ts'

/**
 * Whether a segment of the transcript has stood there for as many turns as its kind takes. Never what shows a file: it counts again
 * when the client drops what has superseded it, and then nothing tells what went of it from what goes of an unused read.
 */
export const agedResultsIn = (transcript: Transcript): ((segment: Segment) => boolean) => {
  const since: Readonly<Record<ResultKind, number>> = {
    records: beginningOfTurn(transcript, aged.records.turns),
    shell: beginningOfTurn(transcript, aged.shell.turns),
  }
  return ({ kind, message, pinned }) => kind !== undefined && pinned !== 'file-read' && message < since[kind]
}

/** Whether the engine has decided only once, and nothing of that is applied, or relied on by what went elsewhere. */
export const mayBeAskedAgain = ({ decision, representation, holds }: SegmentState): boolean =>
  representation !== 'lossy' && holds !== true && decision.kind !== 'pending' && decision.because === undefined

/** What is asked about an aged result. */
export const questionOnceAged = ({ text, kind }: ProxiedText): Question =>
  kind === undefined ? { text } : { text, budget: aged[kind].budget }

/** The state with what the engine says now, if more goes than it said first; without an answer as it was. */
export const stateOnceAged = (state: SegmentState, answer: Answer): SegmentState => {
  if (answer === notAsked || answer === undefined) return stateWithDecision(state, answer)
  const { decision } = state
  const now = decisionFrom(answer)
  const first = decision.kind === 'shorter' ? decision.tokensSaved : 0
  const isFirst = decision.kind === 'pending'
  const isDeeper = now.kind === 'shorter' && now.tokensSaved > first
  const counted = answer.tokens === 0 ? state : { ...state, tokens: answer.tokens }
  return { ...counted, decision: { ...(isFirst || isDeeper ? now : decision), because: 'aged' } }
}
