// Finds long runs of records among lines: one template, or a cycle of a few, again and again. Says which records are the
// middle of a run and which stand out of it.

import { addQuantity, type Spread, standsOut } from '../spread.ts'
import type { LineReading } from './line-reading.ts'

/** The place of a record in its run. */
export const RunPlace = {
  /** It is in no run. */
  alone: 0,
  /** It is among the first or the last of a run, or has an unusual number. */
  telling: 1,
  middle: 2,
} as const

/** Lines `[first, end)` that form one record. */
export interface RunRecord {
  readonly first: number
  readonly end: number
  readonly place: number
  /** Number of records in its run; 1 for a record in no run. */
  readonly run: number
}

export interface RunRules {
  /** Fewer records are not a run. */
  readonly fewest: number
  readonly keptFirst: number
  readonly keptLast: number
}

/** Lines of a record, at most. */
const longestCycle = 6
/** How many characters of a record are searched for quantities, and how many quantities are compared. */
const longestSearched = 2_000
const mostNumbers = 16
/** Quantities: numbers that stand alone or carry a short unit, not parts of names. */
const numberPattern = /(?<![\w.])\d+(?:\.\d+)?(?=\b|[a-zA-Z%]{1,3}\b)/g
/** Longer numbers are ids: they count as 0, so that none of them stands out. */
const longestNumber = 15
/** Fewer quantities have no usual value. */
const fewestForUsual = 8
/** With more different values, none is usual. */
const mostUsual = 12
/** A value is rare if at most one in so many quantities has it. */
const rareAmong = 16

/** The first quantities on the lines `[first, end)`. */
export const numbersOf = (context: LineReading, first: number, end: number): number[] => {
  const start = context.lines[first]?.start ?? 0
  const stop = Math.min(context.lines[end - 1]?.contentEnd ?? start, start + longestSearched)
  const numbers: number[] = []
  for (const match of context.text.slice(start, stop).matchAll(numberPattern)) {
    if (numbers.length === mostNumbers) break
    numbers.push(match[0].length > longestNumber ? 0 : Number(match[0]))
  }
  return numbers
}

/** Marks records with a quantity far from the mean of those in the same position, or with a rare one of few values. */
export const markStanding = (numbers: readonly (readonly number[])[]): boolean[] => {
  const standing = numbers.map(() => false)
  const count = numbers.length
  if (count < fewestForUsual) return standing
  for (let slot = 0; slot < mostNumbers; slot += 1) {
    const spread: Spread = { count: 0, sum: 0, squares: 0 }
    const values = new Map<number, number>()
    for (const record of numbers) {
      const value = record[slot]
      if (value === undefined) continue
      addQuantity(spread, value)
      if (values.size <= mostUsual) values.set(value, (values.get(value) ?? 0) + 1)
    }
    if (spread.count < fewestForUsual) continue
    const few = values.size <= mostUsual
    numbers.forEach((record, index) => {
      const value = record[slot]
      if (value === undefined) return
      const isRare = few && (values.get(value) ?? 0) * rareAmong <= spread.count
      if (isRare || standsOut(spread, value)) standing[index] = true
    })
  }
  return standing
}

/** The records of the given lines, in order; every line is in exactly one. `visible` are the indices of lines with content. */
export const recordsOf = (context: LineReading, visible: readonly number[], rules: RunRules): RunRecord[] => {
  const count = visible.length
  const template = (at: number): number => context.words.template[visible[at] ?? 0] ?? 0
  /** Lines of the records of the run that a line belongs to, 0 for no run; and where that run starts. */
  const cycle = new Uint8Array(count)
  const runStart = new Int32Array(count)
  for (let period = 1; period <= longestCycle; period += 1) {
    for (let at = period; at < count; ) {
      if (cycle[at] !== 0 || cycle[at - period] !== 0 || template(at) !== template(at - period)) {
        at += 1
        continue
      }
      const start = at - period
      while (at < count && cycle[at] === 0 && template(at) === template(at - period)) at += 1
      const records = Math.floor((at - start) / period)
      if (records < rules.fewest || cycle.subarray(start, at).some((claimed) => claimed !== 0)) continue
      cycle.fill(period, start, start + records * period)
      runStart.fill(start, start, start + records * period)
    }
  }
  const found: RunRecord[] = []
  for (let at = 0; at < count; ) {
    const period = cycle[at] ?? 0
    const first = visible[at] ?? 0
    if (period === 0) {
      found.push({ first, end: first + 1, place: RunPlace.alone, run: 1 })
      at += 1
      continue
    }
    let stop = at
    while (stop < count && cycle[stop] === period && runStart[stop] === at) stop += 1
    const run = (stop - at) / period
    const bounds = Array.from({ length: run }, (_, index): [number, number] => [
      visible[at + index * period] ?? 0,
      (visible[at + index * period + period - 1] ?? 0) + 1,
    ])
    const standing = markStanding(bounds.map(([from, until]) => numbersOf(context, from, until)))
    bounds.forEach(([from, until], index) => {
      const isEnd = index < rules.keptFirst || index >= run - rules.keptLast
      const place = isEnd || standing[index] === true ? RunPlace.telling : RunPlace.middle
      found.push({ first: from, end: until, place, run })
    })
    at = stop
  }
  return found
}
