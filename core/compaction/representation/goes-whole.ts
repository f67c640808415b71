// Up to where a request goes whole, because one that nobody remembers may have gone so.

import type { Chain } from '../../chain/chain.ts'
import { lacksItsTools } from '../../chain/identity/frame.ts'
import { fallsBelowLeast } from '../../chain/move/floor.ts'
import type { Layout } from '../../chain/move/layout.ts'
import { inexact } from '../../chain/move/token-bounds.ts'

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
