// What every kind of touchable text keeps of the values that later turns copy out of it, at each budget and at those that ship.

import { adeline } from '../../compressor/engines/adeline/editions.ts'
import type { Transcript } from '../../testkit/data/transcripts.ts'
import type { Block } from '../measures/carriers.ts'
import type { Reference } from '../measures/forward-references.ts'
import { isAlive } from '../measures/survival.ts'
import { answersBefore, budgetAt, points, type TextKind } from './points.ts'
import { type Touchable, touchableOf } from './touchable.ts'

export interface KindRow {
  readonly source: string
  readonly kind: string
  readonly texts: number
  readonly tokens: number
  readonly references: number
  readonly soleReferences: number
  /** One for each point: tokens that are left, and references that are. */
  readonly left: readonly { readonly tokens: number; readonly references: number; readonly soleReferences: number }[]
}

type Result = ReturnType<typeof adeline.compress>

interface Touched {
  readonly kind: TextKind | undefined
  readonly results: readonly Result[]
}

const touchedIn = (touchable: Touchable['blocks']): Map<Block, Touched> =>
  new Map(
    [...touchable].map(([block, kind]) => {
      const results = points.map((point) => adeline.compress(block.text, { budget: budgetAt(point, kind) }))
      return [block, { kind, results }]
    }),
  )

interface Sum {
  texts: number
  tokens: number
  readonly all: Reference[]
  readonly left: { tokens: number; references: number; soleReferences: number }[]
}

const nothing = (): Sum => ({
  texts: 0,
  tokens: 0,
  all: [],
  left: points.map(() => ({ tokens: 0, references: 0, soleReferences: 0 })),
})

const addRun = (sums: Map<string, Sum>, run: Transcript): void => {
  const { blocks, references, answersBetween } = touchableOf(run)
  const touched = touchedIn(blocks)
  const sumOf = (kind: string): Sum => {
    const sum = sums.get(kind) ?? nothing()
    sums.set(kind, sum)
    return sum
  }
  for (const { kind, results } of touched.values()) {
    const sum = sumOf(kind ?? 'other')
    sum.texts += 1
    sum.tokens += results[0]?.tokensBefore ?? 0
    results.forEach((result, at) => {
      const left = sum.left[at]
      if (left !== undefined) left.tokens += 'kept' in result ? result.tokensAfter : result.tokensBefore
    })
  }
  for (const reference of references) {
    const [first, ...more] = reference.carriers
    if (first === undefined) continue
    const nearest = more.reduce((near, one) => (one.block.message > near.block.message ? one : near), first)
    const sum = sumOf(touched.get(nearest.block)?.kind ?? 'other')
    sum.all.push(reference)
    for (const [at, left] of sum.left.entries()) {
      const keptAt = (block: Block, answer: number) => {
        const { kind, results } = touched.get(block) ?? {}
        if (answersBetween(block.message, answer) <= answersBefore(points[at] ?? 0, kind)) return undefined
        const result = results?.[at]
        return result !== undefined && 'kept' in result ? result.kept : undefined
      }
      if (!isAlive(reference, keptAt, () => true)) continue
      left.references += 1
      if (reference.sole) left.soleReferences += 1
    }
  }
}

/** A row for each kind of text that the runs have and the service may touch. Takes the engine's time for each text and point. */
export const kindRows = (source: string, runs: readonly Transcript[]): KindRow[] => {
  const sums = new Map<string, Sum>()
  for (const run of runs) addRun(sums, run)
  return [...sums].map(([kind, { texts, tokens, all, left }]) => ({
    source,
    kind,
    texts,
    tokens,
    references: all.length,
    soleReferences: all.filter(({ sole }) => sole).length,
    left,
  }))
}
