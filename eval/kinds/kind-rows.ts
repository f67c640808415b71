// What every kind of touchable text keeps of the values that later turns copy out of it, at each budget and at the one that ships.

import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { proxiedBudgetOf } from '../../core/access/policy.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { scanJson } from '../../core/json/scan.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import { mayBeShortenedAtOnce, type Segment } from '../../core/transcript/may-be-shortened.ts'
import { type RunMessage, runMessagesOf, writers, written } from '../../testkit/data/conversation.ts'
import type { Transcript } from '../../testkit/data/transcripts.ts'
import type { Block } from '../measures/carriers.ts'
import { type Reference, referencesOf } from '../measures/forward-references.ts'
import { isAlive } from '../measures/survival.ts'

/** `ships`: each text at the budget of its kind. */
export type Point = number | 'ships'
export const points: readonly Point[] = [0.5, 0.6, 0.65, 0.67, 0.7, 0.72, 0.74, 0.78, 'ships']

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
  readonly kind: string
  readonly results: readonly Result[]
}

/** The results of a run as the service judges them, in order. */
const segmentsOf = (steps: readonly RunMessage[]): readonly Segment[] => {
  const tape = scanJson(`{"messages":[${steps.flatMap(writers.messages).map(written).join(',')}]}`)
  return tape === undefined
    ? []
    : atOnce(dialects.messages.read(tape)).segments.filter(({ pinned }) => pinned !== 'user-text')
}

const touchedIn = (steps: readonly RunMessage[], blocks: readonly Block[]): Map<Block, Touched> => {
  const segments = segmentsOf(steps)
  if (segments.length !== blocks.length) throw new Error('A run has other results than the service sees.')
  const touched = new Map<Block, Touched>()
  blocks.forEach((block, index) => {
    const segment = segments[index]
    if (segment === undefined || !mayBeShortenedAtOnce(segment)) return
    const results = points.map((point) =>
      adeline.compress(segment.text, { budget: point === 'ships' ? proxiedBudgetOf(segment.kind, 'arrival') : point }),
    )
    touched.set(block, { kind: segment.kind ?? 'other', results })
  })
  return touched
}

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
  const messages = run.messages.filter(({ requestor }) => requestor !== 'user')
  const { references, results: blocks } = referencesOf({ id: run.id, messages })
  const touched = touchedIn(runMessagesOf({ id: run.id, messages }), blocks)
  const sumOf = (kind: string): Sum => {
    const sum = sums.get(kind) ?? nothing()
    sums.set(kind, sum)
    return sum
  }
  for (const { kind, results } of touched.values()) {
    const sum = sumOf(kind)
    sum.texts += 1
    sum.tokens += results[0]?.tokensBefore ?? 0
    results.forEach((result, at) => {
      const left = sum.left[at]
      if (left !== undefined) left.tokens += 'kept' in result ? result.tokensAfter : result.tokensBefore
    })
  }
  for (const reference of references) {
    // What a pinned text carries, too, is in no danger.
    if (!reference.carriers.every(({ block }) => touched.has(block))) continue
    const [first, ...more] = reference.carriers
    if (first === undefined) continue
    const nearest = more.reduce((near, one) => (one.block.message > near.block.message ? one : near), first)
    const sum = sumOf(touched.get(nearest.block)?.kind ?? 'other')
    sum.all.push(reference)
    for (const [at, left] of sum.left.entries()) {
      const keptAt = (block: Block) => {
        const result = touched.get(block)?.results[at]
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
