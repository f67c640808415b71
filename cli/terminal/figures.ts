// What was saved, in words: always of effective tokens, and with its sign.

import { counted } from '../../core/text/counted.ts'
import { compact, percent, signed } from '../../dashboard/page/data/format.ts'
import type { NetSums } from '../../dashboard/page/data/types.ts'
import type { Piece } from './terminal.ts'

/** `31 % less`, `2 % more`, `nothing saved`; `cost more` where it would have been nothing. */
export const lessOrMore = ({ net, effectiveBefore }: Pick<NetSums, 'net' | 'effectiveBefore'>): string => {
  if (net === 0) return 'nothing saved'
  if (effectiveBefore === 0) return 'cost more'
  return net > 0 ? `${percent(net, effectiveBefore)} less` : `${percent(-net, effectiveBefore)} more`
}

/** The net with its sign, and in the colour of its sign; behind a `~` where the provider did not count all of it. */
export const netPiece = ({ net, estimatedExchanges }: Pick<NetSums, 'net' | 'estimatedExchanges'>): Piece => {
  const text = `${estimatedExchanges > 0 ? '~' : ''}${net === 0 ? '0' : signed(net)}`
  return net === 0 ? text : { text, style: net > 0 ? 'good' : 'bad' }
}

export const requestsIn = ({ exchanges }: Pick<NetSums, 'exchanges'>): string => counted(exchanges, 'request')

/** `14 requests, 1.18M → 810k tokens, 31 % less in effective tokens`. */
export const sumsSentence = (
  sums: Pick<NetSums, 'exchanges' | 'tokensBefore' | 'tokensAfter' | 'effectiveBefore' | 'net'>,
): string => {
  const tokens = `${compact(sums.tokensBefore)} → ${compact(sums.tokensAfter)} tokens`
  const share = lessOrMore(sums)
  return `${requestsIn(sums)}, ${tokens}, ${share === 'nothing saved' ? share : `${share} in effective tokens`}`
}
