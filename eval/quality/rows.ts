// Measures a set: every engine and every baseline at every point, all at the share of tokens that the first engine reached.

import type { Block } from '../measures/carriers.ts'
import { judged, type Point, type QualitySet, type Shortener } from './quality-set.ts'
import {
  atBudget,
  atRate,
  byItself,
  dropOldest,
  type System,
  simplyAt,
  type Texts,
  textsOf,
  whiteSpaceOnly,
} from './systems.ts'
import { type Measure, measuresOf } from './tallies.ts'

export interface Row {
  readonly system: string
  readonly point: Point
  /** Share of all tokens that went. */
  readonly removed: number
  /** Texts that were left exactly as they came. */
  readonly untouched: number
  readonly measures: Readonly<Record<string, Measure>>
}

/** Below this share baselines would leave everything, and say nothing. */
const worthMatching = 0.005

const shortened = (texts: Texts, engine: Shortener, point: Point): System => {
  if (point === 'own') return byItself(texts, engine)
  return engine.by === 'rate' ? atRate(texts, engine, point) : atBudget(texts, engine, point)
}

/** All systems of a set at a point; the engines first. */
function* systemsAt(
  set: QualitySet,
  texts: Texts,
  runs: readonly (readonly Block[])[],
  point: Point,
): Generator<System> {
  let matched = 0
  for (const [at, engine] of set.engines.entries()) {
    const system = shortened(texts, engine, point)
    if (at === 0) matched = system.removed
    yield system
  }
  if (point === 'own' && matched >= worthMatching)
    for (const engine of set.engines.slice(1))
      yield { ...shortened(texts, engine, matched), name: `${engine.name}, at the rate above` }
  if (point === set.points[0]) yield whiteSpaceOnly(texts)
  if (point === 'own') for (const bystander of set.bystanders) yield byItself(texts, bystander)
  if (matched < worthMatching) return
  for (const baseline of set.baselines) yield simplyAt(texts, baseline, matched)
  if (set.inOrder) yield dropOldest(texts, runs, matched)
}

/** The rows of a set, one after the other, as they are measured. */
export function* rowsOf(set: QualitySet): Generator<Row> {
  const runs = set.documents.map(({ blocks }) => blocks)
  const texts = textsOf(runs.flat())
  for (const point of set.points)
    for (const { name, removed, untouched, keptAt } of systemsAt(set, texts, runs, point))
      yield {
        system: name,
        point,
        removed,
        untouched,
        measures: measuresOf(set.documents.map((document) => judged(document, keptAt))),
      }
}
