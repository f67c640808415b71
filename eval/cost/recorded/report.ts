// What a recording has cost in all the ways in which it was played: a line for each model, lifetime and mode, and the dearest of all.

import { counted } from '../../../core/text/counted.ts'
import { percent, sum } from '../../../testkit/report/statistics.ts'
import { aligned } from '../../../testkit/report/table.ts'
import { dearestText } from '../search/report.ts'
import type { SessionBill } from '../search/search.ts'
import type { PlayedAs } from './recorded-session.ts'
import { byUse } from './recording.ts'

export interface PlayedRecording {
  readonly as: PlayedAs
  readonly bill: SessionBill
  /** What the receipt says of each request. */
  readonly outcomes: readonly string[]
}

const head = ['model', 'kept', 'mode', 'ways', 'saved %', 'claimed %', 'worst', 'sent shorter %']

const lineOf = ([kind, some]: readonly [string, readonly PlayedRecording[]]): string[] => {
  const direct = sum(some.map(({ bill }) => bill.direct))
  const outcomes = some.flatMap((one) => one.outcomes)
  return [
    ...kind.split(' · '),
    String(some.length),
    percent((direct - sum(some.map(({ bill }) => bill.ours))) / direct),
    percent(sum(some.map(({ bill }) => bill.claimed)) / direct),
    Math.max(...some.map(({ bill }) => bill.ratio)).toFixed(3),
    percent(outcomes.filter((outcome) => outcome === 'compacted').length / outcomes.length),
  ]
}

/** Why a request went whole, where its receipt says so: how often, of all that were played. */
const reasonsText = (all: readonly PlayedRecording[]): string => {
  const told = all.flatMap(({ outcomes }) => outcomes).filter((outcome) => outcome !== 'compacted')
  return byUse(told, (outcome) => outcome)
    .map(([outcome, those]) => `${outcome} ${those.length}`)
    .join(', ')
}

export const recordedText = (name: string, all: readonly PlayedRecording[]): string => {
  const kinds = Map.groupBy(all, ({ as: { model, lifetime, mode } }) => `${model} · ${lifetime} · ${mode}`)
  const worst = all.toSorted((one, other) => other.bill.ratio - one.bill.ratio)[0]
  const [requests = 0] = all.map(({ bill }) => bill.requests)
  return [
    `${name} (${counted(requests, 'request')})`,
    ...aligned([head, ...[...kinds].map(lineOf)], 3),
    `Not sent shorter: ${reasonsText(all)}`,
    ...(worst === undefined
      ? []
      : [
          `The dearest way: ${worst.bill.ratio.toFixed(3)} of direct, ${worst.as.model}, ${worst.as.lifetime}, ${worst.as.mode}, rule ${worst.as.rule}, pauses ${worst.as.pauses}, seed ${worst.as.seed}`,
          ...dearestText(worst.bill).map((line) => `  ${line}`),
        ]),
    '',
  ].join('\n')
}
