// Recorded runs of agents: which values that later turns copy out of tool results are still there, and in their places.

import { adeline, adelineByLines, adelineByRules } from '../../../compressor/engines/adeline/editions.ts'
import { helene } from '../../../compressor/engines/helene/engine.ts'
import { isBound, tapeOf } from '../../measures/binding.ts'
import type { Reference, TranscriptReferences } from '../../measures/forward-references.ts'
import { groupNames, isAlive, type KeptAt, survivorsOf } from '../../measures/survival.ts'
import { type Bar, baselinesFrom, type Document, type QualitySet, type Shortener, shortener } from '../quality-set.ts'
import { Tallies } from '../tallies.ts'

const documentOf = ({ id, references, results }: TranscriptReferences): Document => {
  const tapes = new Map(results.map((block) => [block, tapeOf(block)]))
  const inPlace = (reference: Reference, keptAt: KeptAt): boolean =>
    isAlive(reference, keptAt, (carrier) =>
      isBound(carrier, tapes.get(carrier.block), keptAt(carrier.block, reference.usedAt)),
    )
  const judge = (keptAt: KeptAt): Tallies => {
    const tallies = new Tallies()
    for (const group of groupNames) tallies.add(group, survivorsOf(references, keptAt, group))
    const alive = references.filter((reference) => isAlive(reference, keptAt, () => true))
    return tallies.add('in place, of alive', [
      alive.length,
      alive.filter((reference) => inPlace(reference, keptAt)).length,
    ])
  }
  return { id, blocks: results, judge }
}

const meaning = [
  'Values that a later turn copies out of tool results and that nothing else carried, first use only. argument, answer: what they',
  'were copied into. sole: one place carries them. aged: the nearest stands six or more messages back. in place: under its own',
  'keys, or in its whole line. Intervals by run.',
]

export interface AgentRuns {
  readonly name: string
  readonly source: string
  readonly notes: readonly string[]
  readonly runs: readonly TranscriptReferences[]
  /** Not measured: what baselines know of words. */
  readonly others: readonly string[]
  readonly bars: readonly Bar[]
  /** Instead of the engine that ships. */
  readonly learned?: Shortener
}

/** One set of runs. */
export const agentSet = ({ name, source, notes, runs, others, bars, learned }: AgentRuns): QualitySet => ({
  name,
  title: `Tool results that agents came back to: ${source}`,
  notes: [...notes, ...meaning],
  documents: runs.map(documentOf),
  points: ['own', 0.3, 0.5, 0.7],
  engines: [
    learned ?? shortener('adeline-1', adeline, 'budget'),
    ...(learned === undefined ? [shortener(adelineByLines.version, adelineByLines, 'budget')] : []),
    shortener(`${adelineByRules.version}, rules`, adelineByRules, 'budget'),
  ],
  bystanders: [shortener('helene-1', helene, 'rate')],
  baselines: baselinesFrom(others, true),
  inOrder: true,
  measures: [...groupNames, 'in place, of alive'],
  bars,
})
