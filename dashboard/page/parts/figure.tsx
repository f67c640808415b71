// A number as it is read: short, with all its digits on demand, and a loss said in words as well as by its sign.

import { compact, exact, percent, signed } from '../data/format.ts'
import type { NetSums } from '../data/types.ts'

/** What stands before every figure that the provider did not count in full. */
const EstimateMark = () => (
  <span class="muted" title="an estimate is part of it">
    ~
  </span>
)

interface FigureProps {
  readonly value: number
  readonly isEstimate?: boolean
}

/** A count. */
export const Figure = ({ value, isEstimate = false }: FigureProps) => (
  <span title={exact(value)}>
    {isEstimate ? <EstimateMark /> : null}
    {compact(value)}
  </span>
)

/** A net: saved or lost. */
export const Net = ({ value, isEstimate = false }: FigureProps) => (
  <>
    {isEstimate ? <EstimateMark /> : null}
    <span class={value < 0 ? 'cost' : value > 0 ? 'gain' : 'muted'} title={`${exact(value)} effective tokens`}>
      {signed(value)}
      {value < 0 ? <span class="visually-hidden"> cost more</span> : null}
    </span>
  </>
)

/** The net of all that a screen is about, in large letters. */
export const HeroFigure = ({ sums }: { readonly sums: NetSums }) => (
  <p class="hero-figure">
    <span class={sums.net < 0 ? 'cost' : ''} title={exact(sums.net)}>
      {sums.estimatedExchanges > 0 ? <EstimateMark /> : null}
      {compact(sums.net)}
    </span>{' '}
    <small>{percent(sums.net, sums.effectiveBefore)} of effective input tokens</small>
  </p>
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
