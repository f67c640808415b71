// What every kind of touchable text keeps of the values that later turns copy out of it, at each budget and at those that ship.

import type { Engine } from '../../compressor/engines/engine.ts'
import { shellOutputs } from '../../core/transcript/answers/shell-output.ts'
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

export interface KindMeasure {
  readonly engine: Engine
  /** For how many answers a text stays whole before a budget for all texts. */
  readonly whole: number
}

type Result = ReturnType<Engine['compress']>

interface Touched {
  readonly kind: TextKind
  readonly results: readonly Result[]
}

const touchedIn = (touchable: Touchable['blocks'], engine: Engine): Map<Block, Touched> =>
  new Map(
    [...touchable].map(([block, kind]) => {
      const results = points.map((point) => engine.compress(block.text, { budget: budgetAt(point, kind) }))
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

const count = (left: Sum['left'][number] | undefined, { sole }: Reference): void => {
  if (left === undefined) return
  left.references += 1
  if (sole) left.soleReferences += 1
}

const outputs: ReadonlySet<string> = new Set(shellOutputs)
/** In which rows a text counts: what a shell printed among all of it, too. */
const rowsOf = (kind: TextKind): readonly string[] => (outputs.has(kind) ? ['shell', `  ${kind}`] : [kind])

const addRun = (sums: Map<string, Sum>, run: Transcript, { engine, whole }: KindMeasure): void => {
  const { blocks, references, answersBetween } = touchableOf(run)
  const touched = touchedIn(blocks, engine)
  const sumOf = (kind: string): Sum => {
    const sum = sums.get(kind) ?? nothing()
    sums.set(kind, sum)
    return sum
  }
  for (const { kind, results } of touched.values())
    for (const sum of rowsOf(kind).map(sumOf)) {
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
    const sums = rowsOf(touched.get(nearest.block)?.kind ?? 'other').map(sumOf)
    for (const { all } of sums) all.push(reference)
    for (const [at, point] of points.entries()) {
      const keptAt = (block: Block, answer: number) => {
        const { kind, results } = touched.get(block) ?? { kind: 'other' }
        if (answersBetween(block.message, answer) <= answersBefore(point, kind, whole)) return undefined
        const result = results?.[at]
        return result !== undefined && 'kept' in result ? result.kept : undefined
      }
      if (!isAlive(reference, keptAt, () => true)) continue
      for (const { left } of sums) count(left[at], reference)
    }
  }
}

/** A row for each kind of text that the runs have and the service may touch. Takes the engine's time for each text and point. */
export const kindRows = (source: string, runs: readonly Transcript[], measure: KindMeasure): KindRow[] => {
  const sums = new Map<string, Sum>()
  for (const run of runs) addRun(sums, run, measure)
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
