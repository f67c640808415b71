// Sends whole what shortening could make dearer: see `chain/floor.ts`.

import { isNeverCached } from '../chain/evidence.ts'
import {
  fallsBelowLeast,
  inexact,
  isLessThanAStep,
  leavesBranchesBelowLeast,
  type PromptSizes,
} from '../chain/floor.ts'
import { type Layout, layoutOf } from '../chain/layout.ts'
import { type Chain, isOfSibling } from '../chain/recognise.ts'
import type { ChainState } from '../chain/state.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { type ForwardedSegment, whole } from './forwarded-segment.ts'

export interface Floored {
  readonly segments: readonly ForwardedSegment[]
  readonly layout: Layout
  /** The prompt travels as it came, because the provider might not cache a shorter one. */
  readonly isTooShort: boolean
}

const isUncached = ({ asked, known }: Chain): boolean =>
  asked.lifetimeMs === 0 || (known !== undefined && isNeverCached(known.state.evidence))

/** Whether the form that was sent is cached: then it is long enough, and to change it would be dear. */
const isCachedAsSent = ({ known, now }: Chain): boolean =>
  known?.state.cachedEnds.some(({ asSent, surelyUntil }) => asSent && surelyUntil > now) === true

/** Of the body that the provider has counted last. */
const countedCharacters = ({ inputTokens, tokensPerCharacter = 1 }: ChainState): number =>
  inputTokens / tokensPerCharacter

const sizesOf = ({ known, ends }: Chain, received: number, layout: Layout): PromptSizes => {
  const isChanged = known?.changed === true && !isOfSibling(known)
  // Of a history of which less than half is left, nobody has counted much.
  const isOther = isChanged && 2 * layout.bodyCharacters < countedCharacters(known.state)
  const lastEnd = isOther ? undefined : ends[1]
  const { tokensPerCharacter, paidEffectiveTokens = 0, savedEffectiveTokens = 0 } = known?.state ?? {}
  return {
    characters: received,
    shortCharacters: layout.bodyCharacters,
    freshCharacters: lastEnd === undefined ? layout.conversationCharacters : layout.charactersBehind(lastEnd),
    deletedOfNew: layout.deletedFrom(known?.state.segments.length ?? 0),
    balance: { paidEffectiveTokens, savedEffectiveTokens },
    // What is counted of the next request may be as far off again.
    ...(tokensPerCharacter === undefined
      ? {}
      : { tokensPerCharacter: isChanged ? tokensPerCharacter / inexact : tokensPerCharacter }),
  }
}

/** What goes lossy with this request. */
export interface Looked {
  readonly segments: readonly ForwardedSegment[]
  /** The same before anything moved. */
  readonly before: readonly ForwardedSegment[]
  /** Something moved although it is cached: what that may lose was judged. */
  readonly paid: boolean
}

/** The segments as they are forwarded after all. `looked`: what was to move, before anything arrived. */
export const aboveTheFloor = (
  transcript: Transcript,
  chain: Chain | undefined,
  segments: readonly ForwardedSegment[],
  { before, paid }: Looked,
): Floored => {
  const as = (some: readonly ForwardedSegment[], isTooShort: boolean): Floored => ({
    segments: some,
    layout: layoutOf(transcript, some, chain?.ends ?? []),
    isTooShort,
  })
  const planned = as(segments, false)
  if (chain === undefined || planned.layout.deletedCharacters === 0 || isUncached(chain)) return planned
  const { known, prices } = chain
  const received = transcript.tape.text.length
  const sizes = sizesOf(chain, received, planned.layout)
  const sentBefore = known?.state.segments.length ?? 0
  /** What was sent before as it was sent, what is new as it came. */
  const unmoved = (): Floored =>
    as(
      segments.map((one, index) => (index >= sentBefore ? whole(one) : (before[index] ?? one))),
      false,
    )
  if (fallsBelowLeast(sizes, prices)) {
    const rest = unmoved()
    const isSafe = isCachedAsSent(chain) || !fallsBelowLeast(sizesOf(chain, received, rest.layout), prices)
    return isSafe ? { ...rest, isTooShort: true } : as(segments.map(whole), true)
  }
  if (isLessThanAStep(sizes, prices)) return unmoved()
  if (paid || !segments.some(({ moved }) => moved)) return planned
  /** What was sent before as it was sent, what is new as it was planned. */
  const held = as(
    segments.map((one, index) => (index < sentBefore ? (before[index] ?? one) : one)),
    false,
  )
  return leavesBranchesBelowLeast(sizes, sizesOf(chain, received, held.layout), prices) ? held : planned
}
