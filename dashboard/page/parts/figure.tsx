// A number as it is read: short, with all its digits on demand, and a loss said in words as well as by its sign.

import { compact, exact, signed } from '../data/format.ts'
import type { NetSums } from '../data/types.ts'

/** A count. */
export const Figure = ({ value, isEstimate = false }: { value: number; isEstimate?: boolean }) => (
  <span title={exact(value)}>
    {isEstimate ? <span title="an estimate is part of it">~</span> : null}
    {compact(value)}
  </span>
)

/** A net: saved or lost. */
export const Net = ({ value }: { value: number }) => (
  <span class={value < 0 ? 'cost' : value > 0 ? 'gain' : 'muted'} title={`${exact(value)} effective tokens`}>
    {signed(value)}
    {value < 0 ? <span class="visually-hidden"> cost more</span> : null}
  </span>
)

/** What the figures mean in words, with the loss said as one. */
export const NetSentence = ({ sums }: { readonly sums: NetSums }) => (
  <p class="muted">
    <span title={exact(sums.gained)}>{compact(sums.gained)} saved</span> −{' '}
    <span title={exact(sums.givenBack)}>{compact(sums.givenBack)} given back</span> ={' '}
    <span title={exact(sums.net)}>{compact(sums.net)}</span> effective input tokens
    {sums.net < 0 ? <strong class="cost"> — compaction cost more than it saved</strong> : null}
  </p>
)
