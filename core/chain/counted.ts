// How many tokens a prompt has, or its beginning up to some turn, by what the provider has counted of the conversation: at least, and at
// most. Pure.

import { type Chain, isOfSibling } from './chain.ts'
import { haveSameTexts } from './frame.ts'
import type { Layout } from './layout.ts'
import type { TurnEnd } from './turn-ends.ts'

/**
 * Tokens of a character where nobody has counted. Prose has four characters to a token and some scripts one; but the members of a short
 * message are half of it, and blanks and rules are many to a token.
 */
export const fewestTokensPerCharacter = 0.1
const mostTokensPerCharacter = 1
/** What was counted before may be off by so much. */
export const inexact = 1.3

/** A prompt, or its beginning up to the end of some turn. */
export interface Extent {
  readonly characters: number
  /** Those of them that stand behind what was counted. */
  readonly freshCharacters: number
}

export interface Counted {
  /** Absent: nobody has counted any request of this conversation. */
  readonly tokensPerCharacter?: number
  /** By how much that may be off, where it is applied to other text. */
  readonly inexact: number
  /** Where what was counted ends in this request; absent: in a turn of long ago, or in another history. */
  readonly upTo?: TurnEnd
  /** The body that was counted last, if this one begins like it. `isFrameNew`: behind another frame. */
  readonly body?: { readonly characters: number; readonly tokens: number; readonly isFrameNew?: boolean }
}

/**
 * `layout`: of the body as it is to be forwarded. A count holds for what stood around the conversation then: behind another frame what has
 * gone may be text of any rate, and the rate is as inexact as after a change of history.
 */
export const countedOf = (
  { known, ends, heads }: Chain,
  { bodyCharacters }: Pick<Layout, 'bodyCharacters'>,
): Counted => {
  const { tokensPerCharacter, inputTokens: tokens = 0 } = known?.state ?? {}
  if (known === undefined || tokensPerCharacter === undefined) return { inexact }
  const characters = tokens / tokensPerCharacter
  const isFrameNew = !haveSameTexts(heads.frame, known.state.frame)
  const isChanged = isFrameNew || (known.changed && !isOfSibling(known))
  const rate = { tokensPerCharacter, inexact: isChanged ? inexact ** 2 : inexact }
  // Of a body of which less than half is left, nobody has counted much.
  const upTo =
    isChanged && 2 * bodyCharacters < characters ? undefined : ends.find(({ turn }) => turn === known.head.turn)
  if (upTo === undefined) return rate
  return { ...rate, upTo, ...(tokens > 0 ? { body: { characters, tokens, isFrameNew } } : {}) }
}

/** The prompt as it is laid out, up to the end of a turn; without one, all of it. */
export const extentOf = (
  { upTo }: Pick<Counted, 'upTo'>,
  layout: Pick<Layout, 'bodyCharacters' | 'conversationCharacters' | 'deletedCharacters' | 'charactersBehind'>,
  end?: TurnEnd,
): Extent => {
  const behind = end === undefined ? 0 : layout.charactersBehind(end)
  const fresh = upTo === undefined ? layout.conversationCharacters : layout.charactersBehind(upTo)
  return { characters: layout.bodyCharacters - behind, freshCharacters: Math.max(0, fresh - behind) }
}

/** Of a body that was counted only the difference is inexact; and what was counted tells little of what is new. */
export const tokensOf = (
  { characters, freshCharacters }: Extent,
  { tokensPerCharacter, inexact: factor, body }: Omit<Counted, 'upTo'>,
): readonly [least: number, most: number] => {
  if (tokensPerCharacter === undefined)
    return [characters * fewestTokensPerCharacter, characters * mostTokensPerCharacter]
  const [low, high] = [tokensPerCharacter / factor, tokensPerCharacter * factor]
  const before = characters - freshCharacters
  const fewestFresh = freshCharacters * Math.min(low, fewestTokensPerCharacter)
  const mostFresh = freshCharacters * Math.max(high, mostTokensPerCharacter)
  const [least, most] = [before * low, before * high]
  if (body === undefined) return [least + fewestFresh, most + mostFresh]
  const gone = body.characters - before
  const [fewest, densest] =
    body.isFrameNew === true
      ? [Math.min(low, fewestTokensPerCharacter), Math.max(high, mostTokensPerCharacter)]
      : [low, high]
  return [
    Math.max(least, body.tokens - gone * (gone > 0 ? densest : fewest)) + fewestFresh,
    Math.min(most, body.tokens - gone * (gone > 0 ? fewest : densest)) + mostFresh,
  ]
}
