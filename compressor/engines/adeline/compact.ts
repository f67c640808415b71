// The lossy depth: tries the budget asked for and then smaller ones, until a result passes every gate and saves enough.

import { type KeptSpans, sliceSpans, spansFault } from '../../../core/text/spans.ts'
import { countTokens } from '../../text/tokens.ts'
import { allowancesAt } from './cutting/operating-point.ts'
import { selectUnits } from './cutting/select.ts'
import { SpanList } from './cutting/span-list.ts'
import { isClosed } from './gating/closure.ts'
import { keepsValues } from './gating/json.ts'
import type { Segmented } from './segment.ts'
import { leastKept, levels, type OperatingPoints, savingFloor, shortText, wholeShare } from './weighing/thresholds.ts'

export type Compacted =
  | { readonly kept: KeptSpans; readonly tokens: number }
  | { readonly refused: 'saving-under-floor' | 'rejected-by-gate' }

const lengthOf = (spans: KeptSpans): number => {
  let length = 0
  for (const [start, end] of spans) length += end - start
  return length
}

/** What the largest level up to `level` leaves of a text in its lossless form, which has `tokens` tokens; or why none does. */
export const compact = (
  text: string,
  tokens: number,
  segmented: Segmented,
  level: number,
  points: OperatingPoints,
): Compacted => {
  const isOneValue = segmented.values.length === 1
  const isShortValue = isOneValue && tokens < shortText.tokens
  const deepest = isOneValue && tokens < (points.mildBelow ?? 0) ? Math.min(level, levels.usual) : level
  const leastOfAny = isShortValue ? (points.leastOfShort ?? 0) : 0
  let previous = -1
  let refused: 'saving-under-floor' | 'rejected-by-gate' = 'saving-under-floor'
  for (let step = deepest; step > 0; step -= 1) {
    const keep = selectUnits(segmented.units, allowancesAt(step, points))
    const list = new SpanList()
    segmented.layout.emit(keep, list)
    const kept = list.toSpans()
    const length = lengthOf(kept)
    if (length === previous) continue
    previous = length
    const depth = step <= levels.usual && level <= levels.usual ? 'usual' : 'measuring'
    const floor = Math.max(savingFloor[depth].tokens, Math.ceil((tokens * savingFloor[depth].share) / wholeShare))
    // A token has at least one character, so this saves too little, and smaller steps delete even fewer characters.
    if (text.length - length < floor) break
    const isSound = spansFault(text, kept) === undefined && isClosed(segmented.units, keep)
    if (!isSound || !keepsValues(segmented.values, kept)) {
      refused = 'rejected-by-gate'
      continue
    }
    const rest = sliceSpans(text, kept)
    const left = countTokens(rest)
    if (tokens - left < floor) continue
    const least = Math.max(leastKept[depth], leastOfAny)
    if (left * wholeShare < tokens * least || rest.trim() === '') {
      refused = 'rejected-by-gate'
      continue
    }
    return { kept, tokens: left }
  }
  return { refused }
}
