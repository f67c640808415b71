// The order of members.

import { plainUnits } from '../../json/plain-spelling.ts'
import { endOf, startOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

/** Which of two keys comes first by the units of its plain spelling, quotes included: negative, 0 or positive. */
export const compareNames = (tape: JsonTape, one: number, other: number): number => {
  const { bytes, isSpelledPlainly } = tape
  const start = startOf(tape, one)
  const otherStart = startOf(tape, other)
  const length = endOf(tape, one) - start
  const otherLength = endOf(tape, other) - otherStart
  if (bytes === undefined || isSpelledPlainly !== true) {
    const name = plainUnits(tape, start, start + length)
    const otherName = plainUnits(tape, otherStart, otherStart + otherLength)
    return name < otherName ? -1 : name > otherName ? 1 : 0
  }
  for (let at = 0; at < length && at < otherLength; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (bytes[otherStart + at] ?? 0)
    if (difference !== 0) return difference
  }
  return length - otherLength
}
