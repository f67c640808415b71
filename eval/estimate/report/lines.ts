// What an estimate prints: a line for each project, the sum, the mode that suits, and what the figures rest on.

import type { Line } from '../../../cli/terminal/terminal.ts'
import { counted } from '../../../core/text/counted.ts'
import { compact, dollars, exact, percent } from '../../../dashboard/page/data/format.ts'
import { aligned } from '../../../testkit/report/table.ts'
import { type PlayedMode, playedModes } from '../played/play.ts'
import { rowNames, savedShare, type Tally } from '../played/tally.ts'
import type { LineFaults } from '../sessions/json-lines.ts'
import { adviceOf } from './advice.ts'
import type { Summary } from './summary.ts'

const longestName = 28
const mostProjects = 15

/** The end of a path tells more than its beginning. */
export const shortName = (project: string): string =>
  project.length > longestName ? `…${project.slice(1 - longestName)}` : project || 'unknown folder'

/** `−7.1 %`: less is with a minus, as on a bill. */
export const changeText = (tally: Tally, mode: PlayedMode): string => {
  const share = savedShare(tally, mode)
  return share < 0 ? `+${percent(-share, 1)}` : percent(-share, 1)
}

/** Money where every model has a price, otherwise effective tokens. */
const billText = ({ amounts, unpriced }: Tally): string =>
  unpriced.length === 0 ? dollars(amounts.direct.dollars) : `${compact(amounts.direct.effective)} tokens`

const cellsOf = (name: string, tally: Tally): string[] => [
  name,
  exact(tally.requests),
  billText(tally),
  ...playedModes.map((mode) => changeText(tally, mode)),
]

const projectLines = ({ projects, total }: Summary): string[] => {
  const shown = [...projects].slice(0, mostProjects)
  const head = ['project', 'requests', 'without us', ...playedModes]
  const rows = shown.map(([name, tally]) => cellsOf(shortName(name), tally))
  const left = projects.size - shown.length
  const table = aligned([head, ...rows, cellsOf('in all', total)], 1)
  return left === 0 ? table : [...table.slice(0, -1), `… and ${left} more`, ...table.slice(-1)]
}

const sumLines = ({ total }: Summary): string[] => {
  const rows = rowNames.map((name) => {
    const { tokens, effective, dollars: money } = total.amounts[name]
    return [name === 'direct' ? 'without us' : name, compact(tokens), compact(effective), dollars(money)]
  })
  const head = ['', 'input tokens', 'effective', total.unpriced.length === 0 ? 'US$' : 'US$ (priced models)']
  return aligned([head, ...rows], 1)
}

const faultLines = ({ broken, enormous, cut }: LineFaults): string[] => [
  ...(broken > 0 ? [`${counted(broken, 'line is no JSON and was', 'lines are no JSON and were')} left out.`] : []),
  ...(enormous > 0
    ? [`${counted(enormous, 'line exceeds 32 MB and was', 'lines exceed 32 MB and were')} left out.`]
    : []),
  ...(cut > 0 ? [`${counted(cut, 'file ends', 'files end')} within a line: an agent may be writing.`] : []),
]

/** What the rest would be, if it is like what was played. */
const sampleLines = ({ amounts, unpriced }: Tally, { played, found }: Summary['bytes']): string[] => {
  const scaled = rowNames.map((name) => {
    const { dollars: money, effective } = amounts[name]
    return unpriced.length === 0 ? dollars((money * found) / played) : compact((effective * found) / played)
  })
  const unit = unpriced.length === 0 ? '' : ' effective tokens'
  return [
    `Sample: ${percent(played, found)} of the session files, chosen by chance; --all plays all of them.`,
    `If the rest is like it: ${rowNames.map((name, at) => `${name === 'direct' ? 'without us' : name} ${scaled[at]}`).join(', ')}${unit}.`,
  ]
}

const basisLines = ({ total, bytes, failed, unreadable, faults, files }: Summary): string[] => {
  const { provider, simulated } = total.counted
  const isSample = bytes.played < 0.9995 * bytes.found
  return [
    ...(isSample ? sampleLines(total, bytes) : []),
    ...(provider > 0
      ? [`The providers counted ${compact(provider)} input tokens; the simulation counts ${compact(simulated)}.`]
      : []),
    ...(total.unpriced.length > 0 ? [`Without a list price: ${total.unpriced.join(', ')}.`] : []),
    ...(failed.length > 0 ? [`${counted(failed.length, 'session')} could not be played: ${failed[0]}`] : []),
    ...(unreadable.length > 0
      ? [
          `${unreadable.length} of ${counted(files, 'file')} could not be read (${[...new Set(unreadable)].join(', ')}).`,
        ]
      : []),
    ...faultLines(faults),
  ]
}

/** For a terminal of 80 columns. */
export const reportLines = (summary: Summary): Line[] => {
  const { total, projects } = summary
  const { mode, because } = adviceOf(total)
  return [
    `${counted(total.sessions, 'session')}, ${counted(total.requests, 'request')}, ${counted(projects.size, 'project')}. Nothing was sent anywhere.`,
    '',
    ...projectLines(summary),
    '',
    ...sumLines(summary),
    '',
    [{ text: `Mode: ${mode}`, style: 'bold' }],
    ...because.map((line) => `  ${line}`),
    '',
    ...basisLines(summary),
    'Effective tokens are weighted by price: what the provider’s cache serves counts',
    'a tenth. All figures are simulated, of input alone, at list prices.',
  ]
}

/** What `--json` prints. */
export const reportDocument = (summary: Summary) => {
  const rowOf = (tally: Tally) => ({
    sessions: tally.sessions,
    requests: tally.requests,
    ...tally.amounts,
    saved: Object.fromEntries(playedModes.map((mode) => [mode, savedShare(tally, mode)])),
  })
  const { total, projects, bytes, files, faults, unreadable, failed } = summary
  return {
    total: rowOf(total),
    projects: [...projects].map(([project, tally]) => ({ project, ...rowOf(tally) })),
    advice: adviceOf(total),
    counted: total.counted,
    unpriced: total.unpriced,
    files: { found: files, bytes: bytes.found, playedBytes: Math.round(bytes.played), unreadable: unreadable.length },
    lines: faults,
    failedSessions: failed.length,
  }
}
