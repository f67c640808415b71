// What may go of earlier texts because later texts have the same lines: decided behind the stream, once the engine has
// answered. No engine judges it: the later text stays, and from then on nothing takes those lines out of it.

import type { FileReadRule } from '../../access/policy.ts'
import type { Chain } from '../../chain/chain.ts'
import type { TextDigest } from '../../chain/identity/text-digest.ts'
import { maxQuestions, type SegmentState } from '../../chain/record/state.ts'
import { PackedSpans, type SpanList, sliceSpans, withoutSpans } from '../../text/spans.ts'
import { isByFileReads, type Segment } from '../../transcript/may-be-shortened.ts'
import type { RepeatableText, Repeated } from '../../transcript/repeats/repeatable-text.ts'
import { repeatedIn } from '../../transcript/repeats/repeated-lines.ts'
import { endOfFirstTurn, type Transcript, textOf } from '../../transcript/transcript.ts'
import { type Asking, counting, decide, notAsked } from './decide.ts'

/** The conversation whose texts are compared. */
interface Comparison {
  readonly transcript: Transcript
  readonly chain: Pick<Chain, 'ends' | 'known'>
  readonly fileReads: FileReadRule
}

/** The same, where what is found is remembered. */
export interface RememberedComparison extends Comparison {
  readonly textDigest: TextDigest
}

const allOf = (text: string): SpanList => (text === '' ? [] : [[0, text.length]])

/** Whether nobody knows who reads it: what answers a call that the provider holds may go to a program, which parses it. */
const isUncalled = ({ pinned }: Segment): boolean => pinned === 'unknown-call'

/** What surely stays of a text in every request to come, where the model reads it. */
const staysOf = (
  text: string,
  segment: Segment,
  { decision, holds, losslessDeletesNothing, mild }: SegmentState,
): SpanList | undefined => {
  if (isUncalled(segment)) return undefined
  // It is sent in two forms, one after the other, and what both have in common is not reckoned.
  if (mild !== undefined) return undefined
  if (decision.kind === 'shorter') return decision.kept
  if (segment.awaitsAnswer === true || (segment.pinned === 'server-run' && segment.superseded !== true))
    return undefined
  const isPinned = segment.pinned !== undefined
  if (isPinned && (segment.superseded !== true || holds === true)) return allOf(text)
  return decision.kind === 'abstained' && (isPinned || losslessDeletesNothing === true) ? allOf(text) : undefined
}

/** Which texts of the user stay whole: those of the first turn say what is wanted, the last what is wanted now. */
const instructionsIn = ({ messages, segments }: Transcript): ((segment: Segment) => boolean) => {
  const isSaid = ({ pinned, byPolicy }: Segment): boolean => pinned === 'user-text' || byPolicy?.rule === 'observations'
  const last = segments.findLast(isSaid)?.message
  const endOfFirst = endOfFirstTurn(messages)
  return (segment) => isSaid(segment) && (segment.message < endOfFirst || segment.message === last)
}

/** Whether lines may go that stand again: not before the engine has judged what it may judge, nor of what was shortened before. */
const mayGo = (
  segment: Segment,
  { decision, representation, losslessDeletesNothing, mild }: SegmentState,
  fileReads: FileReadRule,
): boolean => {
  const { pinned, superseded } = segment
  if (representation === 'lossy' || mild !== undefined || pinned === 'unknown-shape' || isUncalled(segment))
    return false
  if (pinned === 'server-run' && superseded !== true) return false
  if (isByFileReads(segment) && superseded !== true && fileReads === 'keep') return false
  // An aged read that is used again comes back as a whole.
  if (pinned !== undefined && superseded !== true) return decision.kind !== 'shorter' || decision.because !== 'aged'
  if (decision.kind === 'pending') return decision.asked >= maxQuestions
  return decision.kind === 'shorter' || pinned !== undefined || losslessDeletesNothing === true
}

/** The first segment of the turns that the conversation's record does not know, or that were not decided when it was written. */
const newestOf = ({ ends, known }: Comparison['chain']): number =>
  known === undefined ? 0 : (ends.find(({ turn }) => turn < known.head.turn)?.segments ?? 0)

/** A text of which lines go, and what is left of it. */
interface FoundRepeats {
  readonly index: number
  readonly text: string
  readonly kept: SpanList
  readonly left: string
  readonly holders: Repeated['holders']
}

/** What goes of each text, as the states of all of them stand. Pure. */
export const repeatsIn = (
  { transcript, chain, fileReads }: Comparison,
  states: readonly SegmentState[],
): FoundRepeats[] => {
  const { segments } = transcript
  const isInstruction = instructionsIn(transcript)
  const texts = segments.map((segment, index): RepeatableText | undefined => {
    const state = states[index]
    if (state === undefined) return undefined
    const text = textOf(transcript, segment)
    const stays = staysOf(text, segment, state)
    const isUnquoted = segment.pinned === undefined && segment.kind === undefined
    const one = { text, isUnquoted, mayGo: !isInstruction(segment) && mayGo(segment, state, fileReads) }
    return stays === undefined ? one : { ...one, stays }
  })
  return [...repeatedIn(texts, newestOf(chain))].flatMap(([index, { gone, holders }]) => {
    const { text = '', stays } = texts[index] ?? {}
    // What the engine took from a file goes only as long as a later call supersedes it: never with what stands elsewhere.
    const isFile = segments[index]?.pinned === 'file-read'
    const kept = withoutSpans(isFile ? allOf(text) : (stays ?? allOf(text)), gone)
    const left = sliceSpans(text, kept)
    return left.trim() === '' ? [] : [{ index, text, kept, left, holders }]
  })
}

/** The states with what goes because it stands again, counted exactly; what nobody counts stays as it is. */
export const withRepeats = async (
  comparison: RememberedComparison,
  states: readonly SegmentState[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly SegmentState[]> => {
  await asking.pause()
  const found = repeatsIn(comparison, states)
  if (found.length === 0) return states
  const { decisions } = await decide(
    found.flatMap(({ text, left }) => [{ text }, { text: left }]),
    counting(asking),
    signal,
  )
  const next = [...states]
  const { transcript, textDigest } = comparison
  const digestOf = (index: number, state: SegmentState): number =>
    state.textDigest ?? textDigest(textOf(transcript, transcript.segments[index]))
  found.forEach(({ index, kept, holders }, at) => {
    const [before, after] = [decisions[2 * at], decisions[2 * at + 1]]
    const state = next[index]
    if (state === undefined || before === undefined || before === notAsked) return
    if (after === undefined || after === notAsked) return
    const tokensSaved = before.tokens - after.tokens
    if (tokensSaved <= (state.decision.kind === 'shorter' ? state.decision.tokensSaved : 0)) return
    const decision = {
      kind: 'shorter',
      kept: PackedSpans.of(kept),
      tokensSaved,
      because: 'repeated',
    } as const
    next[index] = { ...state, decision, tokens: before.tokens, textDigest: digestOf(index, state) }
    for (const holder of holders) {
      const held = next[holder]
      if (held !== undefined) next[holder] = { ...held, holds: true, textDigest: digestOf(holder, held) }
    }
  })
  return next
}
