// Sends whole what shortening could make dearer: see `chain/move/floor.ts`.

import type { Chain } from '../../chain/chain.ts'
import { isNeverCached } from '../../chain/held/evidence.ts'
import { haveSameTexts } from '../../chain/identity/frame.ts'
import { answerEndsOf, segmentsUpTo, type TurnEnd } from '../../chain/identity/turn-ends.ts'
import {
  type Deletion,
  fallsBelowLeast,
  type Held,
  isLessThanAStep,
  leavesBranchesBelowLeast,
} from '../../chain/move/floor.ts'
import { type Layout, layoutOf } from '../../chain/move/layout.ts'
import {
  type Counted,
  countedOf,
  extentOf,
  fewestTokensPerCharacter,
  ratesOfGone,
  tokensOfLossless,
  type Worded,
} from '../../chain/move/token-bounds.ts'
import { textsSentBefore } from '../../chain/recognise/sent-before.ts'
import { tokensSavedIn } from '../../chain/record/state.ts'
import { onceAsked } from '../../collections/once.ts'
import { endOf } from '../../json/read.ts'
import { blanksLost } from '../../text/blanks.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { type ForwardedSegment, whole } from './forwarded-segment.ts'
import { wholeWithoutTools } from './goes-whole.ts'
import { newWords } from './new-words.ts'

export interface Floored {
  readonly segments: readonly ForwardedSegment[]
  /** Worked out where it is asked for: a request that loses nothing is sent before. */
  readonly layout: Layout
  /** The prompt travels longer than it could: why. Worked out where it is asked for as well. */
  readonly held: Held | undefined
}

class Planned implements Floored {
  readonly segments: readonly ForwardedSegment[]
  readonly #held: () => Held | undefined
  readonly #layout: () => Layout

  constructor(segments: readonly ForwardedSegment[], held: () => Held | undefined, layout: () => Layout) {
    this.segments = segments
    this.#held = held
    this.#layout = onceAsked(layout)
  }

  get held(): Held | undefined {
    return this.#held()
  }

  get layout(): Layout {
    return this.#layout()
  }
}

const isUncached = ({ asked, known }: Chain): boolean =>
  asked.lifetimeMs === 0 || (known !== undefined && isNeverCached(known.state.evidence))

/** Whether the form that was sent is cached: then it is long enough, and to change it would be dear. Behind another frame nothing is. */
const isCachedAsSent = ({ known, heads, now }: Chain): boolean =>
  known?.inUse === true ||
  (known?.state.cachedEnds.some(({ asSent, surelyUntil }) => asSent && surelyUntil > now) === true &&
    haveSameTexts(known.state.frame, heads.frame))

/** Whether all that was sent goes as it went then, and what is new as it came. */
export const isAsBefore = (
  segments: readonly ForwardedSegment[],
  { before }: Looked,
  known: Chain['known'],
): boolean => {
  const sentBefore = known?.state.segments.length ?? 0
  return segments.every((one, index) => one === before[index] && (index < sentBefore || one.kept === undefined))
}

/** What goes lossy with this request. */
export interface Looked {
  readonly segments: readonly ForwardedSegment[]
  /** The same before anything moved. */
  readonly before: readonly ForwardedSegment[]
  /** Something moved although it is cached: what that may lose was judged. */
  readonly paid: boolean
  /** What was claimed for that, in effective tokens. */
  readonly claimed: number
}

/**
 * Segments up to here stay as they were sent: a branch that goes on from behind them could not send them shorter. Every branch is judged,
 * so that each of them finds what another has left. Those from behind answers where there are branches at all: by most rules nothing is cached there.
 */
const heldUpTo = (
  transcript: Transcript,
  { heads, blocks, ends, known, branched, prices }: Chain,
  counted: Counted,
  planned: Layout,
  held: Layout,
): number => {
  // A request that is sent again may be a branch's beginning itself.
  const turns = known?.head === heads.own ? ends : ends.slice(1)
  const leaves = (end: TurnEnd): boolean =>
    leavesBranchesBelowLeast(extentOf(counted, planned, end), extentOf(counted, held, end), counted, prices)
  return segmentsUpTo([...turns, ...(branched ? answerEndsOf(transcript, blocks, ends) : [])], leaves)
}

/** How many blanks that are tokens of their own a segment loses. */
type BlanksOf = (one: ForwardedSegment) => number

const blanksOf: BlanksOf = ({ segment, kept = [] }) => blanksLost(segment.text, kept)
const noBlanks: BlanksOf = () => 0

/** Tokens that were taken out of this segment and those behind it, at least and at most: by the engine's count, or at these rates. */
const goneFrom = (
  { segments, layout }: Pick<Floored, 'segments' | 'layout'>,
  from: number,
  rates: ReturnType<typeof ratesOfGone>,
  blanksIn: BlanksOf,
): { readonly tokens: number; readonly mostTokens: number } => {
  let [tokens, mostTokens] = [0, 0]
  segments.forEach((one, index) => {
    const characters = index < from ? 0 : layout.deletedFrom(index) - layout.deletedFrom(index + 1)
    if (characters === 0) return
    const saved = tokensSavedIn(one.state)
    const [least, most] =
      saved === undefined ? tokensOfLossless({ characters, blanks: blanksIn(one) }, rates) : [saved, saved]
    tokens += least
    mostTokens += most
  })
  return { tokens, mostTokens }
}

const tooShort = ({ segments, layout }: Floored): Floored => ({ segments, layout, held: 'below-cacheable-length' })

/**
 * Where the last text ends that may be shortened. What is asked beside the conversation stands behind it, and what goes on without that has the same
 * texts: both have to be sent them in one form.
 */
const endOfTexts = ({ tape, segments }: Transcript, { ends }: Chain): TurnEnd | undefined => {
  const [own] = ends
  const last = segments.at(-1)
  return own === undefined || last === undefined
    ? undefined
    : { ...own, segments: segments.length, position: endOf(tape, last.node) }
}

type As = (some: readonly ForwardedSegment[], held?: () => Held | undefined) => Floored

/** What becomes of the segments as they are planned, which lose something. */
const judged = (transcript: Transcript, chain: Chain, planned: Floored, { before, paid }: Looked, as: As): Floored => {
  const { segments } = planned
  const { known, prices } = chain
  const counted = countedOf(chain, planned.layout)
  const sentBefore = textsSentBefore(chain)
  /** What was sent before as it was sent, what is new as it came. */
  const unmoved = (held?: Held): Floored =>
    as(
      segments.map((one, index) => (index >= sentBefore ? whole(one) : (before[index] ?? one))),
      () => held,
    )
  const lastText = endOfTexts(transcript, chain)
  const mayFall = ({ layout, segments: some }: Floored): boolean => {
    const extent = extentOf(counted, layout, lastText)
    const freshTexts = (): Worded => newWords(transcript, some, counted.upTo, transcript.segments.at(-1)?.node)
    return (
      layout.deletedCharacters > 0 &&
      fallsBelowLeast(extent, counted, prices) &&
      fallsBelowLeast({ ...extent, freshTexts }, counted, prices)
    )
  }
  /** What stands before this segment as it was sent, what stands behind it as it was planned. */
  const heldBefore = (from: number): Floored =>
    as(segments.map((one, index) => (index < from ? (before[index] ?? one) : one)))
  if (mayFall(planned)) {
    const held = heldBefore(sentBefore)
    if (!mayFall(held)) return tooShort(held)
    const rest = unmoved()
    return isCachedAsSent(chain) || !mayFall(rest)
      ? tooShort(rest)
      : as(segments.map(whole), () => 'below-cacheable-length')
  }
  const rates = ratesOfGone(counted)
  const isLittle = (blanksIn: BlanksOf): boolean => {
    const { paidEffectiveTokens = 0, savedEffectiveTokens = 0 } = known?.state ?? {}
    const { tokens, mostTokens } = goneFrom(planned, 0, rates, blanksIn)
    // Of several branches each may have a read that ends badly; and so may one of which nobody knows up to where it is read.
    const isAskedAtMost = chain.branched || prices.surelyEnds === 'nowhere'
    const deletion: Deletion = {
      tokens,
      ...(isAskedAtMost ? { mostTokens } : {}),
      ofNew: goneFrom(planned, sentBefore, rates, blanksIn).tokens,
      promptTokens:
        extentOf(counted, planned.layout, lastText).characters *
        (counted.tokensPerCharacter ?? fewestTokensPerCharacter),
      balance: { paidEffectiveTokens, savedEffectiveTokens },
      paid,
    }
    return isLessThanAStep(deletion, prices)
  }
  const { stepTokens } = prices
  // To look for blanks is to read texts that may be long: what is a whole step without them, and not little, is no less with them.
  const mayBeLittle =
    stepTokens !== undefined && (goneFrom(planned, 0, rates, noBlanks).tokens < stepTokens || isLittle(noBlanks))
  if (mayBeLittle && isLittle(blanksOf)) return unmoved('less-than-a-step')
  const held = wholeWithoutTools(chain, () => as(segments.map(whole)).layout)
  if (held > 0) return as(segments.map((one, index) => (index < held ? whole(one) : one)))
  if (paid || !segments.some(({ moved }) => moved)) return planned
  return heldBefore(heldUpTo(transcript, chain, counted, planned.layout, heldBefore(sentBefore).layout))
}

/** The segments as they are forwarded after all. `looked`: what was to move, before anything arrived. */
export const aboveTheFloor = (
  transcript: Transcript,
  chain: Chain | undefined,
  segments: readonly ForwardedSegment[],
  looked: Looked,
): Floored => {
  const as: As = (some, held = () => undefined) =>
    new Planned(some, held, () => layoutOf(transcript, some, chain?.ends ?? [], chain?.weigh))
  const planned = as(segments)
  if (chain === undefined || segments.every(({ kept }) => kept === undefined) || isUncached(chain)) return planned
  const judgement = (): Floored =>
    planned.layout.deletedCharacters === 0 ? planned : judged(transcript, chain, planned, looked, as)
  // What is cached goes as it was sent, whatever it may fall below: the judgement says that alone, and is worked out behind the body.
  return isAsBefore(segments, looked, chain.known) && isCachedAsSent(chain)
    ? new Planned(
        segments,
        () => judgement().held,
        () => planned.layout,
      )
    : judgement()
}
