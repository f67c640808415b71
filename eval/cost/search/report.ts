// What a search has found, shape by shape: the worst session with what caused it, what was saved, what receipts claimed.

import { counted } from '../../../core/text/counted.ts'
import { percent, sum } from '../../../testkit/report/statistics.ts'
import { aligned } from '../../../testkit/report/table.ts'
import type { CachedInput } from '../provider/caches.ts'
import { limit, type SessionBill, type SessionFound } from './search.ts'
import { shapeNames } from './shapes/shapes.ts'

export interface ShapeFound {
  readonly shape: string
  readonly sessions: number
  /** Mean and largest bill against direct, of all of a session and of one of its conversations; and the share of sessions above the limit. */
  readonly mean: number
  readonly worst: SessionFound
  readonly above: number
  /** Of all bills together: saved in truth, and claimed by receipts that do not call themselves estimates. */
  readonly saved: number
  readonly savedCounted: number
  readonly claimed: number
  /** Largest difference between claim and truth of one session, as a share of its bill, from five requests on. */
  readonly furthest: number
}

const shapeFound = (shape: string, [first, ...rest]: readonly SessionFound[]): ShapeFound[] => {
  if (first === undefined) return []
  const sessions = [first, ...rest]
  const counted = sessions.filter(({ estimated }) => !estimated)
  const savedOf = (some: readonly SessionFound[]): number =>
    sum(some.map(({ ours, direct }) => direct - ours)) / sum(some.map(({ direct }) => direct))
  const differences = counted
    .filter(({ requests }) => requests >= 5)
    .map(({ ours, direct, claimed }) => Math.abs(claimed - (direct - ours)) / direct)
  return [
    {
      shape,
      sessions: sessions.length,
      mean: sum(sessions.map(({ ours, direct }) => ours / direct)) / sessions.length,
      worst: sessions.reduce((worst, one) => (one.ratio > worst.ratio ? one : worst), first),
      above: sessions.filter(({ ratio }) => ratio > limit).length / sessions.length,
      saved: savedOf(sessions),
      savedCounted: savedOf(counted),
      claimed: sum(counted.map(({ claimed }) => claimed)) / sum(counted.map(({ direct }) => direct)),
      furthest: differences.length === 0 ? Number.NaN : Math.max(...differences),
    },
  ]
}

/** One for each shape that was searched. */
export const shapesFound = (sessions: readonly SessionFound[]): ShapeFound[] =>
  shapeNames.flatMap((shape) =>
    shapeFound(
      shape,
      sessions.filter(({ name }) => name.shape === shape),
    ),
  )

const spelledInput = ({ read, written, writtenLong, uncached }: CachedInput): string =>
  `${Math.round(read)} read, ${Math.round(written + writtenLong)} written, ${Math.round(uncached)} uncached`

/** The request that cost most above direct, in effective tokens, in a line. */
export const dearestText = ({ dearest }: SessionBill): string[] => {
  if (dearest === undefined) return []
  const { index, request } = dearest
  const lost = Math.round(request.ours - request.direct)
  if (lost <= 0) return ['no request of it cost more than direct']
  return [
    `request ${index} (${request.sent.act}, after ${Math.round(request.sent.at / 1_000)} s, ${request.outcome}) cost ${lost} more than direct: ${spelledInput(request.oursInput)}; direct: ${spelledInput(request.directInput)}`,
  ]
}

/** The session by name, as words of the command line, and the request that lost most. */
export const causeOf = (session: SessionFound): string[] => {
  const { name, mode, requests } = session
  const words = `--search 1 --seed ${name.number} --shape '${name.shape}' --models '${name.model}' --lifetime ${name.lifetime}`
  const head = `${session.ratio.toFixed(3)}  ${mode}, ${counted(requests, 'request')}: ${words}`
  return [head, ...dearestText(session).map((line) => `       ${line}`)]
}

const head = ['', 'sessions', 'mean', 'worst', '> 1 %', 'saved %', 'counted: saved %', 'claimed %', 'furthest %']

/** A table, a line for each shape, and the worst session of each below it. */
export const searchText = (sessions: readonly SessionFound[]): string => {
  const found = shapesFound(sessions)
  const lines = found.map((one) => [
    one.shape,
    String(one.sessions),
    one.mean.toFixed(3),
    one.worst.ratio.toFixed(3),
    percent(one.above),
    percent(one.saved),
    percent(one.savedCounted),
    percent(one.claimed),
    percent(one.furthest),
  ])
  return [
    ...aligned([head, ...lines], 1),
    '',
    'The worst session of each shape',
    ...found.flatMap(({ shape, worst }) => [`${shape}`, ...causeOf(worst).map((line) => `  ${line}`)]),
    '',
  ].join('\n')
}
