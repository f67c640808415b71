// Times every engine version aboard on texts of every kind and size, round by round, so that a busy machine slows all alike.
// What counts is a text that was never seen, in words that nothing remembers; the same text again stands beside it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { findEngine, selectableEngines } from '../../compressor/registry.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { counted } from '../../core/text/counted.ts'
import { atLeast, atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { percentile } from '../../testkit/report/statistics.ts'
import { type MeasuredProcess, startMeasured } from '../processes/measured.ts'
import { rivalNames } from './rivals.ts'
import { type Kind, kinds, type Sample } from './samples.ts'

const times = z.array(z.object({ milliseconds: z.number(), processor: z.number() }))
type Times = z.infer<typeof times>
const round = z.object({ unseen: times, again: times })

export interface Rounds {
  /** Not counted, on texts that are made up and some of the others, which are not played again: the first ones compile. */
  readonly warming: number
  /** Each with texts of its own. */
  readonly counted: number
}

const megabyte = 1_000_000
const crowding = 'each reads tens of thousands of other words, which crowd out what it remembers'
/** Bars of the design: tokens per second, milliseconds of a message of 8 KB, and its kind of text for each engine. */
const bars = { tokens: 1_000_000, milliseconds: 5, size: 8_000 }
const isHome = (subject: string, kind: string): boolean =>
  subject.startsWith('helene') ? kind === 'prose' : subject.startsWith('adeline') && kind !== 'prose'

/** Pinned versions only: an alias is one of them. */
const allVersions = selectableEngines.filter((name) => findEngine(name)?.version === name)
const currentVersions = selectableEngines.flatMap((name) => {
  const version = findEngine(name)?.version
  return version === undefined || version === name ? [] : [version]
})

/** One text of a lot. */
interface Played {
  readonly kind: Kind
  readonly size: number
  readonly text: string
  readonly tokens: number
}

/** The texts of each round: every text stands in one. */
const lotsOf = (samples: readonly Sample[], rounds: number): Played[][] =>
  Array.from({ length: rounds }, (_, lot) =>
    samples.flatMap(({ kind, size, texts }) =>
      texts.filter((_text, at) => at % rounds === lot).map((text) => ({ kind, size, text, tokens: countTokens(text) })),
    ),
  )

interface Subject {
  readonly name: string
  readonly process: MeasuredProcess
  /** Round by round, text by text. */
  readonly unseen: Times[]
  readonly again: Times[]
  readonly atStart: number
}

const tokensASecond = (taken: Times, tokens: number): number =>
  (1_000 * tokens) / taken.reduce((sum, { processor }) => sum + processor, 0)

/** What a busy machine adds shows in the clock alone; what other threads collect and compile, in the processor's time alone. */
const figuresOf = (subject: Subject, lots: readonly (readonly Played[])[], kind: Kind, size: number): Figure[] => {
  const of = (rounds: readonly Times[]): Times =>
    rounds.flatMap((taken, lot) =>
      taken.filter((_, at) => lots[lot]?.[at]?.kind === kind && lots[lot][at].size === size),
    )
  const [unseen, again] = [of(subject.unseen), of(subject.again)]
  if (unseen.length === 0) return []
  const played = lots.flat().filter((one) => one.kind === kind && one.size === size)
  const tokens = played.reduce((sum, one) => sum + one.tokens, 0)
  const processor = unseen.map((time) => time.processor)
  const clock = unseen.map((time) => time.milliseconds)
  const named = { subject: `${subject.name}, ${size / 1_000} KB` }
  const judged = isHome(subject.name, kind) && size === bars.size
  const [speed, late] = judged ? [{ bar: atLeast(bars.tokens) }, { bar: atMost(bars.milliseconds) }] : [{}, {}]
  return [
    { ...named, measure: 'tokens/s', value: tokensASecond(unseen, tokens), unit: '', ...speed },
    { ...named, measure: 'p50', value: percentile(clock, 50), unit: 'ms' },
    { ...named, measure: 'p99', value: percentile(clock, 99), unit: 'ms', ...late },
    { ...named, measure: 'p99 of processor', value: percentile(processor, 99), unit: 'ms', ...late },
    { ...named, measure: 'tokens/s again', value: tokensASecond(again, tokens), unit: '' },
  ]
}

const memoryOf = async ({ name, process, atStart }: Subject): Promise<Figure[]> => [
  { subject: name, measure: 'at the start', value: atStart / megabyte, unit: 'MB' },
  { subject: name, measure: 'peak', value: (await process.ask('peak', z.number())) / megabyte, unit: 'MB' },
]

/**
 * A section for each kind of text, and one for memory. `warming` is played before, and nothing of it is in `samples`.
 * `folder` is for files of the run; of the engines, `onlyCurrent` leaves those that the aliases select.
 */
export const engineTimes = async (
  warming: readonly Sample[],
  samples: readonly Sample[],
  rounds: Rounds,
  { folder, onlyCurrent }: { readonly folder: string; readonly onlyCurrent: boolean },
): Promise<Section[]> => {
  const [first = [], ...lots] = lotsOf(samples, rounds.counted + 1)
  const file = join(folder, 'texts.json')
  const words = {
    warming: [...warming.flatMap(({ texts }) => texts), ...first.map(({ text }) => text)],
    lots: lots.map((lot) => lot.map(({ text }) => text)),
  }
  writeFileSync(file, JSON.stringify(words))
  const subjects: Subject[] = []
  for (const name of [...(onlyCurrent ? currentVersions : allVersions), ...rivalNames]) {
    const environment = { subject: name, texts: file }
    const process = await startMeasured({ name, script: 'engines/engine-process.ts', environment, folder })
    subjects.push({ name, process, unseen: [], again: [], atStart: (await process.usage()).rss })
  }
  for (let warmed = 0; warmed < rounds.warming; warmed += 1)
    for (const { process } of subjects) await process.ask('warm', z.number())
  for (let counted = 0; counted < rounds.counted; counted += 1) {
    for (const { process, unseen, again } of subjects) {
      const taken = await process.ask('round', round)
      unseen.push(taken.unseen)
      again.push(taken.again)
    }
  }
  const memory: Figure[] = []
  for (const subject of subjects) {
    memory.push(...(await memoryOf(subject)))
    await subject.process.end()
  }
  const sizesOf = (kind: Kind) => samples.filter((sample) => sample.kind === kind && sample.texts.length > 0)
  const playedOf = (kind: Kind, size: number) => lots.flat().filter((one) => one.kind === kind && one.size === size)
  const conditionsOf = (kind: Kind): string[] => [
    `${counted(rounds.counted, 'round')}, turn by turn, together ${sizesOf(kind)
      .map(({ size }) => `${counted(playedOf(kind, size).length, 'text')} of ${size / 1_000} KB`)
      .join(', ')}. Before each round ${crowding}; then every text once, and all once again.`,
    'tokens/s: per second of processor, of all threads, counting before and after included. p50, p99: by the clock, unseen.',
  ]
  return [
    ...kinds.map((kind) => ({
      title: `Engines on ${kind}`,
      conditions: conditionsOf(kind),
      figures: subjects.flatMap((subject) => sizesOf(kind).flatMap(({ size }) => figuresOf(subject, lots, kind, size))),
    })),
    {
      title: 'Memory',
      conditions: ['Resident, of a process of its own that holds all engines and runs one.'],
      figures: memory,
    },
  ]
}
