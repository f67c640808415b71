// The lossy depth: the largest budget up to the one asked for whose result passes every gate and is worth having.

import { type KeptSpans, sliceSpans, spansFault } from '../../../core/text/spans.ts'
import { countTokens } from '../../text/tokens.ts'
import { allowancesAt } from './cutting/operating-point.ts'
import { selectUnits } from './cutting/select.ts'
import { SpanList } from './cutting/span-list.ts'
import { isClosed } from './gating/closure.ts'
import { keepsValues } from './gating/json.ts'
import type { Segmented } from './segment.ts'
import { leastKept, levels, type OperatingPoints, savingFloor } from './weighing/thresholds.ts'

export type Compacted =
  | { readonly kept: KeptSpans; readonly tokens: number }
  | { readonly refused: 'saving-under-floor' | 'rejected-by-gate' }

const whole = 10_000

const lengthOf = (spans: KeptSpans): number => {
  let length = 0
  for (const [start, end] of spans) length += end - start
  return length
}

/** `text` is in its lossless form and has `tokens` tokens. */
export const compact = (
  text: string,
  tokens: number,
  segmented: Segmented,
  level: number,
  points: OperatingPoints,
): Compacted => {
  let previous = -1
  let refused: 'saving-under-floor' | 'rejected-by-gate' = 'saving-under-floor'
  for (let step = level; step > 0; step -= 1) {
    const keep = selectUnits(segmented.units, allowancesAt(step, points))
    const list = new SpanList()
    segmented.layout.emit(keep, list)
    const kept = list.toSpans()
    const length = lengthOf(kept)
    if (length === previous) continue
    previous = length
    const depth = step <= levels.usual ? 'usual' : 'measuring'
    const floor = Math.max(savingFloor[depth].tokens, Math.ceil((tokens * savingFloor[depth].share) / whole))
    // Fewer characters than tokens have to go cannot be enough; smaller steps delete fewer still.
    if (text.length - length < floor) break
    const isSound = spansFault(text, kept) === undefined && isClosed(segmented.units, keep)
    if (!isSound || !keepsValues(segmented.values, kept)) {
      refused = 'rejected-by-gate'
      continue
    }
    const rest = sliceSpans(text, kept)
    const left = countTokens(rest)
    if (tokens - left < floor) continue
    if (left * whole < tokens * leastKept[depth] || rest.trim() === '') {
      refused = 'rejected-by-gate'
      continue
    }
    return { kept, tokens: left }
  }
  return { refused }
}
