// What the service would delete from each tool result of a conversation once the provider's cache is cold, what it leaves, and why.

import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { countTokens } from '../../compressor/text/tokens.ts'
import { proxiedBudgetOf } from '../../core/access/policy.ts'
import { stringOf } from '../../core/json/read.ts'
import type { KeptSpans } from '../../core/text/spans.ts'
import { mayBeShortened, type Segment } from '../../core/transcript/may-be-shortened.ts'
import type { Transcript } from '../../core/transcript/transcript.ts'

export interface Shown {
  /** Index of its message or item. */
  readonly message: number
  readonly text: string
  readonly tokens: number
  readonly tokensLeft: number
  /** Why this is left of it: a pin, an abstention, or the kind of text and its budget. */
  readonly why: string
  /** Absent: all of it. */
  readonly kept?: KeptSpans
}

const shownSegment = (text: string, segment: Segment): Omit<Shown, 'message' | 'text'> => {
  const tokens = countTokens(text)
  if (!mayBeShortened(segment)) return { tokens, tokensLeft: tokens, why: segment.pinned ?? 'left' }
  const budget = proxiedBudgetOf(segment.kind, 'repeated')
  const result = adeline.compress(text, { budget })
  if ('abstained' in result) return { tokens, tokensLeft: tokens, why: result.abstained }
  const why = `${segment.kind ?? 'other'}, budget ${budget}${segment.superseded === true ? ', superseded' : ''}`
  return { tokens, tokensLeft: result.tokensAfter, why, kept: result.kept }
}

/** Every tool result, in order. Asks the engine about each that may be shortened. */
export const shownOf = ({ tape, segments }: Transcript): Shown[] =>
  segments.map((segment) => {
    const text = stringOf(tape, segment.node) ?? ''
    return { message: segment.message, text, ...shownSegment(text, segment) }
  })

/** The text with a mark in place of each part that goes. */
export const markedText = ({ text, kept = [[0, text.length]] }: Pick<Shown, 'text' | 'kept'>): string => {
  const pieces: string[] = []
  let position = 0
  for (const [start, end] of [...kept, [text.length, text.length] as const]) {
    if (start > position) pieces.push(`⟦−${start - position}⟧`)
    pieces.push(text.slice(start, end))
    position = end
  }
  return pieces.join('')
}
