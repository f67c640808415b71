// Forwards every segment in the representation that the plan, the chain's record and, on arrival, the engine give it.

import { type CompactionPolicy, defaultFileReads } from '../access/policy.ts'
import { type Chain, isBehind } from '../chain/chain.ts'
import { shortDigest } from '../chain/identity/identity.ts'
import { type LastLook, lastLook } from '../chain/move/last-look.ts'
import { layoutOf } from '../chain/move/layout.ts'
import { textsSentBefore } from '../chain/recognise/sent-before.ts'
import { tokensSavedIn } from '../chain/record/state.ts'
import type { Moved } from '../chain/remember/moved.ts'
import { isUnreadable, sentConversation } from '../chain/remember/sent-conversation.ts'
import { defined } from '../collections/defined.ts'
import { onceAsked } from '../collections/once.ts'
import type { JsonTape } from '../json/scan.ts'
import type { Spliced } from '../json/splice/body.ts'
import type { Edit } from '../json/splice/splice.ts'
import { losslessVersion } from '../lossless/lossless.ts'
import { inTurns, pauses } from '../runtime/pieces.ts'
import type { SpanList } from '../text/spans.ts'
import { isByFileReads, type Segment } from '../transcript/may-be-shortened.ts'
import { lastOfModel, type Transcript } from '../transcript/transcript.ts'
import { type Arrived, arrive } from './arrive.ts'
import {
  decideInBackground,
  nothingToDecide,
  type PendingSegment,
  pendingSegmentOf,
} from './background/decide-in-background.ts'
import { askingOf, type Compaction, type CompactionInput } from './compaction.ts'
import { planFor } from './plan.ts'
import { aboveTheFloor, type Floored, isAsBefore, type Looked } from './representation/above-the-floor.ts'
import { underPolicy } from './representation/changed-policy.ts'
import {
  type ForwardedSegment,
  forwardedSegmentsOf,
  moved,
  represented,
  whole,
} from './representation/forwarded-segment.ts'
import { keptAsSent } from './representation/kept-as-sent.ts'
import type { Steps } from './steps.ts'
import { onlyDeletes } from './verify.ts'

class SegmentEdit implements Edit {
  readonly node: number
  readonly kept: SpanList
  readonly noted: Edit['noted']
  readonly #segment: Segment

  constructor(segment: Segment, kept: SpanList) {
    this.node = segment.node
    this.kept = kept
    this.noted = segment.noted
    this.#segment = segment
  }

  get text(): string {
    return this.#segment.text
  }
}

/** The body with the deleted spans cut out, if there are any. Throws if it differs from the original by anything else. */
const rewritten = (tape: JsonTape, segments: readonly ForwardedSegment[], { rewrite }: Steps): Spliced | undefined => {
  const edits = segments.flatMap(({ segment, kept }) => (kept === undefined ? [] : [new SegmentEdit(segment, kept)]))
  if (edits.length === 0) return undefined
  const body = rewrite(tape, edits)
  if (!onlyDeletes(tape, edits, body)) throw new Error('the rewritten body is not a deletion')
  return body
}

/** Which step runs, for the reason of a failure. */
export type StepName = keyof Steps

/** What all branches may lose together is claimed before it is risked; where that cannot be, nothing moves. */
const claimedMove = async (
  { heads, known, now }: Chain,
  { moving, claim, isShared }: Pick<LastLook, 'moving' | 'claim' | 'isShared'>,
  chains: CompactionInput['chains'],
): Promise<Pick<LastLook, 'moving'> & Pick<Looked, 'claimed'>> => {
  if (moving.size === 0 || claim.risk === 0) return { moving, claimed: 0 }
  // Who tries again has claimed it.
  const { digest } = isShared && known !== undefined ? known.head : heads.own
  const isClaimed = await chains
    .claim(heads.conversation, { ...claim, by: shortDigest(digest) }, now)
    .catch(() => false)
  return isClaimed ? { moving, claimed: claim.risk } : { moving: new Set(), claimed: 0 }
}

/** What goes lossy now, as this request stands. */
const lookedAt = async (
  transcript: Transcript,
  chain: Chain | undefined,
  steps: Steps,
  { pace, chains, reading: { policy, isEdited } }: CompactionInput,
): Promise<Looked> => {
  const work = forwardedSegmentsOf(transcript, chain?.known, steps.shorten)
  const sent = await inTurns(work, pace, Number.POSITIVE_INFINITY)
  const segments = sent.map(underPolicy(policy, chain?.known))
  if (isEdited === true) {
    const asSent = keptAsSent(segments, chain)
    return { segments: asSent, before: asSent, paid: false, claimed: 0 }
  }
  if (chain?.known === undefined) {
    const sentBefore = chain === undefined ? 0 : textsSentBefore(chain)
    const asSent = segments.map((one, index) => (index < sentBefore ? whole(one) : one))
    return { segments: asSent, before: asSent, paid: false, claimed: 0 }
  }
  const { known } = chain
  const layout = onceAsked(() => layoutOf(transcript, segments, chain.ends, chain.weigh))
  const { freeFrom, ...look } = lastLook(chain, known, {
    states: segments.map(({ state }, index) =>
      represented(state, known.state.segments[index]?.representation ?? 'lossless'),
    ),
    isSuperseded: (index) => {
      const { segment } = segments[index] ?? {}
      return segment !== undefined && isByFileReads(segment) && segment.superseded === true
    },
    messages: segments.map(({ segment }) => segment.message),
    layout,
  })
  const { moving, claimed } = await claimedMove(chain, look, chains)
  return {
    segments: segments.map((one, index) =>
      (index >= freeFrom && !look.stays(index)) || moving.has(index) ? moved(one) : one,
    ),
    before: segments,
    paid: moving.size > 0,
    claimed,
  }
}

/** Tokens that this segment loses beside those that it had lost before. */
const lostNow = ({ state }: ForwardedSegment): number =>
  (tokensSavedIn(state) ?? 0) - (tokensSavedIn(represented(state, 'lossless')) ?? 0)

/** What has moved, and which texts travel shortened. */
const movedIn = ({ segments, layout }: Pick<Floored, 'segments' | 'layout'>, { paid, claimed }: Looked): Moved => {
  const first = segments.findIndex((one) => one.moved)
  const turn = layout.segments[first]?.turn
  const digests = segments.flatMap(({ state }) => (state.representation === 'lossy' ? (state.textDigest ?? []) : []))
  const tokens = segments.reduce((sum, one) => sum + (one.moved ? lostNow(one) : 0), 0)
  return { paid: paid && first >= 0, claimed, tokens, digests, ...defined({ turn }) }
}

/**
 * Whether the next request could tell how each text was sent from the record before this one: it is the last turn's, of this history, and stays,
 * nothing has moved, and nothing of what is new was taken out, which in another request might stay.
 */
const isToldBefore = (segments: readonly ForwardedSegment[], looked: Looked, chain: Chain): boolean => {
  const { known } = chain
  if (known !== undefined && (known.changed || known.provisional === true || isBehind(chain, known))) return false
  return isAsBefore(segments, looked, known)
}

/** What is pending of the segments, worked out behind the body; until then it holds them, and with them the body. */
const pendingIn = (
  segments: readonly ForwardedSegment[],
  inPrefix: number,
  asks: boolean,
): (() => readonly PendingSegment[]) => {
  let [forwarded, pending]: [typeof segments, readonly PendingSegment[] | undefined] = [segments, undefined]
  return () => {
    pending ??= forwarded.map((one) => pendingSegmentOf(one, one.segment.message < inPrefix, asks))
    forwarded = []
    return pending
  }
}

/** Throws whatever a step throws, after it has named the step. */
export const shorten = async (
  original: Compaction,
  transcript: Transcript,
  policy: CompactionPolicy,
  input: CompactionInput,
  steps: Steps,
  enter: (step: StepName) => void,
): Promise<Compaction> => {
  const { tape, chain } = input.reading
  const { known, trouble } = chain ?? {}
  const plan = planFor(policy, undefined)
  const chainEngine = known?.cold === false ? known.state.engineVersion : undefined
  // The engine that decided first is the conversation's: what the conversation meets later is for the same version.
  const asking = askingOf(input, plan, chainEngine ?? plan.compressor)

  const looked = await lookedAt(transcript, chain, steps, input)
  const pause = pauses(input.pace)
  enter('decide')
  const first: Arrived =
    plan.mode === 'arrival' && input.reading.isEdited === undefined
      ? await arrive(looked.segments, chain, asking, input.deadline, steps)
      : { segments: looked.segments }
  await pause()
  enter('rewrite')
  const floored = aboveTheFloor(transcript, chain, first.segments, looked)
  const { segments } = floored
  const body = rewritten(tape, segments, steps) ?? original.body

  const { failure = trouble, engineVersion } = first
  const by = engineVersion ?? known?.state.engineVersion
  const inPrefix = known?.cold === true ? 0 : lastOfModel(transcript)
  const asks = chain !== undefined && !isUnreadable(chain) && input.reading.isEdited === undefined
  const pending = pendingIn(segments, inPrefix, asks)
  // Without a conversation nobody asks behind the body: what is worked out now holds the body no longer.
  if (chain === undefined) pending()
  const sent =
    chain === undefined
      ? {}
      : {
          sent: () => {
            const states = pending().map(({ state }) => state)
            const moved = movedIn(floored, looked)
            const how = { states, isTold: isToldBefore(segments, looked, chain) }
            const all = sentConversation(chain, floored.layout, moved, policy, engineVersion ?? chainEngine, how)
            return floored.isTooShort ? { ...all, isTooShort: true as const } : all
          },
        }
  const comparison =
    chain === undefined || !asks
      ? undefined
      : {
          transcript,
          chain,
          textDigest: chain.textDigest,
          fileReads: input.reading.policy.fileReads ?? defaultFileReads,
        }
  return {
    ...original,
    body,
    outcome: failure !== undefined ? 'failed-open' : body === original.body ? 'verbatim' : 'compacted',
    ...(failure === undefined ? {} : { reason: failure }),
    ...(by === undefined ? {} : { engineVersion: by }),
    losslessVersion,
    ...sent,
    decideInBackground:
      segments.length === 0 ? nothingToDecide : decideInBackground(pending, asking, input.backgroundSlots, comparison),
  }
}
