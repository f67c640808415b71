// What this environment has already been told about a text. Decisions are pure functions of (engine, rate, text), so
// remembering them changes nothing but time. Holds digests and spans, never text.

import { createHash } from 'node:crypto'
import type { KeptSpans } from '../spans.ts'

/** The engine's word on one text. */
export interface Decision {
  /** Absent: the engine abstained. */
  readonly kept?: KeptSpans
  readonly tokensSaved: number
  readonly engineVersion: string
}

export interface DecisionMemory {
  get(key: string): Decision | undefined
  set(key: string, decision: Decision): void
}

/** The identity of a decision. */
export const decisionKey = (engine: string, rate: number | undefined, text: string): string =>
  createHash('sha256')
    .update(`${engine}\u0000${rate ?? ''}\u0000`)
    .update(text, 'utf16le')
    .digest('base64')

/** Keeps the most recently used decisions; `maxSpans` bounds their spans all together. */
export const decisionMemory = (maxSpans = 500_000): DecisionMemory => {
  const entries = new Map<string, Decision>()
  let held = 0
  const weight = (decision: Decision): number => 8 + (decision.kept?.length ?? 0)

  return {
    get(key) {
      const decision = entries.get(key)
      if (decision !== undefined) {
        entries.delete(key)
        entries.set(key, decision)
      }
      return decision
    },
    set(key, decision) {
      const previous = entries.get(key)
      if (previous !== undefined) held -= weight(previous)
      entries.delete(key)
      entries.set(key, decision)
      held += weight(decision)
      for (const [oldest, dropped] of entries) {
        if (held <= maxSpans) break
        entries.delete(oldest)
        held -= weight(dropped)
      }
    },
  }
}
