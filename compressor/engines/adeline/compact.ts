// The lossy depth: the largest budget up to the one asked for whose result passes every gate and is worth having.

import { type KeptSpans, sliceSpans, spansFault } from '../../../core/text/spans.ts'
import { countTokens } from '../../text/tokens.ts'
import { keepsJson } from './json/gate.ts'
import type { JsonValue } from './json/tree.ts'
import { allowancesAt } from './operating-point.ts'
import type { Segmented } from './segment.ts'
import { selectUnits } from './select.ts'
import { SpanList } from './span-list.ts'
import { leastKept, levels, type OperatingPoints, savingFloor } from './thresholds.ts'
import { nothing, pinnedPoints } from './units.ts'

export type Compacted =
  | { readonly kept: KeptSpans; readonly tokens: number }
  | { readonly refused: 'saving-under-floor' | 'rejected-by-gate' }

const whole = 10_000

/** Everything that a kept unit needs is kept, and everything pinned. */
export const isClosed = ({ units }: Segmented, keep: Uint8Array): boolean => {
  for (let unit = 0; unit < units.length; unit += 1) {
    if (keep[unit] !== 1) {
      if (units.points[unit] === pinnedPoints) return false
      continue
    }
    const [needs, also] = [units.needs[unit] ?? nothing, units.also[unit] ?? nothing]
    if ((needs !== nothing && keep[needs] !== 1) || (also !== nothing && keep[also] !== 1)) return false
  }
  return true
}

const lengthOf = (spans: KeptSpans): number => {
  let length = 0
  for (const [start, end] of spans) length += end - start
  return length
}

/** Every JSON value of the text is gone, or still JSON with its pieces in place. */
export const keepsValues = (values: readonly JsonValue[], kept: KeptSpans): boolean => {
  let next = 0
  return values.every(({ tape, offset }) => {
    const end = offset + tape.text.length
    const inside: [number, number][] = []
    while ((kept[next]?.[1] ?? end) <= offset) next += 1
    for (; next < kept.length && (kept[next]?.[0] ?? end) < end; next += 1) {
      const [from, until] = kept[next] ?? [end, end]
      inside.push([Math.max(0, from - offset), Math.min(end, until) - offset])
      if (until > end) break
    }
    return inside.length === 0 || keepsJson(tape, inside)
  })
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
    const isSound = spansFault(text, kept) === undefined && isClosed(segmented, keep)
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
