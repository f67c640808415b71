// A set of texts that systems are judged on: what belongs to it, and what is to be reached. Knows no data and no engine.

import type { Engine } from '../../compressor/engines/engine.ts'
import type { Block } from '../measures/carriers.ts'
import type { KeptAt } from '../measures/survival.ts'
import { type Baseline, baselines, informationIn } from './baselines.ts'
import { retention, retentionNames } from './retention.ts'
import type { Contender } from './systems.ts'
import type { Tallies } from './tallies.ts'
import { validity, validityNames } from './validity.ts'

/** One article, run, trace or payload: what intervals resample. */
export interface Document {
  readonly id: string
  readonly blocks: readonly Block[]
  /** What is left of its answers, references or lines. Form and retention are judged for every document alike. */
  judge(keptAt: KeptAt): Tallies
}

/** An engine, and what it is told how much to remove by. */
export interface Shortener extends Contender {
  readonly by: 'rate' | 'budget'
}

/** `own`: the share that the first engine picks by itself. Otherwise a share of tokens to remove. */
export type Point = 'own' | number

export interface Bar {
  readonly measure: string
  /** `every`: at every point, by every engine of the set. */
  readonly point: Point | 'every'
  /** Percent that must be left. */
  readonly value: number
  /** Percent of tokens that must be removed at least, where the engine picks the rate. */
  readonly removing?: number
}

export interface QualitySet {
  /** Fit for the name of a file. */
  readonly name: string
  readonly title: string
  /** Where it comes from, which part of it, and what the measures mean. */
  readonly notes: readonly string[]
  readonly documents: readonly Document[]
  readonly points: readonly Point[]
  /** The first is the one whose share of tokens the baselines get. */
  readonly engines: readonly Shortener[]
  /** Shown with the share that they pick by themselves, and nowhere else. */
  readonly bystanders: readonly Contender[]
  readonly baselines: readonly Baseline[]
  /** Results arrive in order, and the oldest can be dropped. */
  readonly inOrder: boolean
  /** Measures of the first table, and of the plots. */
  readonly measures: readonly string[]
  readonly bars: readonly Bar[]
}

export const shortener = (name: string, engine: Engine, by: Shortener['by']): Shortener => ({
  name,
  by,
  engineFor: () => engine,
})

/** The baselines, with the information of words taken from texts that are not measured. */
export const baselinesFrom = (others: readonly string[], inLines: boolean): readonly Baseline[] =>
  baselines(informationIn(others), inLines)

/** Everything that is measured of a document. */
export const judged = (document: Document, keptAt: KeptAt): Tallies => {
  const tallies = document.judge(keptAt)
  for (const block of document.blocks) {
    const kept = keptAt(block, Number.POSITIVE_INFINITY)
    tallies.addAll(retention(block, kept)).addAll(validity(block.text, kept))
  }
  return tallies
}

/** Tables of one set, by their columns. */
export const tablesOf = ({ measures }: QualitySet): readonly (readonly string[])[] => [
  measures,
  retentionNames,
  validityNames,
]
