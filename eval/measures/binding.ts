// Whether what survives still stands where it stood: a value under its own keys, or in its line, whole.

import { endOf, kindOf, nextOf, startOf } from '../../core/json/read.ts'
import { JsonKind, type JsonTape, scanJson } from '../../core/json/scan.ts'
import type { KeptSpans, Span } from '../../core/text/spans.ts'
import type { Block, Occurrence } from './carriers.ts'
import { survives } from './survival.ts'

/** The tape of a result that is a JSON object or array. */
export const tapeOf = ({ text }: Block): JsonTape | undefined => (/^\s*[[{]/.test(text) ? scanJson(text) : undefined)

/** Keys above the place, outermost first. */
const keysAbove = (tape: JsonTape, start: number): Span[] => {
  const keys: Span[] = []
  let node = 0
  while (node < tape.length && startOf(tape, node) <= start) {
    const isKey = kindOf(tape, node) === JsonKind.Key
    const value = isKey ? node + 1 : node
    if (endOf(tape, value) <= start) {
      node = nextOf(tape, value)
      continue
    }
    if (isKey) keys.push([startOf(tape, node), endOf(tape, node)])
    node = value + 1
  }
  return keys
}

/** Whether a surviving occurrence stands under its own keys in JSON that parses, or in its own line, whole. */
export const isBound = (place: Occurrence, tape: JsonTape | undefined, spans: KeptSpans | undefined): boolean => {
  if (spans === undefined) return true
  const { block } = place
  if (tape !== undefined)
    return keysAbove(tape, place.start).every(([start, end]) => survives({ block, start, end }, spans))
  const start = block.text.lastIndexOf('\n', place.start - 1) + 1
  const found = block.text.indexOf('\n', place.start)
  return survives({ block, start, end: found < 0 ? block.text.length : found }, spans)
}
