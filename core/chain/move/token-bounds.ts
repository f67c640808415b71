// How many tokens a prompt has, or its beginning up to some turn, by what the provider has counted of the conversation: at least, and at
// most. Pure.

import { type Chain, isOfSibling } from '../chain.ts'
import { haveSameTexts } from '../identity/frame.ts'
import type { TurnEnd } from '../identity/turn-ends.ts'
import type { Count } from '../record/counts.ts'
import type { Layout } from './layout.ts'

/**
 * Tokens of a character where nobody has counted. Prose has four characters to a token and some scripts one; but the members of a short
 * message are half of it, and blanks and rules are many to a token.
 */
export const fewestTokensPerCharacter = 0.1
export const mostTokensPerCharacter = 1
/** What was counted before may be off by so much. */
export const inexact = 1.3
/** What is deleted may have so many tokens a character for one of the whole prompt: records have the most (0059). */
const densestGone = 1.9

/** Of a blank of JSON that goes, at least: before a number or a word in quotes it is a token in nearly all of them (0099). */
const fewestTokensPerBlank = 0.8

/** Texts whose words were counted. */
export interface Worded {
  readonly words: number
  readonly characters: number
}

/** A prompt, or its beginning up to the end of some turn. */
export interface Extent {
  readonly characters: number
  /** Those of them that stand behind what was counted, and the texts among them, if they are looked at. */
  readonly freshCharacters: number
  readonly freshTexts?: () => Worded
  /** What was counted that goes at least as far, and no further than needed. */
  readonly body?: Pick<Count, 'characters' | 'tokens'>
}

export interface Counted {
  /** Absent: nobody has counted any request of this conversation. */
  readonly tokensPerCharacter?: number
  /** By how much that may be off, where it is applied to other text. */
  readonly inexact: number
  /** Where what was counted ends in this request; absent: in a turn of long ago, or in another history. */
  readonly upTo?: TurnEnd
  /** The requests that were counted and that this one begins like, by their turns. */
  readonly counts?: readonly Count[]
  /** The last of them stood behind another frame. */
  readonly isFrameNew?: boolean
}

/**
 * `layout`: of the body as it is to be forwarded. A count holds for what stood around the conversation then: behind another frame what has
 * gone may be text of any rate, and the rate is as inexact as after a change of history.
 */
export const countedOf = (
  { known, ends, heads }: Chain,
  { bodyCharacters }: Pick<Layout, 'bodyCharacters'>,
): Counted => {
  const { tokensPerCharacter, inputTokens: tokens = 0, counts = [] } = known?.state ?? {}
  if (known === undefined || tokensPerCharacter === undefined) return { inexact }
  const { turn } = known.head
  const characters = tokens / tokensPerCharacter
  const isFrameNew = !haveSameTexts(heads.frame, known.state.frame)
  const isChanged = isFrameNew || (known.changed && !isOfSibling(known))
  const rate = { tokensPerCharacter, inexact: isChanged ? inexact ** 2 : inexact }
  // Of a body of which less than half is left, nobody has counted much.
  const upTo = isChanged && 2 * bodyCharacters < characters ? undefined : ends.find((end) => end.turn === turn)
  if (upTo === undefined) return rate
  const last = tokens > 0 ? [{ turn, characters, tokens }] : []
  const earlier = isFrameNew ? [] : counts.filter((count) => count.turn < turn)
  return { ...rate, upTo, counts: [...earlier, ...last], isFrameNew }
}

/** Tokens of a character of what is deleted, at least and at most. */
export const ratesOfGone = ({
  tokensPerCharacter,
  inexact: factor,
}: Pick<Counted, 'tokensPerCharacter' | 'inexact'>): readonly [fewest: number, most: number] =>
  tokensPerCharacter === undefined
    ? [fewestTokensPerCharacter / factor, mostTokensPerCharacter]
    : [tokensPerCharacter / factor, tokensPerCharacter * Math.max(factor, densestGone)]

/** Of what went losslessly, and nobody has counted: at least by its blanks, and a token for each character at most. */
export const tokensOfLossless = (
  { characters, blanks }: { readonly characters: number; readonly blanks: number },
  [fewest, most]: readonly [fewest: number, most: number],
): readonly [least: number, most: number] => [
  Math.max(characters * fewest, blanks * fewestTokensPerBlank),
  characters * Math.max(most, mostTokensPerCharacter),
]

/** The prompt as it is laid out, up to the end of a turn; without one, all of it. */
export const extentOf = (
  { upTo, counts = [] }: Pick<Counted, 'upTo' | 'counts'>,
  layout: Pick<Layout, 'bodyCharacters' | 'messageCharacters' | 'charactersBehind'>,
  end?: TurnEnd,
): Extent => {
  const behind = end === undefined ? 0 : layout.charactersBehind(end)
  const fresh = upTo === undefined ? layout.messageCharacters : layout.charactersBehind(upTo)
  const body = counts.find(({ turn }) => end !== undefined && turn >= end.turn) ?? counts.at(-1)
  return {
    characters: layout.bodyCharacters - behind,
    freshCharacters: Math.max(0, fresh - behind),
    ...(body === undefined ? {} : { body }),
  }
}

/** Of new text, which what was counted tells little of: as many as its words, and few to a character of the rest. */
const fewestFreshOf = ({ freshCharacters, freshTexts }: Extent, low: number): number => {
  const { words, characters } = freshTexts?.() ?? { words: 0, characters: 0 }
  const perCharacter = Math.min(low, fewestTokensPerCharacter)
  const texts = Math.max(words, characters * perCharacter)
  return texts + Math.max(0, freshCharacters - characters) * perCharacter
}

/** Of a body that was counted only the difference is inexact; and what was counted tells little of what is new. */
export const tokensOf = (
  extent: Extent,
  { tokensPerCharacter, inexact: factor, isFrameNew = false }: Omit<Counted, 'upTo' | 'counts'>,
): readonly [least: number, most: number] => {
  const { characters, freshCharacters, body } = extent
  if (tokensPerCharacter === undefined)
    return [characters * fewestTokensPerCharacter, characters * mostTokensPerCharacter]
  const [low, high] = [tokensPerCharacter / factor, tokensPerCharacter * factor]
  const before = characters - freshCharacters
  const fewestFresh = fewestFreshOf(extent, low)
  const mostFresh = freshCharacters * Math.max(high, mostTokensPerCharacter)
  const [least, most] = [before * low, before * high]
  if (body === undefined) return [least + fewestFresh, most + mostFresh]
  const gone = body.characters - before
  const [fewest, densest] = isFrameNew
    ? [Math.min(low, fewestTokensPerCharacter), Math.max(high, mostTokensPerCharacter)]
    : [low, tokensPerCharacter * Math.max(factor, densestGone)]
  return [
    Math.max(least, body.tokens - gone * (gone > 0 ? densest : fewest)) + fewestFresh,
    Math.min(most, body.tokens - gone * (gone > 0 ? fewest : densest)) + mostFresh,
  ]
}
