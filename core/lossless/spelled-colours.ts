// What is left of a value without its terminal control sequences, told by its spelling: most of a coloured text is never read. The
// plain twin is in lossless.ts; whatever is not plain is left to it.

import type { StringValue } from '../json/strings/value.ts'
import { PackedSpans } from '../text/spans.ts'
import { sequenceBehind } from './ansi.ts'

/** How an escape character is spelled: `\u001b`. */
const spelledEscape = 6
/** Sequences that are longer are left to the twin. */
const longestSequence = 40
/** So much of what stays shows whether it opens JSON. */
const openingUnits = 64

/** How long the sequence is behind an escape character whose spelling ends there; 0: there is none, or it is not spelled as it reads. */
const sequenceAt = (value: StringValue, place: number): number => {
  const spelled = value.spelling(place, place + longestSequence)
  const length = sequenceBehind(spelled, 0)
  return spelled[length - 1] === '\\' ? 0 : length
}

/** Whether the first character that stays and is no blank opens neither an object nor a list. */
const opensPlainly = (value: StringValue, places: Int32Array, kept: number): boolean => {
  for (let at = 0; at < kept; at += 2) {
    const from = places[at] ?? 0
    const size = (places[at + 1] ?? 0) - from
    const opening = value.spelling(from, from + Math.min(size, openingUnits)).replace(/^(?: |\\[tnr])+/, '')
    if (opening !== '' || size > openingUnits) return /^[!-Z\]^-z|}~]/.test(opening)
  }
  return false
}

/** The spans of the value that is being read; what is known of it is copied out of them. */
let [bounds, places] = [new Int32Array(0), new Int32Array(0)]
const listsAtFirst = 1_024
const mostListed = 65_536

/** Lists of at least this length, of which the process keeps no more than it needs. */
const makeRoom = (length: number): void => {
  if (length <= bounds.length && bounds.length <= mostListed) return
  const room = Math.max(length, listsAtFirst)
  bounds = new Int32Array(room)
  places = new Int32Array(room)
}

/**
 * What stays of a value of which colours go and nothing else; `undefined`: its text has to say. Notes where that stands in the
 * spelling.
 */
export const withoutColours = (value: StringValue): PackedSpans | undefined => {
  const { escapes } = value
  if (escapes === undefined || escapes.length === 0) return undefined
  makeRoom(escapes.length + 2)
  let place = 0
  let unit = 0
  let kept = 0
  const keep = (toPlace: number, toUnit: number): void => {
    if (toUnit === unit) return
    places[kept] = place
    bounds[kept++] = unit
    places[kept] = toPlace
    bounds[kept++] = toUnit
  }
  for (let at = 0; at < escapes.length; at += 2) {
    const code = escapes[at] ?? 0
    const codeUnit = escapes[at + 1] ?? 0
    const length = sequenceAt(value, code + spelledEscape)
    if (length === 0) return undefined
    keep(code, codeUnit)
    place = code + spelledEscape + length
    unit = codeUnit + 1 + length
  }
  keep(value.spelledLength, value.characters)
  if (!opensPlainly(value, places, kept)) return undefined
  const spans = new PackedSpans(bounds.slice(0, kept))
  value.noted.cut = { kept: spans, places: places.slice(0, kept) }
  return spans
}
