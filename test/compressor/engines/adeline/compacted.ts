// What the engine leaves of a text, as text.

import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import type { Engine } from '../../../../compressor/engines/engine.ts'
import { defined } from '../../../../core/collections/defined.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'

export type Compacted = (text: string, budget?: number) => string

/** The surviving text at a budget (the default without one); the text itself when the engine abstains. */
export const compactedBy =
  (engine: Engine): Compacted =>
  (text, budget) => {
    const result = engine.compress(text, defined({ budget }))
    return 'kept' in result ? sliceSpans(text, result.kept) : text
  }

/** By the current version. */
export const compacted = compactedBy(adeline)

/** Why the engine abstains from a text, or `undefined` if it does not. */
export const reasonFor = (text: string, budget?: number): string | undefined => {
  const result = adeline.compress(text, defined({ budget }))
  return 'abstained' in result ? result.abstained : undefined
}

/** Budgets from the default to the largest. */
export const budgets = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1] as const
