// What of a conversation could go lossy with its next request, and what the provider would have to write anew for it.

import type { SentConversation } from './sent-conversation.ts'
import type { SegmentState } from './state.ts'
import type { Movable } from './warm-move.ts'

/** The next exchange has at least so many blocks. */
const leastFreshBlocks = 4

export interface Candidate extends Movable {
  readonly index: number
}

const savedIn = ({ decision, representation, losslessTokensSaved = 0 }: SegmentState): number =>
  representation === 'lossy' && decision.kind === 'shorter' ? decision.tokensSaved : losslessTokensSaved

/** Of what stands behind the beginning of each segment, and of nothing at all: counted exactly where an engine has counted. */
const countedBehind = (
  states: readonly SegmentState[],
  { segments }: SentConversation,
): readonly { readonly tokens: number; readonly characters: number }[] => {
  const sums = [{ tokens: 0, characters: 0 }]
  for (const [index, state] of [...states.entries()].reverse()) {
    const last = sums.at(-1) ?? { tokens: 0, characters: 0 }
    const { characters = 0 } = segments[index] ?? {}
    const counted = state.tokens !== undefined
    sums.push({
      tokens: last.tokens + (counted ? state.tokens - savedIn(state) : 0),
      characters: last.characters + (counted ? characters : 0),
    })
  }
  return sums.reverse()
}

/** In the order of the conversation. `tokensPerCharacter` is used where nobody has counted. */
export const candidatesOf = (
  states: readonly SegmentState[],
  sent: SentConversation,
  tokensPerCharacter: number,
): Candidate[] => {
  const { lookBackBlocks } = sent.prices
  const counted = countedBehind(states, sent)
  const tokensFrom = (segment: number, charactersBehind: number): number => {
    const { tokens = 0, characters = 0 } = counted[segment] ?? {}
    return tokens + Math.max(0, charactersBehind - characters) * tokensPerCharacter
  }
  const freshBlocks = Math.max(leastFreshBlocks, sent.freshBlocks)

  /** What the next request writes if this segment is the first to change. */
  const rewrittenFrom = (index: number): number => {
    const { turn = 0, charactersBehind = 0 } = sent.segments[index] ?? {}
    if (lookBackBlocks === undefined) return tokensFrom(index, charactersBehind)
    const read = sent.cachedEnds.find((end) => end.turn < turn)
    return read !== undefined && read.blocksBehind + freshBlocks < lookBackBlocks
      ? tokensFrom(read.segments, read.charactersBehind)
      : tokensFrom(0, sent.conversationCharacters)
  }
  return states.flatMap((state, index) => {
    if (state.representation !== 'lossless' || state.decision.kind !== 'shorter') return []
    return [{ index, tokensRewritten: rewrittenFrom(index), tokensGained: state.decision.tokensSaved - savedIn(state) }]
  })
}
