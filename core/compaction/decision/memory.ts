// What this environment has already been told about a text. Decisions are pure functions of (engine, parameters, text), so
// remembering them changes nothing but time. Holds digests and spans, never text.

import { createHash } from 'node:crypto'
import { boundedMap } from '../../collections/bounded-map.ts'
import type { BatchParameters } from '../../compressor/batch.ts'
import type { PackedSpans } from '../../text/spans.ts'
import { type AskedAtOnce, askedAtOnce } from './asked-at-once.ts'

/** What an engine decides about one text. */
export interface EngineDecision {
  /** Absent: the engine abstained. */
  readonly kept?: PackedSpans
  /** Of the text as it was asked about. 0: not counted. */
  readonly tokens: number
  readonly tokensSaved: number
  readonly engineVersion: string
}

export interface DecisionMemory extends AskedAtOnce {
  get(key: string): EngineDecision | undefined
  set(key: string, decision: EngineDecision): void
}

/** The identity of a decision. Accounts share none: one could tell what another has sent, and that a text just went without an answer would hold for both. */
export const decisionKey = (owner: string, { engine, rate, budget }: BatchParameters, text: string): string => {
  // Half the bytes to digest, where UTF-8 tells all texts apart: lone halves of characters would all be one.
  const encoding = text.isWellFormed() ? 'utf8' : 'utf16le'
  return createHash('sha256')
    .update(`${owner}\u0000${engine}\u0000${rate ?? ''}\u0000${budget ?? ''}\u0000${encoding}\u0000`)
    .update(text, encoding)
    .digest('base64')
}

/** Keeps the most recently used decisions; `maxSpans` bounds their spans all together. */
export const decisionMemory = (maxSpans = 500_000): DecisionMemory => {
  const decisions = boundedMap<EngineDecision>(maxSpans, ({ kept }) => 8 + (kept?.length ?? 0))
  return {
    ...askedAtOnce((key) => decisions.get(key) !== undefined),
    get(key) {
      const decision = decisions.get(key)
      if (decision !== undefined) decisions.set(key, decision)
      return decision
    },
    set: decisions.set,
  }
}
