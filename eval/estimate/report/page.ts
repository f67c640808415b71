// An estimate as one page to look at: the figures, and what would have been deleted, struck out where it stood. The page has
// no script and loads nothing.

import { withoutControls } from '../../../core/text/controls.ts'
import { inMarkup } from '../../../core/text/markup.ts'
import { compact, dollars, exact } from '../../../dashboard/page/data/format.ts'
import type { Deletion } from '../played/deletions.ts'
import { playedModes } from '../played/play.ts'
import { savedShare, type Tally } from '../played/tally.ts'
import { adviceOf } from './advice.ts'
import { changeText, counted, shortName } from './lines.ts'
import type { Summary } from './summary.ts'

const longestText = 6_000

/** Session files hold whatever an agent has read: nothing of it becomes markup, and nothing turns the text around. */
const escaped = (text: string): string =>
  text
    .split('\n')
    .map((line) => inMarkup(withoutControls(line.replaceAll('\t', '  '))))
    .join('\n')

const style = `:root { color-scheme: light dark; --bad: light-dark(#9f2d16, #ff9b82); --line: light-dark(#ddd, #444) }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; min-width: 6rem } caption { text-align: left; padding: .5rem 0 }
.wide { overflow-x: auto }
pre { font: 12px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .6rem; max-height: 26rem; overflow: auto }
del { color: var(--bad); text-decoration: line-through }
summary { cursor: pointer; padding: .3rem 0 }`

const rowOf = (name: string, tally: Tally): string => {
  const cells = [
    exact(tally.requests),
    compact(tally.amounts.direct.tokens),
    dollars(tally.amounts.direct.dollars),
    ...playedModes.map((mode) => changeText(tally, mode)),
  ]
  return `<tr><th scope="row">${escaped(name)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
}

const tableOf = ({
  projects,
  total,
}: Summary): string => `<div class="wide" tabindex="0" role="region" aria-label="The bill"><table>
<caption>Input, without us and with each mode: the change of the bill, weighted by price</caption>
<thead><tr>${['Project', 'Requests', 'Input tokens', 'Without us', ...playedModes].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${[...projects].map(([name, tally]) => rowOf(shortName(name), tally)).join('\n')}</tbody>
<tfoot>${rowOf('In all', total)}</tfoot>
</table></div>`

/** The text with what goes struck out, up to a length. */
const struckOut = ({ text, kept = [[0, text.length]] }: Deletion['shown']): string => {
  const pieces: string[] = []
  let position = 0
  let left = longestText
  const add = (end: number, tag: 'del' | undefined): void => {
    const piece = text.slice(position, Math.min(end, position + left))
    left -= piece.length
    position = end
    if (piece !== '') pieces.push(tag === undefined ? escaped(piece) : `<del>${escaped(piece)}</del>`)
  }
  for (const [start, end] of kept) {
    add(start, 'del')
    add(end, undefined)
  }
  add(text.length, 'del')
  const more = text.length - longestText
  return more > 0 ? `${pieces.join('')}\n… and ${exact(more)} characters more` : pieces.join('')
}

const deletionOf = ({ project, shown }: Deletion, index: number): string =>
  `<details${index < 3 ? ' open' : ''}><summary>${escaped(shortName(project))}: ${exact(shown.tokens)} → ${exact(shown.tokensLeft)} tokens (${escaped(shown.why)})</summary>
<pre>${struckOut(shown)}</pre></details>`

/** The whole document. It holds text of the sessions. */
export const pageOf = (summary: Summary, deletions: readonly Deletion[]): string => {
  const { mode, because } = adviceOf(summary.total)
  const share = changeText(summary.total, mode === 'arrival' ? 'arrival' : 'repeated')
  const saved = savedShare(summary.total, mode === 'arrival' ? 'arrival' : 'repeated')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What compaction would save</title>
<style>${style}</style>
</head>
<body>
<h1>${saved > 0 ? `Your input bill: ${share}` : 'Nothing would be saved'}</h1>
<p>${counted(summary.total.sessions, 'session', 'sessions')} with ${counted(summary.total.requests, 'request', 'requests')}, played on this machine. Mode: <strong>${mode}</strong>. ${escaped(because.join(' '))}</p>
${tableOf(summary)}
<h2>What would be deleted</h2>
<p>The largest deletions once the provider’s cache is cold. <del>Struck out</del> goes, all else stays byte for byte. This page holds text of your sessions: share it with care.</p>
${deletions.map(deletionOf).join('\n')}
</body>
</html>
`
}
