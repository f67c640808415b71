// The demo as a page: for every turn, left what the agent sent and right what went to the provider. One file, which loads
// nothing and runs no script.

import { savingsOf, totalsOf } from '../../bin/operator/output/exchange-savings.ts'
import { dollarsText, less, whole } from '../../bin/operator/output/figures.ts'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { inMarkup } from '../../core/text/markup.ts'
import type { Turn } from './agent.ts'
import { type Run, runsOf, type Shortened, shortened } from './deleted.ts'
import { dollarsOf, dollarsPerMillion } from './show.ts'

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

const escaped = (text: string): string => inMarkup(text).replaceAll('\u001b', '␛')

const style = `
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --gone: light-dark(#fbd5d0, #5a2a26) }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem }
.sides { display: grid; gap: 1rem; grid-template-columns: 1fr 1fr }
pre { border: 1px solid var(--line); font-size: 12px; margin: .25rem 0; max-height: 24rem; overflow: auto; padding: .5rem; white-space: pre-wrap; word-break: break-word }
del { background: var(--gone); text-decoration: none }
.bar { background: var(--gone); height: .75rem } .bar div { background: light-dark(#0b7a75, #4fc1bb); height: 100% }
@media (max-width: 50rem) { .sides { grid-template-columns: 1fr } }`

const left = (runs: readonly Run[]): string =>
  runs.map(({ text, deleted }) => (deleted ? `<del>${escaped(text)}</del>` : escaped(text))).join('')

const sides = (change: Shortened): string =>
  `<div class="sides"><pre tabindex="0" aria-label="sent by the agent">${left(runsOf(change))}</pre><pre tabindex="0" aria-label="received by the provider">${escaped(change.after)}</pre></div>`

const turnSection = ({ number, turn, received, receipt }: PlayedTurn): string => {
  if (receipt === undefined) return ''
  const { tokensBefore: before, tokensAfter: after, effectiveTokensSaved } = savingsOf(receipt)
  const changes = shortened(JSON.parse(turn.sent), JSON.parse(received))
  const share = before === 0 ? 100 : (100 * after) / before
  return `<section><h3>Turn ${number}: ${escaped(turn.brought)}</h3>
<p>${whole(before)} → ${whole(after)} input tokens (${less(before, after)}), ${escaped(dollarsText(dollarsOf(effectiveTokensSaved)))} saved</p>
<div class="bar" role="img" aria-label="${share.toFixed(0)} % of the tokens went"><div style="width:${share.toFixed(1)}%"></div></div>
${changes.length === 0 ? '<p>Nothing was deleted.</p>' : `<details${number === 3 ? ' open' : ''}><summary>Results that became shorter: ${changes.length}</summary>${changes.map(sides).join('')}</details>`}
</section>`
}

const sessionSection = ({ mode, turns }: PlayedSession): string => {
  const receipts = turns.flatMap(({ receipt }) => (receipt === undefined ? [] : [receipt]))
  const totals = totalsOf(receipts.map(savingsOf))
  return `<h2>Mode ${escaped(mode)}</h2>
<p>${whole(totals.tokensBefore)} → ${whole(totals.tokensAfter)} input tokens (${less(totals.tokensBefore, totals.tokensAfter)});
as they are charged ${less(totals.effectiveTokensBefore, totals.effectiveTokensAfter)}, ${escaped(dollarsText(dollarsOf(totals.effectiveTokensSaved)))}.</p>
${turns.map(turnSection).join('\n')}`
}

/** The whole page. */
export const demoPage = (sessions: readonly PlayedSession[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>What the agent sent, and what went</title><style>${style}</style></head>
<body><h1>What the agent sent, and what went</h1>
<p>A made-up session of a coding agent. Left what it sent, with what was deleted marked; right what the provider received.
Nothing is rewritten. Dollars are those of $${dollarsPerMillion} per million input tokens, after what the provider's own cache saves.</p>
${sessions.map(sessionSection).join('\n')}
</body></html>
`
