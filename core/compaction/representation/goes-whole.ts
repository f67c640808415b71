// Up to where a request goes whole, because a branch of the conversation that nobody remembers goes, or went, so.

import type { Chain } from '../../chain/chain.ts'
import { lacksItsTools } from '../../chain/identity/frame.ts'
import { segmentsUpTo, type TurnEnd } from '../../chain/identity/turn-ends.ts'
import { fallsBelowLeast, isLessThanAStep } from '../../chain/move/floor.ts'
import type { Layout } from '../../chain/move/layout.ts'
import { fewestTokensPerCharacter, inexact } from '../../chain/move/token-bounds.ts'

/**
 * Of a history that this cache has not been sent before: segments up to here go whole, because a branch that goes on from behind them, and
 * that nobody remembers either, would find too little to take out of them and send them so.
 */
export const wholeUpTo = (
  { ends, prices }: Chain,
  layout: Layout,
  rates: readonly [fewest: number, most: number],
): number => {
  const isLittle = (end: TurnEnd): boolean => {
    const characters = layout.deletedFrom(0) - layout.deletedFrom(end.segments)
    const [tokens, mostTokens] = [characters * rates[0], characters * rates[1]]
    const promptTokens = (layout.bodyCharacters - layout.charactersBehind(end)) * fewestTokensPerCharacter
    const balance = { paidEffectiveTokens: 0, savedEffectiveTokens: 0 }
    return isLessThanAStep({ tokens, mostTokens, ofNew: tokens, promptTokens, balance, paid: false }, prices)
  }
  return segmentsUpTo(ends.slice(1), isLittle)
}

/**
 * Of what is asked beside a conversation, without its tools: segments up to here go whole, because what was asked so earlier might have been too
 * short to be shortened, and is kept as it came. It may have been asked when nobody had counted anything, and each such request has to say the same of
 * these texts as the one before: so it goes by what stands before them as they came alone, and by nothing that was counted since.
 */
export const wholeWithoutTools = ({ heads, known, prices }: Chain, asItCame: () => Layout): number => {
  if (known === undefined || !lacksItsTools(heads.frame, known.state.frame)) return 0
  const { bodyCharacters, segments } = asItCame()
  return (
    1 +
    segments.findLastIndex(({ charactersBehind, characters }) => {
      const upToItsEnd = bodyCharacters - charactersBehind + characters
      return fallsBelowLeast({ characters: upToItsEnd, freshCharacters: 0 }, { inexact }, prices)
    })
  )
}
