// The demo as a page: for every turn, left what the agent sent and right what went to the provider. One file, which loads
// nothing and runs no script.

import { savingsOf, totalsOf } from '../../bin/operator/output/exchange-savings.ts'
import { dollarsText, less, whole } from '../../bin/operator/output/figures.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { counted } from '../../core/text/counted.ts'
import { goneText, pageWith, sideBySide, strangersText, unbroken } from '../show/page-frame.ts'
import type { Turn } from './agent.ts'
import { type Run, runsOf, type Shortened, shortened } from './deleted.ts'
import { dollarsOf, dollarsPerMillion } from './show.ts'
import { whyNewestStays } from './why.ts'

export interface PlayedTurn {
  readonly number: number
  readonly turn: Turn
  /** The body as the provider received it. */
  readonly received: string
  readonly receipt: Receipt | undefined
}

export interface PlayedSession {
  readonly mode: string
  readonly turns: readonly PlayedTurn[]
}

const style = `.bar { background: var(--gone-ground); height: .75rem; margin: .25rem 0 } .bar div { background: var(--left); height: 100% }
@media (forced-colors: active) { .bar { forced-color-adjust: none } }`

const left = (runs: readonly Run[]): string =>
  runs.map(({ text, deleted }) => (deleted ? goneText(text) : strangersText(text))).join('')

const sides = (change: Shortened): string =>
  sideBySide(['Sent by the agent', left(runsOf(change))], ['Received by the provider', strangersText(change.after)])

const sentence = (clause: string): string => `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`

const turnSection = ({ number, turn, received, receipt }: PlayedTurn): string => {
  if (receipt === undefined) return ''
  const { tokensBefore: before, tokensAfter: after, effectiveTokensSaved } = savingsOf(receipt)
  const changes = shortened(JSON.parse(turn.sent), JSON.parse(received))
  const share = before === 0 ? 100 : (100 * after) / before
  return `<section><h3>Turn ${number}: ${strangersText(turn.brought)}</h3>
<p>${whole(before)} → ${whole(after)} input tokens (${unbroken(less(before, after))}), ${unbroken(dollarsText(dollarsOf(effectiveTokensSaved)))} saved</p>
<div class="bar" role="img" aria-label="${share.toFixed(0)} % of the tokens were sent on"><div style="width:${share.toFixed(1)}%"></div></div>
${changes.length === 0 ? `<p>${strangersText(sentence(whyNewestStays(turn, received, receipt)))}</p>` : `<details${number === 3 ? ' open' : ''}><summary>${counted(changes.length, 'result')} became shorter</summary>${changes.map(sides).join('')}</details>`}
</section>`
}

const sessionSection = ({ mode, turns }: PlayedSession): string => {
  const receipts = turns.flatMap(({ receipt }) => (receipt === undefined ? [] : [receipt]))
  const totals = totalsOf(receipts.map(savingsOf))
  return `<h2>Mode ${mode}</h2>
<p>${whole(totals.tokensBefore)} → ${whole(totals.tokensAfter)} input tokens (${unbroken(less(totals.tokensBefore, totals.tokensAfter))}).
As they are charged: ${unbroken(less(totals.effectiveTokensBefore, totals.effectiveTokensAfter))}, ${unbroken(dollarsText(dollarsOf(totals.effectiveTokensSaved)))} saved.</p>
${turns.map(turnSection).join('\n')}`
}

/** The whole page. */
export const demoPage = (sessions: readonly PlayedSession[]): string =>
  pageWith({
    title: 'What the agent sent, and what went on',
    style,
    body: `<p>A made-up session of a coding agent, whose every turn sends the whole conversation again. On the left what it sent, with what was deleted
<del>struck out</del>; on the right what the provider received. Nothing is rewritten. A <code>\\e</code> begins a colour code. Bars show how much of each request is left.
Dollars are those of $${dollarsPerMillion} per million input tokens, after what the provider's own cache saves: a token that it reads
from there counts a tenth.</p>
${sessions.map(sessionSection).join('\n')}`,
  })
