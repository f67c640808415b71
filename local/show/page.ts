// What is shown as a page of its own: left what was sent, right what is left of it. Loads nothing from elsewhere.

import { counted } from '../../core/text/counted.ts'
import { inMarkup } from '../../core/text/markup.ts'
import { exact } from '../../dashboard/page/data/format.ts'
import type { Money } from './money.ts'
import { goneText, meaningsList, pageWith, sideBySide, strangersText } from './page-frame.ts'
import { piecesOf, type Shown } from './shown.ts'
import { meaningsIn } from './words.ts'

const sides = (shown: Shown): string => {
  const pieces = piecesOf(shown)
  const sent = pieces.map(({ text, goes }) => (goes ? goneText(text) : strangersText(text))).join('')
  const left = pieces.map(({ text, goes }) => (goes ? `<mark>⟦−${text.length}⟧</mark>` : strangersText(text))).join('')
  return sideBySide(['What was sent', sent], ['What is left', left])
}

const sectionOf = (shown: Shown, money: Money): string => {
  const { message, why, tokens, tokensLeft, kept } = shown
  const gone = tokens - tokensLeft
  const head = `<h2>Message ${message}: ${inMarkup(why)}</h2><p>${counted(tokens, 'token')}, ${gone === 0 ? 'all of them stay' : `${exact(tokensLeft)} stay, ${exact(gone)} go${money(gone)}`}.</p>`
  return `<section>${head}${kept === undefined ? '' : sides(shown)}</section>`
}

const style = `section { border-top: 1px solid var(--line); padding: 1rem 0 } h2 { font-size: 1rem; margin: 0 }
mark { background: none; color: inherit; opacity: .7 }`

/** `money`: what so many tokens cost, with a comma before it, or nothing. */
export const pageOf = (title: string, shown: readonly Shown[], money: Money): string => {
  const tokens = shown.reduce((sum, one) => sum + one.tokens, 0)
  const gone = tokens - shown.reduce((sum, one) => sum + one.tokensLeft, 0)
  return pageWith({
    title,
    style,
    body: `<p>${counted(shown.length, 'text')} with ${counted(tokens, 'token')}: ${exact(gone)} go${money(gone)}. On the left what was sent, with what goes <del>struck out</del>; on the right what is left, with the number of characters that went.</p>
${meaningsList(meaningsIn(shown))}
${shown.map((one) => sectionOf(one, money)).join('\n')}`,
  })
}
