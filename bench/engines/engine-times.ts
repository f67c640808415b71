// Times every engine version aboard on samples of every kind and size, round by round, so that a busy machine slows all alike.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { findEngine, selectableEngines } from '../../compressor/registry.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { atLeast, atMost, type Figure, type Section } from '../../testkit/report/figures.ts'
import { percentile } from '../../testkit/report/statistics.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { rivalNames } from './rivals.ts'
import { type Kind, kinds, type Sample } from './samples.ts'

const times = z.array(z.object({ milliseconds: z.number(), processor: z.number() }))
type Times = z.infer<typeof times>

export interface Rounds {
  /** Not counted: the first ones compile. */
  readonly warming: number
  readonly counted: number
}

const megabyte = 1_000_000
/** Bars of the design: tokens per second, milliseconds of a message of 8 KB, and its kind of text for each engine. */
const bars = { tokens: 1_000_000, milliseconds: 5, size: 8_000 }
const isHome = (subject: string, kind: string): boolean =>
  subject.startsWith('helene') ? kind === 'prose' : subject.startsWith('adeline') && kind !== 'prose'

/** Pinned versions only: an alias is one of them. */
const versions = selectableEngines.filter((name) => findEngine(name)?.version === name)

interface Subject {
  readonly name: string
  readonly process: MeasuredProcess
  /** Of all counted rounds, text by text. */
  readonly times: Times[]
  readonly atStart: number
}

/** What a busy machine adds shows in the clock alone; what other threads collect and compile, in the processor's time alone. */
const figuresOf = (subject: Subject, samples: readonly Sample[], kind: string): Figure[] => {
  let first = 0
  return samples.flatMap(({ kind: each, size, texts }) => {
    const from = first
    first += texts.length
    if (each !== kind || texts.length === 0) return []
    const some = subject.times.flatMap((round) => round.slice(from, from + texts.length))
    const tokens = subject.times.length * texts.reduce((sum, text) => sum + countTokens(text), 0)
    const processor = some.map((time) => time.processor)
    const clock = some.map((time) => time.milliseconds)
    const named = { subject: `${subject.name}, ${size / 1_000} KB` }
    const judged = isHome(subject.name, kind) && size === bars.size
    const [speed, late] = judged ? [{ bar: atLeast(bars.tokens) }, { bar: atMost(bars.milliseconds) }] : [{}, {}]
    const rate = (1_000 * tokens) / processor.reduce((sum, each) => sum + each, 0)
    return [
      { ...named, measure: 'tokens/s', value: rate, unit: '', ...speed },
      { ...named, measure: 'p50', value: percentile(clock, 50), unit: 'ms' },
      { ...named, measure: 'p99', value: percentile(clock, 99), unit: 'ms', ...late },
      { ...named, measure: 'p99 of processor', value: percentile(processor, 99), unit: 'ms', ...late },
    ] satisfies Figure[]
  })
}

/** A section for each kind of text, and one for memory. `folder` is for files of the run. */
export const engineTimes = async (samples: readonly Sample[], rounds: Rounds, folder: string): Promise<Section[]> => {
  const texts = join(folder, 'texts.json')
  writeFileSync(texts, JSON.stringify(samples.flatMap((sample) => sample.texts)))
  const subjects: Subject[] = []
  for (const name of [...versions, ...rivalNames]) {
    const environment = { subject: name, texts }
    const process = await startMeasured({ name, script: 'engines/engine-process.ts', environment, folder })
    subjects.push({ name, process, times: [], atStart: (await process.usage()).rss })
  }
  for (let round = 0; round < rounds.warming + rounds.counted; round += 1)
    for (const subject of subjects) {
      const measured = await subject.process.ask('round', times)
      if (round >= rounds.warming) subject.times.push(measured)
    }
  const memory: Figure[] = []
  for (const { name, process, atStart } of subjects) {
    const peak = await process.ask('peak', z.number())
    memory.push({ subject: name, measure: 'at the start', value: atStart / megabyte, unit: 'MB' })
    memory.push({ subject: name, measure: 'peak', value: peak / megabyte, unit: 'MB' })
    await process.end()
  }
  const conditionsOf = (kind: Kind): string[] => [
    `${rounds.counted} rounds behind ${rounds.warming} that are not counted, turn by turn, through ${samples
      .filter((sample) => sample.kind === kind && sample.texts.length > 0)
      .map(({ size, texts: some }) => `${some.length} texts of ${size / 1_000} KB`)
      .join(', ')}.`,
    'tokens/s: per second of processor, of all threads, counting before and after included. p50, p99: by the clock.',
  ]
  return [
    ...kinds.map((kind) => ({
      title: `Engines on ${kind}`,
      conditions: conditionsOf(kind),
      figures: subjects.flatMap((subject) => figuresOf(subject, samples, kind)),
    })),
    {
      title: 'Memory',
      conditions: ['Resident, of a process of its own that holds all engines and runs one.'],
      figures: memory,
    },
  ]
}
