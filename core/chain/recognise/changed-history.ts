// What a record still says when its client has changed history: cleared old results, rewrote a turn, dropped some. What stands
// before the change is as it was. Behind it nothing is cached, and texts are known again by what they say. Pure.

import { defined } from '../../collections/defined.ts'
import { sliceSpans, spansBetween } from '../../text/spans.ts'
import { mayBeShortenedAtOnce, type Segment } from '../../transcript/may-be-shortened.ts'
import { type Transcript, textOf } from '../../transcript/transcript.ts'
import type { KnownChain } from '../chain.ts'
import type { CachedEnd } from '../held/cached-ends.ts'
import { type Head, type Heads, shortDigest } from '../identity/identity.ts'
import type { TextDigest } from '../identity/text-digest.ts'
import { type ChainState, type Decision, isRepeated, mayGoFrom, type SegmentState, unasked } from '../record/state.ts'
import { beginningOf, endsBefore, lastShared, type ShownHistory } from './known-beginning.ts'

/** What the request shows of a conversation whose record is that of another history. */
interface ChangedHistory extends ShownHistory {
  readonly transcript: Pick<Transcript, 'tape' | 'segments'>
  readonly root: Head
  readonly textDigest: TextDigest
  /** From when on nothing that the record speaks of can be cached, in milliseconds since the epoch. */
  readonly coldAt: number
}

/** Whether a record is of a conversation that begins so; those of an earlier version do not say. */
export const hasRoot = ({ root: known }: ChainState, root: Head): boolean =>
  known === undefined || known === shortDigest(root.digest)

/** What others have saved they may spend themselves. */
export const balanceOfAnother = ({ savedEffectiveTokens }: ChainState): Partial<ChainState> => ({
  paidEffectiveTokens: 0,
  savedEffectiveTokens: Math.min(0, savedEffectiveTokens),
  claimedEffectiveTokens: 0,
})

/** Whether the record found is that of a conversation that begins otherwise, or of this one from before its client has changed the beginning. */
export const isOfAnother = ({ changed, state }: KnownChain, root: Head): boolean => changed && !hasRoot(state, root)

/** The last turn up to which a record surely has the request's history; 0: none is known to be. */
export const sharedTurnOf = ({ state }: KnownChain, { own, earlier }: Heads): number =>
  lastShared(state, [own, ...earlier])?.turn ?? 0

/** The states of texts that the record knows, in the order in which it has them; of one text the last again and again. */
const byText = (states: readonly SegmentState[]): ((digest: number | undefined) => SegmentState | undefined) => {
  /** The first of each text stands at the end, where it is taken from: thousands may say the same. */
  const known = new Map<number, SegmentState[]>()
  for (const state of states.toReversed()) {
    if (state.textDigest === undefined) continue
    const alike = known.get(state.textDigest)
    if (alike === undefined) known.set(state.textDigest, [state])
    else alike.push(state)
  }
  return (digest) => {
    const alike = digest === undefined ? undefined : known.get(digest)
    return alike !== undefined && alike.length > 1 ? alike.pop() : alike?.[0]
  }
}

/** Of a text that may be another: the form alone in which the one in its place was sent. */
const formOf = ({ losslessDeletesNothing }: SegmentState): SegmentState =>
  losslessDeletesNothing === true ? { ...unasked, losslessDeletesNothing } : unasked

/**
 * The states of texts by their positions: where every text that the record can tell stands where it stood, those that it cannot tell
 * do so as well. None if one does not, or if it can tell none.
 */
const standingStates = (
  states: readonly SegmentState[],
  digests: readonly (number | undefined)[],
): readonly SegmentState[] => {
  const tells = states.some(({ textDigest }) => textDigest !== undefined)
  const stand = states.every(({ decision, mild, textDigest }, index) =>
    textDigest === undefined ? decision.kind !== 'shorter' && mild === undefined : textDigest === digests[index],
  )
  return tells && stand ? states : []
}

/** Whether what was taken from a text elsewhere may be taken here. */
const mayGo = ({ decision, mild }: SegmentState, segment: Segment): boolean => {
  if (mild !== undefined && !mayBeShortenedAtOnce(segment)) return false
  return decision.kind !== 'shorter' || mayGoFrom(segment, decision)
}

/** Of a text that no record tells and that may be cached, the form of the one in its place, unless that one can be told. */
const inFormOf = (there: SegmentState | undefined): SegmentState =>
  there === undefined || there.textDigest !== undefined ? unasked : formOf(there)

/** The state that this text had elsewhere, if it may still be shortened here. */
const heldTo = (state: SegmentState | undefined, segment: Segment, there: SegmentState | undefined): SegmentState => {
  if (state === undefined) return inFormOf(there)
  return mayGo(state, segment) ? state : unasked
}

const leftOf = (text: string, decision: Decision): string =>
  decision.kind === 'shorter' ? sliceSpans(text, decision.kept) : text

const goneOf = (text: string, decision: Decision): string[] =>
  decision.kind === 'shorter'
    ? spansBetween(text.length, decision.kept).map(([start, end]) => text.slice(start, end))
    : []

/** Of all looking for what went: it takes time by the texts. What nobody looks for comes back. */
const mostCharacters = 20_000_000

/** So many lines of what went stand together in a text that holds them. */
const fewestLines = 2

/** A text that is whole again; what others lost because it has that it still holds. */
const backFrom = ({ holds, textDigest }: SegmentState): SegmentState =>
  holds === true ? { ...unasked, holds, ...defined({ textDigest }) } : unasked

/** Whether a text that holds nothing yet surely stays whole: its client may have added to one that did. */
const mayHold = (segment: Segment | undefined, { decision }: SegmentState): boolean =>
  segment?.pinned === 'user-text' && decision.kind === 'pending'

/**
 * The states without the cuts of what stands again no longer: a text that went because later text repeats it comes back unless all that
 * went of it stands in one that still holds something, as that one is sent, or that stays whole and holds it from now on.
 */
const heldIn = (
  { transcript, textDigest: digestOf }: ChangedHistory,
  states: readonly SegmentState[],
): readonly SegmentState[] => {
  const held = [...states]
  const holders: { readonly text: string; readonly index: number }[] = []
  let characters = 0
  const holding = (index: number): SegmentState => {
    const state = held[index] ?? unasked
    return state.holds === true
      ? state
      : { ...state, holds: true, textDigest: digestOf(textOf(transcript, transcript.segments[index])) }
  }
  const holderOf = (gone: string): number | undefined =>
    characters > mostCharacters
      ? undefined
      : holders.find(({ text }) => {
          characters += text.length
          return characters <= mostCharacters && text.includes(gone)
        })?.index
  /** All of it in one text, or its lines in several, a few together; a holder itself may have lost some for the sake of another. */
  const holdersOf = (gone: string): (number | undefined)[] => {
    const whole = holderOf(gone)
    if (whole !== undefined) return [whole]
    const lines = gone.split(/(?<=\n)/)
    const runs = Array.from({ length: Math.ceil(lines.length / fewestLines) }, (_, run) =>
      lines.slice(run * fewestLines, (run + 1) * fewestLines).join(''),
    )
    return runs.map(holderOf)
  }
  for (let index = states.length - 1; index >= 0; index -= 1) {
    let state = states[index] ?? unasked
    const segment = transcript.segments[index]
    if (!isRepeated(state.decision) && state.holds !== true && !mayHold(segment, state)) continue
    const text = textOf(transcript, segment)
    if (isRepeated(state.decision)) {
      const by = goneOf(text, state.decision).flatMap(holdersOf)
      if (by.includes(undefined)) state = backFrom(state)
      else for (const holder of by) held[holder ?? 0] = holding(holder ?? 0)
    }
    held[index] = state
    if (state.holds === true || mayHold(segment, state)) holders.push({ text: leftOf(text, state.decision), index })
  }
  return held
}

/** Whether a file read lost what it may no longer lose: the call is gone that had superseded it. */
const isMissed = (segment: Segment | undefined, { decision }: SegmentState): boolean =>
  segment?.pinned === 'file-read' && decision.kind === 'shorter' && !mayGoFrom(segment, decision)

/** The ends as they are sent when a text that stands before the change comes back: those behind it hold another form of it. */
const endsAround = (ends: readonly CachedEnd[], back: number, heads: readonly Head[]): readonly CachedEnd[] => {
  const from = back < 0 ? undefined : heads.findLast(({ segments }) => segments > back)
  return from === undefined ? ends : ends.map((end) => (end.turn < from.turn ? end : { ...end, asSent: false }))
}

/** The state as it holds for the new history, with a state for each segment up to the head under which it was found. */
export const afterChange = (state: ChainState, history: ChangedHistory): ChainState => {
  const { transcript, heads, found, root, textDigest, coldAt } = history
  const beginning = beginningOf(state, history)
  const { segments: unchanged } = beginning.same
  const stateOf = byText(state.segments.slice(unchanged))
  const behindIt = transcript.segments.slice(unchanged, found.segments)
  // Most records know no text by its digest.
  const tells = state.segments.some((one) => one.textDigest !== undefined)
  const digests = behindIt.map((segment) => (tells ? textDigest(textOf(transcript, segment)) : undefined))
  const present = new Set(digests)
  const standing = standingStates(state.segments.slice(unchanged), digests)
  const mayBeKept = hasRoot(state, root) ? beginning.changedBy.segments : 0
  const behind = behindIt.map((segment, index) => {
    const there = unchanged + index < mayBeKept ? state.segments[unchanged + index] : undefined
    return heldTo(standing[index] ?? stateOf(digests[index]), segment, there)
  })
  const areHeld = state.segments
    .slice(unchanged)
    .every(({ holds, textDigest: digest }) => holds !== true || (digest !== undefined && present.has(digest)))
  const standingStill = [...state.segments.slice(0, unchanged), ...behind].map((one, index) =>
    isMissed(transcript.segments[index], one) ? backFrom(one) : one,
  )
  const segments = areHeld ? standingStill : heldIn(history, standingStill)
  const back = segments.findIndex(
    ({ representation }, index) => representation !== 'lossy' && state.segments[index]?.representation === 'lossy',
  )
  return {
    ...state,
    // What was rejected of another conversation was not this one.
    ...(hasRoot(state, root) ? {} : { verbatim: false, ...balanceOfAnother(state) }),
    ...defined({ counts: state.counts?.filter(({ turn }) => turn <= beginning.same.turn) }),
    cachedEnds: endsAround(endsBefore(state.cachedEnds, beginning, heads, coldAt), back < unchanged ? back : -1, heads),
    segments,
  }
}
