// What of a conversation could go lossy although it is cached, and what the provider would have to write again for it.

import type { Chain } from '../chain.ts'
import { type SegmentState, tokensSavedIn } from '../record/state.ts'
import type { Layout } from './layout.ts'
import { inexact } from './token-bounds.ts'
import type { Movable } from './warm-move.ts'

interface Candidate extends Movable {
  readonly index: number
}

/** Tokens between the beginning of a segment, or an end before it, and the end of the conversation. */
type TokensBehind = (segment: number, charactersBehind: number) => number

/** Counts exactly where an engine has counted; `tokensPerCharacter` is used where nobody has. */
export const tokensBehindOf = (
  states: readonly SegmentState[],
  { segments }: Pick<Layout, 'segments'>,
  tokensPerCharacter: number,
): TokensBehind => {
  const sums = [{ tokens: 0, characters: 0 }]
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const last = sums.at(-1) ?? { tokens: 0, characters: 0 }
    const state = states[index]
    const counted = state?.tokens === undefined ? undefined : state.tokens - (tokensSavedIn(state) ?? 0)
    const { characters = 0 } = segments[index] ?? {}
    sums.push({
      tokens: last.tokens + (counted ?? 0),
      characters: last.characters + (counted === undefined ? 0 : characters),
    })
  }
  return (segment, charactersBehind) => {
    const { tokens = 0, characters = 0 } = sums[segments.length - segment] ?? {}
    return tokens + Math.max(0, charactersBehind - characters) * tokensPerCharacter
  }
}

/**
 * Tokens of a character of what no engine has counted, at least those of the whole prompt: what it has counted goes off the provider's count. Where both count
 * alike, the rest of a prompt whose results are thin is denser than all of it.
 */
export const rateOfRest = (
  states: readonly SegmentState[],
  { segments }: Pick<Layout, 'segments'>,
  { inputTokens, tokensPerCharacter }: { readonly inputTokens: number; readonly tokensPerCharacter: number },
): number => {
  let tokens = inputTokens
  let characters = inputTokens / tokensPerCharacter
  states.forEach((state, index) => {
    if (state.tokens === undefined) return
    tokens -= state.tokens - (tokensSavedIn(state) ?? 0)
    characters -= segments[index]?.characters ?? 0
  })
  return characters > 0 ? Math.max(tokensPerCharacter, tokens / characters) : tokensPerCharacter
}

/** In the order of the conversation; `rewrittenFrom`: tokens that are written again if this segment is the first to change. */
export const candidatesOf = (
  states: readonly SegmentState[],
  isCandidate: (state: SegmentState, index: number) => boolean,
  rewrittenFrom: (index: number) => number,
): Candidate[] =>
  states.flatMap((state, index) => {
    if (state.representation === 'lossy' || state.decision.kind !== 'shorter' || !isCandidate(state, index)) return []
    return [
      {
        index,
        tokensRewritten: rewrittenFrom(index),
        tokensGained: state.decision.tokensSaved - (tokensSavedIn(state) ?? 0),
      },
    ]
  })

/** Whether what stands before a segment is long enough to be read by itself, where reads end anywhere. */
export const isReadBefore = (
  { bodyCharacters }: Pick<Layout, 'bodyCharacters'>,
  charactersBehind: number,
  { asked, prices }: Pick<Chain, 'asked' | 'prices'>,
  tokensPerCharacter: number,
): boolean =>
  asked.surelyEnds === 'anywhere' &&
  ((bodyCharacters - charactersBehind) * tokensPerCharacter) / inexact >= prices.leastTokens.to

/**
 * What has to be written when nothing of the conversation is read: what stands before it as well, unless that is marked and long
 * enough to be cached by itself.
 */
export const charactersWithoutRead = (
  { bodyCharacters, conversationCharacters }: Pick<Layout, 'bodyCharacters' | 'conversationCharacters'>,
  { asked: { surelyEnds, frameMarked }, prices: { leastTokens } }: Pick<Chain, 'asked' | 'prices'>,
  tokensPerCharacter: number,
): number => {
  const frame = ((bodyCharacters - conversationCharacters) * tokensPerCharacter) / inexact
  return frameMarked && surelyEnds === 'markers' && frame >= leastTokens.to ? conversationCharacters : bodyCharacters
}
