// An estimate as one page to look at: the figures, and what would have been deleted, struck out where it stood. The page has
// no script and loads nothing.

import { counted } from '../../../core/text/counted.ts'
import { compact, dollars, exact } from '../../../dashboard/page/data/format.ts'
import { goneText, meaningsList, pageWith, strangersText, unbroken } from '../../../local/show/page-frame.ts'
import { piecesOf } from '../../../local/show/shown.ts'
import { meaningsIn } from '../../../local/show/words.ts'
import type { Deletion } from '../played/deletions.ts'
import { playedModes } from '../played/play.ts'
import { savedShare, type Tally } from '../played/tally.ts'
import { adviceOf } from './advice.ts'
import { changeText, shortName } from './lines.ts'
import type { Summary } from './summary.ts'

const longestText = 6_000
/** More in one piece that stays is shown by its beginning and its end: what goes is to be seen. */
const [longestStay, besides] = [900, 300]

/** On a phone the figures of a project stand below its name, in columns that all rows share. */
const style = `table { border-collapse: collapse; width: 100% } th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; padding-left: 0 } caption { text-align: left; padding: .5rem 0 }
@media (max-width: 40rem) {
  table { display: grid; grid-template-columns: repeat(5, auto); font-size: .8125rem }
  caption { display: block; grid-column: 1 / -1 }
  thead, tbody, tfoot, tr { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid }
  tr { border-bottom: 1px solid var(--line) } th, td { border: 0; padding: .2rem 0 .2rem .5rem; align-self: end }
  th:first-child { grid-column: 1 / -1; padding-left: 0 } th:nth-child(2), td:nth-child(2) { text-align: left; padding-left: 0 }
}`

const rowOf = (name: string, tally: Tally): string => {
  const cells = [
    exact(tally.requests),
    compact(tally.amounts.direct.tokens),
    dollars(tally.amounts.direct.dollars),
    ...playedModes.map((mode) => changeText(tally, mode)),
  ]
  return `<tr><th scope="row">${strangersText(name)}</th>${cells.map((cell) => `<td>${strangersText(cell)}</td>`).join('')}</tr>`
}

const tableOf = ({ projects, total }: Summary): string => `<table>
<caption>Input, without us and with each mode: the change of the bill, weighted by price</caption>
<thead><tr>${['Project', 'Requests', 'Input tokens', 'Without us', ...playedModes].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${[...projects].map(([name, tally]) => rowOf(shortName(name), tally)).join('\n')}</tbody>
<tfoot>${rowOf('In all', total)}</tfoot>
</table>`

const staying = (piece: string): string => {
  if (piece.length <= longestStay) return strangersText(piece)
  const [first, last] = [piece.slice(0, besides), piece.slice(-besides)]
  const beginning = first.slice(0, first.lastIndexOf('\n') + 1) || `${first}\n`
  const end = last.slice(last.indexOf('\n') + 1)
  const between = piece.length - beginning.length - end.length
  return `${strangersText(beginning)}<i>… ${counted(between, 'character')} more that stay …</i>\n${strangersText(end)}`
}

/** The text with what goes struck out, up to a length. */
const struckOut = (shown: Deletion['shown']): string => {
  const shownPieces: string[] = []
  let [told, left] = [0, longestText]
  for (const { text, goes } of piecesOf(shown)) {
    if (left <= 0) break
    const piece = goes ? text.slice(0, left) : text
    shownPieces.push(goes ? goneText(piece) : staying(piece))
    told += piece.length
    left -= Math.min(piece.length, longestStay)
  }
  const more = shown.text.length - told
  return more > 0 ? `${shownPieces.join('')}\n… and ${counted(more, 'character')} more` : shownPieces.join('')
}

const deletionOf = ({ project, shown }: Deletion, index: number): string =>
  `<details${index < 3 ? ' open' : ''}><summary>${strangersText(shortName(project))}: ${exact(shown.tokens)} → ${counted(shown.tokensLeft, 'token')} (${strangersText(shown.why)})</summary>
<pre tabindex="0" aria-label="the text, with what goes struck out">${struckOut(shown)}</pre></details>`

/** The whole document. It holds text of the sessions. */
export const pageOf = (summary: Summary, deletions: readonly Deletion[]): string => {
  const { mode, because } = adviceOf(summary.total)
  const share = changeText(summary.total, mode === 'arrival' ? 'arrival' : 'repeated')
  const saved = savedShare(summary.total, mode === 'arrival' ? 'arrival' : 'repeated')
  const sessions = counted(summary.total.sessions, 'session')
  const requests = counted(summary.total.requests, 'request')
  return pageWith({
    title: 'What compaction would save',
    heading: saved > 0 ? `Your input bill: ${unbroken(share)}` : 'Nothing would be saved',
    style,
    body: `<p>${sessions} with ${requests}, played on this machine. Mode: <strong>${mode}</strong>. ${strangersText(because.join(' '))}</p>
${tableOf(summary)}
<h2>What would be deleted</h2>
<p>The largest deletions once the provider’s cache is cold. <del>Struck out</del> goes, all else stays byte for byte. This page holds text of your sessions: share it with care.</p>
${meaningsList(meaningsIn(deletions.map(({ shown }) => shown)))}
${deletions.map(deletionOf).join('\n')}`,
  })
}
