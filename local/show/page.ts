// What is shown as a page of its own: left what was sent, right what is left of it. Loads nothing from elsewhere.

import { inMarkup } from '../../core/text/markup.ts'
import type { Money } from './money.ts'
import { piecesOf, type Shown } from './shown.ts'

const style = `
  :root { color-scheme: light dark; --line: light-dark(#ddd, #444); --gone: light-dark(#fde8e8, #4a2222); }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
  section { border-top: 1px solid var(--line); padding: 1rem 0; }
  h2 { font-size: 1rem; margin: 0 0 .5rem; }
  .sides { display: grid; gap: 1rem; grid-template-columns: 1fr 1fr; }
  pre { border: 1px solid var(--line); font-size: 12px; margin: 0; max-height: 30rem; overflow: auto; padding: .5rem; white-space: pre-wrap; word-break: break-word; }
  del { background: var(--gone); text-decoration: none; }
  mark { background: none; color: inherit; opacity: .5; }
  @media (max-width: 50rem) { .sides { grid-template-columns: 1fr; } }
`

const sideBySide = (shown: Shown): string => {
  const pieces = piecesOf(shown)
  const sent = pieces.map(({ text, goes }) => (goes ? `<del>${inMarkup(text)}</del>` : inMarkup(text))).join('')
  const left = pieces.map(({ text, goes }) => (goes ? `<mark>⟦−${text.length}⟧</mark>` : inMarkup(text))).join('')
  return `<div class="sides"><pre tabindex="0" aria-label="what was sent">${sent}</pre><pre tabindex="0" aria-label="what is left">${left}</pre></div>`
}

const sectionOf = (shown: Shown, money: Money): string => {
  const { message, why, tokens, tokensLeft, kept } = shown
  const gone = tokens - tokensLeft
  const head = `<h2>Message ${message}: ${inMarkup(why)}</h2><p>${tokens} tokens, ${gone === 0 ? 'all of them stay' : `${tokensLeft} stay, ${gone} go${money(gone)}`}.</p>`
  return `<section>${head}${kept === undefined ? '' : sideBySide(shown)}</section>`
}

/** `money`: what so many tokens cost, with a comma before it, or nothing. */
export const pageOf = (title: string, shown: readonly Shown[], money: Money): string => {
  const tokens = shown.reduce((sum, one) => sum + one.tokens, 0)
  const gone = tokens - shown.reduce((sum, one) => sum + one.tokensLeft, 0)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${inMarkup(title)}</title><style>${style}</style></head>
<body><h1>${inMarkup(title)}</h1>
<p>${shown.length} texts with ${tokens} tokens: ${gone} go${money(gone)}. Left what was sent, with what goes marked; right what is left.</p>
${shown.map((one) => sectionOf(one, money)).join('\n')}
</body></html>
`
}
