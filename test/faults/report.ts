// Prints what was counted: a row for each fault, below it what was lost; the last line counts the faults.

import { aligned } from '../../testkit/report/table.ts'
import type { Played } from './play.ts'

const heading = [
  '',
  'fault',
  'expected',
  'answered',
  'bytes equal',
  'receipts',
  'from the log',
  'admitted',
  'heap, MB',
  'sockets',
  's',
]

/** `12 of 12`; nothing where nothing was counted. */
const share = (part: number, whole: number): string => (whole === 0 && part === 0 ? '' : `${part} of ${whole}`)

const row = ({ fault, tally, growth, sockets, milliseconds }: Played): string[] => [
  tally.lost.length === 0 ? 'held' : 'LOST',
  `${fault.number} ${fault.name}`,
  fault.expected,
  share(tally.answered, tally.asked),
  share(tally.equal, tally.compared),
  share(tally.receipts, tally.exchanges),
  tally.replayed === 0 ? '' : String(tally.replayed),
  share(tally.admitted, tally.allowed),
  growth === undefined ? '' : (growth / 1e6).toFixed(1),
  sockets === undefined ? '' : String(sockets),
  (milliseconds / 1_000).toFixed(1),
]

export const tableText = (played: readonly Played[]): string =>
  [
    ...aligned([heading, ...played.map(row)], 3),
    ...played.flatMap(({ fault, tally }) => tally.lost.map((lost) => `failed  ${fault.number} ${fault.name}  ${lost}`)),
  ].join('\n')

export const countText = (played: readonly Played[]): string => {
  const failed = played.filter(({ tally }) => tally.lost.length > 0).length
  return `${played.length - failed} passed, ${failed} failed`
}
