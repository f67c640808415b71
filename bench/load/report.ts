// What a load showed: counts that must agree, and what the service held at its end beside its beginning.

import { counted } from '../../core/text/counted.ts'
import { type Curve, curvesSvg } from '../../testkit/report/charts/curves.ts'
import { atMost, exactly, type Figure, megabytes, type Section } from '../../testkit/report/figures.ts'
import { percentile } from '../../testkit/report/statistics.ts'
import type { Usage } from '../processes/measured.ts'
import type { Exchange } from './one-exchange.ts'
import type { Look } from './watch.ts'

/** What stays after a collection when nothing is open. */
export interface AtRest {
  readonly usage: Usage
  readonly sockets: number
}

export interface Loaded {
  readonly ratePerSecond: number
  readonly seconds: number
  readonly exchanges: readonly Exchange[]
  readonly looks: readonly Look[]
  /** After the first minute's warm-up, and when all is over. */
  readonly before: AtRest
  readonly after: AtRest
  /** Receipts of the load, by outcome. */
  readonly receipts: Readonly<Record<string, number>>
  /** Receipts that the ledger did not take in time, and that the log has whole. */
  readonly receiptsInLog: number
}

const heapGrowthMegabytes = 10
const p99Factor = 1.5

const firstBytes = (exchanges: readonly Exchange[], from: number, to: number): number[] =>
  exchanges
    .filter(({ second, fault }) => second >= from && second < to && fault === undefined)
    .map(({ firstByte }) => firstByte)

/** How often each fault was met, in words. */
const faultsOf = (exchanges: readonly Exchange[]): string[] => {
  const faults = exchanges.flatMap(({ fault }) => (fault === undefined ? [] : [fault]))
  return [...Map.groupBy(faults, (fault) => fault)].map(([fault, of]) => `${of.length} × ${fault}`)
}

const countFigures = ({ exchanges, receipts, receiptsInLog }: Loaded): Figure[] => {
  const count = (kind: Exchange['kind']): number => exchanges.filter((one) => one.kind === kind).length
  const faulty = exchanges.filter(({ fault }) => fault !== undefined).length
  const written = Object.values(receipts).reduce((sum, number) => sum + number, 0)
  const figures: Figure[] = [
    { subject: 'exchanges', measure: 'count', value: exchanges.length, unit: '' },
    { subject: '  streams read to their end', measure: 'count', value: count('stream'), unit: '' },
    { subject: '  answers of one word', measure: 'count', value: count('whole'), unit: '' },
    { subject: '  clients that left in mid-stream', measure: 'count', value: count('leave'), unit: '' },
    { subject: 'exchanges with a fault', measure: 'count', value: faulty, unit: '', bar: exactly(0) },
    { subject: 'receipts', measure: 'count', value: written + receiptsInLog, unit: '', bar: exactly(exchanges.length) },
    { subject: '  in the log, to be written later', measure: 'count', value: receiptsInLog, unit: '' },
  ]
  const outcomes = Object.entries(receipts).map(
    ([outcome, value]): Figure => ({ subject: `  ${outcome}`, measure: 'count', value, unit: '' }),
  )
  return [...figures, ...outcomes]
}

const heldFigures = ({ looks, before, after }: Loaded): Figure[] => {
  const row = (subject: string, at: AtRest, bars: boolean): Figure[] => [
    { subject, measure: 'resident', value: megabytes(at.usage.rss), unit: 'MB' },
    {
      subject,
      measure: 'heap',
      value: megabytes(at.usage.heapUsed),
      unit: 'MB',
      ...(bars && { bar: atMost(Math.round(megabytes(before.usage.heapUsed) + heapGrowthMegabytes)) }),
    },
    { subject, measure: 'sockets', value: at.sockets, unit: '', ...(bars && { bar: atMost(before.sockets) }) },
  ]
  const most = (of: (look: Look) => number): number => Math.max(...looks.map(of))
  return [
    ...row('at rest before the load, collected', before, false),
    { subject: 'under load, at most', measure: 'resident', value: most((at) => at.residentMegabytes), unit: 'MB' },
    { subject: 'under load, at most', measure: 'heap', value: most((at) => at.heapMegabytes), unit: 'MB' },
    { subject: 'under load, at most', measure: 'sockets', value: most((at) => at.sockets), unit: '' },
    ...row('at rest after the load, collected', after, true),
  ]
}

const firstByteFigures = ({ exchanges, seconds }: Loaded): Figure[] => {
  const minute = Math.min(60, seconds / 2)
  const first = firstBytes(exchanges, 0, minute)
  const last = firstBytes(exchanges, seconds - minute, seconds)
  const bar = atMost(Math.round(p99Factor * percentile(first, 99)))
  return [
    { subject: 'first minute', measure: 'p50', value: percentile(first, 50), unit: 'ms' },
    { subject: 'first minute', measure: 'p99', value: percentile(first, 99), unit: 'ms' },
    { subject: 'last minute', measure: 'p50', value: percentile(last, 50), unit: 'ms' },
    { subject: 'last minute', measure: 'p99', value: percentile(last, 99), unit: 'ms', bar },
  ]
}

/** Three sections. */
export const loadSections = (loaded: Loaded): Section[] => {
  const minutes = (loaded.seconds / 60).toFixed(1)
  return [
    {
      title: `Load: ${counted(loaded.ratePerSecond, 'exchange')} a second for ${minutes} minutes`,
      conditions: [
        'the container’s program with its tables on disk, one compressor; conversations that grow from 160 to 240 kB',
        'upstream, tables, compressor and callers share the processors',
        ...faultsOf(loaded.exchanges),
      ],
      figures: countFigures(loaded),
    },
    { title: 'Load: what the service holds', conditions: [], figures: heldFigures(loaded) },
    {
      title: 'Load: first byte, from the moment at which a request was due',
      conditions: [],
      figures: firstByteFigures(loaded),
    },
  ]
}

/** Percentiles of each minute that has exchanges. */
const perMinute = ({ exchanges, seconds }: Loaded, percent: number): Curve => ({
  name: `p${percent}`,
  points: Array.from({ length: Math.ceil(seconds / 60) }, (_, minute) => ({
    x: minute + 1,
    of: firstBytes(exchanges, minute * 60, (minute + 1) * 60),
  })).flatMap(({ x, of }) => (of.length === 0 ? [] : [{ x, y: percentile(of, percent) }])),
})

/** Pictures by the name of their file. */
export const loadPlots = (loaded: Loaded): ReadonlyMap<string, string> => {
  const over = (name: string, of: (look: Look) => number): Curve => ({
    name,
    points: loaded.looks.map((at) => ({ x: at.minute, y: of(at) })),
  })
  const plot = (title: string, y: string, curves: readonly Curve[]): string =>
    curvesSvg({ title, x: 'minutes', y, curves, targets: [], units: { x: '', y: '' } })
  return new Map([
    [
      'load-memory.svg',
      plot('Memory of the service under load', 'MB', [
        over('resident set', (at) => at.residentMegabytes),
        over('heap', (at) => at.heapMegabytes),
      ]),
    ],
    [
      'load-sockets.svg',
      plot('Open sockets of the service under load', 'sockets', [over('sockets', (at) => at.sockets)]),
    ],
    [
      'load-first-byte.svg',
      plot('First byte under load, from the moment at which a request was due', 'ms', [
        perMinute(loaded, 50),
        perMinute(loaded, 99),
      ]),
    ],
  ])
}
