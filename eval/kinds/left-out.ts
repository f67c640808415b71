// What is left of an agent's references with an engine that never saw it, at the budgets that ship; and with its oldest results
// dropped, or lines by chance, at the same share of tokens. Engine and chance take nothing before it goes at the earliest.

import type { Engine } from '../../compressor/engines/engine.ts'
import type { Transcript } from '../../testkit/data/transcripts.ts'
import type { Block } from '../measures/carriers.ts'
import type { Reference } from '../measures/forward-references.ts'
import { type Group, survivorsOf } from '../measures/survival.ts'
import { randomLines } from '../quality/baselines.ts'
import { apply, dropOldest, type System, simplyAt, textsOf } from '../quality/systems.ts'
import { answersBefore, budgetAt, type ShippedPoint, shippedPoints, type TextKind } from './points.ts'
import { touchableOf } from './touchable.ts'

/** Some runs, and the engine that learned nothing from them. */
export interface LeftOut {
  readonly source: string
  readonly runs: readonly Transcript[]
  readonly engine: Engine
}

/** Percent of references that are left. */
export interface Kept {
  readonly all: number
  readonly sole: number
}

export interface LeftOutRow {
  readonly source: string
  readonly point: ShippedPoint
  /** Results that may be shortened, and references that they alone carry. */
  readonly texts: number
  readonly references: number
  readonly soleReferences: number
  /** Share of all tokens of these results that goes. */
  readonly removed: number
  readonly engine: Kept
  readonly oldest: Kept
  readonly chance: Kept
}

const keptBy = (runs: readonly (readonly Reference[])[], systems: readonly Pick<System, 'keptAt'>[]): Kept => {
  const percent = (group: Group): number => {
    const tallies = runs.map((references, index) =>
      survivorsOf(references, systems[index]?.keptAt ?? (() => undefined), group),
    )
    const all = tallies.reduce((sum, [each]) => sum + each, 0)
    return (100 * tallies.reduce((sum, [, alive]) => sum + alive, 0)) / all
  }
  return { all: percent('all'), sole: percent('sole') }
}

/** A row for each point that ships. */
export const leftOutRows = ({ source, runs, engine }: LeftOut): LeftOutRow[] => {
  const found = runs.map(touchableOf)
  const kinds = new Map(found.flatMap(({ blocks }) => [...blocks]))
  const kindOf = (block: Block): TextKind => kinds.get(block) ?? 'other'
  const inOrder = found.map(({ blocks }) => [...blocks.keys()])
  const references = found.map((each) => each.references)
  const texts = textsOf([...kinds.keys()])
  /** Of each run: what is whole until the point is reached, and what the system leaves from then on. */
  const lateIn = (point: ShippedPoint, { keptAt }: System): Pick<System, 'keptAt'>[] =>
    found.map(({ answersBetween }) => ({
      keptAt: (block, answer) =>
        answersBetween(block.message, answer) <= answersBefore(point, kindOf(block))
          ? undefined
          : keptAt(block, answer),
    }))
  return shippedPoints.map((point) => {
    const own = apply(texts, engine.version, (block) => {
      const result = engine.compress(block.text, { budget: budgetAt(point, kindOf(block)) })
      return 'kept' in result ? { kept: result.kept, tokens: result.tokensAfter } : undefined
    })
    const oldest = dropOldest(texts, inOrder, own.removed)
    return {
      source,
      point,
      texts: kinds.size,
      references: references.flat().length,
      soleReferences: references.flat().filter(({ sole }) => sole).length,
      removed: own.removed,
      engine: keptBy(references, lateIn(point, own)),
      oldest: keptBy(
        references,
        found.map(() => oldest),
      ),
      chance: keptBy(references, lateIn(point, simplyAt(texts, randomLines, own.removed))),
    }
  })
}
