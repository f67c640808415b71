// Numbers as languages spell them: what one has read as 1.0 or 1e3 another writes as 1 or 1000.

import { textBetween } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

/** Whole numbers are spelled in one way, and may be larger than any that can be reckoned with. */
const isWhole = /^-?\d+$/

/** The spelling of a number that all of the same value share. */
export const spelledNumber = (tape: JsonTape, start: number, end: number): string => {
  const raw = textBetween(tape, start, end)
  if (isWhole.test(raw)) return raw
  const value = Number(raw)
  return Number.isFinite(value) ? String(value) : raw
}
