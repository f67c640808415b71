// Where in the units of a text the values stand that later turns copied out of it: what both rankers learn from.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ranker } from '../../compressor/engines/adeline/learned/ranker.ts'
import { segment } from '../../compressor/engines/adeline/segment.ts'
import { pinnedPoints, type Units } from '../../compressor/engines/adeline/units/units.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans } from '../../core/text/spans.ts'
import type { Occurrence } from '../../eval/measures/carriers.ts'
import type { TranscriptReferences } from '../../eval/measures/forward-references.ts'
import type { Corpus } from '../../testkit/data/corpora.ts'

/** A ranker that ranks nothing and tells of every unit that it would rank. */
export type Reader = (tell: (units: Units, unit: number, features: Int16Array) => void) => Ranker

/** What is learned from. */
export interface Lesson {
  readonly reader: Reader
  readonly featureNames: readonly string[]
  /** Whether a value that stands several times in one text counts for its first place there alone. */
  readonly firstPlaceOnly: boolean
  /** Runs that the shipped forest must not learn from. */
  readonly isKeptBack: (run: TranscriptReferences) => boolean
}

/** One text as the engine reads it. */
interface Read {
  readonly units: Units
  /** What the lossless depth leaves of it: the units count in that. */
  readonly kept: KeptSpans
  /** The row of each unit that is ranked. */
  readonly rows: ReadonlyMap<number, number>
}

/** The rows of one corpus, as they are written. */
interface Rows {
  readonly features: Int16Array[]
  /** Per row: its estimated tokens, 1 where it was kept back. */
  readonly about: number[]
  /** Per value that was copied out of a row: row, reference, rows that carry it, 1 when aged. */
  readonly copies: number[]
}

const readText = (text: string, rows: Rows, { reader }: Lesson, keptBack: number): Read => {
  const kept = losslessSpans(text) ?? [[0, text.length]]
  const ranked = new Map<number, number>()
  const ranker = reader((units, unit, features) => {
    ranked.set(unit, rows.features.length)
    rows.features.push(features.slice())
    rows.about.push(units.cost[unit] ?? 1, keptBack)
  })
  const { units } = segment(sliceSpans(text, kept), ranker, () => undefined)
  return { units, kept, rows: ranked }
}

/** Where an offset of the text stands in what `kept` leaves of it. */
const offsetIn = (kept: KeptSpans, offset: number): number => {
  let passed = 0
  for (const [start, end] of kept) {
    if (offset < end) return passed + Math.max(0, offset - start)
    passed += end - start
  }
  return passed
}

/** The innermost unit around a carrier, or -1. */
const unitAround = ({ units, kept }: Read, { start, end }: Occurrence): number => {
  const [from, until] = [offsetIn(kept, start), offsetIn(kept, end - 1) + 1]
  let found = -1
  for (let unit = 0; unit < units.length && (units.start[unit] ?? 0) <= from; unit += 1)
    if ((units.end[unit] ?? 0) >= until) found = unit
  return found
}

/** Adds a run's rows and what was copied out of them. A value that something pinned carries is safe, and teaches nothing. */
const addRun = (run: TranscriptReferences, rows: Rows, first: number, lesson: Lesson): number => {
  const read = new Map<string, Read>()
  const keptBack = lesson.isKeptBack(run) ? 1 : 0
  for (const { text } of run.results) if (!read.has(text)) read.set(text, readText(text, rows, lesson, keptBack))
  run.references.forEach(({ carriers, aged }, at) => {
    const hit = new Set<number>()
    const seen = new Set<Read>()
    for (const carrier of carriers) {
      const found = read.get(carrier.block.text)
      if (found === undefined) continue
      const unit = unitAround(found, carrier)
      if (found.units.points[unit] === pinnedPoints) return
      const row = found.rows.get(unit)
      if (row === undefined || (lesson.firstPlaceOnly && seen.has(found))) continue
      seen.add(found)
      hit.add(row)
    }
    for (const row of hit) rows.copies.push(row, first + at, hit.size, aged ? 1 : 0)
  })
  return first + run.references.length
}

/** Writes what is to be learned from the corpora to the folder: the features of every unit, and which values were copied. */
export const writeLesson = (folder: string, corpora: readonly Corpus[], lesson: Lesson): void => {
  mkdirSync(folder, { recursive: true })
  for (const { name, runs } of corpora) {
    const rows: Rows = { features: [], about: [], copies: [] }
    let references = 0
    for (const run of runs) references = addRun(run, rows, references, lesson)
    const width = lesson.featureNames.length
    const features = new Int16Array(rows.features.length * width)
    rows.features.forEach((row, at) => {
      features.set(row, at * width)
    })
    const columns = { features, about: Int32Array.from(rows.about), copies: Int32Array.from(rows.copies) }
    for (const [what, numbers] of Object.entries(columns))
      writeFileSync(join(folder, `${name}.${what}`), new Uint8Array(numbers.buffer))
    process.stdout.write(`${name}: ${runs.length} runs, ${references} references, ${rows.features.length} units\n`)
  }
  writeFileSync(join(folder, 'features.json'), `${JSON.stringify(lesson.featureNames)}\n`)
}
