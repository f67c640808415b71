// Numbers as languages spell them: what one has read as 1.0 or 1e3 another writes as 1 or 1000.

import { endOf, startOf, textBetween } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

const [point, small, large] = ['.', 'e', 'E'].map((mark) => mark.charCodeAt(0))

const unitAt = ({ bytes, text }: JsonTape, at: number): number | undefined =>
  bytes === undefined ? text.slice(at, at + 1).charCodeAt(0) : bytes[at]

/**
 * The spelling of a number that all of the same value share, where it has a point or an exponent. Whole numbers are spelled in one way, and may be
 * larger than any that can be reckoned with: `undefined`, and so for what is beyond all that can.
 */
export const spelledNumber = (tape: JsonTape, node: number): string | undefined => {
  const start = startOf(tape, node)
  const end = endOf(tape, node)
  for (let at = start; at < end; at += 1) {
    const unit = unitAt(tape, at)
    if (unit !== point && unit !== small && unit !== large) continue
    const value = Number(textBetween(tape, start, end))
    return Number.isFinite(value) ? String(value) : undefined
  }
  return undefined
}
