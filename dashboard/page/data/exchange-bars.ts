// A bar for each exchange of a session or, where they are many, for each few of them.

import { inHundredths } from '../../../core/ledger/effective.ts'
import { compact, signed } from './format.ts'
import type { Exchange } from './types.ts'

/** What an exchange saved, in effective tokens; negative where it cost more. */
export const netOf = ({ effectiveTokensBefore = 0, effectiveTokensAfter = 0 }: Exchange): number =>
  inHundredths(effectiveTokensBefore - effectiveTokensAfter)

/** As many as can be told apart. */
const mostBars = 120

/** Of exchanges in order: neighbours are counted together. */
export const barsOf = (exchanges: readonly Exchange[]) => {
  const size = Math.max(1, Math.ceil(exchanges.length / mostBars))
  return Array.from({ length: Math.ceil(exchanges.length / size) }, (_, index) => {
    const group = exchanges.slice(index * size, (index + 1) * size)
    const nets = group.map(netOf)
    const gained = inHundredths(nets.reduce((sum, net) => sum + Math.max(0, net), 0))
    const givenBack = inHundredths(nets.reduce((sum, net) => sum + Math.max(0, -net), 0))
    const rewritten = group.reduce((sum, { cacheRewriteTokens }) => sum + cacheRewriteTokens, 0)
    const first = index * size + 1
    const last = index * size + group.length
    const anew = rewritten > 0 ? `, ${compact(rewritten)} tokens cached again because of us` : ''
    return {
      name: String(first),
      gained,
      givenBack,
      isMarked: rewritten > 0,
      detail: `${first === last ? `Exchange ${first}` : `Exchanges ${first} to ${last}`}: net ${signed(gained - givenBack)}${anew}`,
    }
  })
}
