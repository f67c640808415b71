// Writes what the ranker learns from: the features of every unit that it ranks, as the engine itself reads them, and which
// values later turns copied out of it. Run: node training/adeline/export.ts DATA FOLDER

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Occurrence } from '../../bench/engines/carriers.ts'
import { codingRuns } from '../../bench/engines/corpora.ts'
import type { TranscriptReferences } from '../../bench/engines/forward-references.ts'
import { isDevelopment } from '../../bench/engines/splits.ts'
import { lineFeatureNames, visitRanked } from '../../compressor/engines/adeline/rank/line-features.ts'
import { segment } from '../../compressor/engines/adeline/segment.ts'
import { pinnedPoints, type Units } from '../../compressor/engines/adeline/units.ts'
import { losslessSpans } from '../../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans } from '../../core/spans.ts'

const [data, folder] = process.argv.slice(2)
if (data === undefined || folder === undefined)
  throw new Error('Give the folder of the data and the folder to write to.')

/** One text as the engine reads it. */
interface Read {
  readonly units: Units
  /** What the lossless depth leaves of it: the units count in that. */
  readonly kept: KeptSpans
  /** The row of each unit that is ranked. */
  readonly rows: ReadonlyMap<number, number>
}

/** The rows of one repository, as they are written. */
interface Rows {
  readonly features: Int16Array[]
  /** Per row: its estimated tokens, 1 for the development part. */
  readonly about: number[]
  /** Per value that was copied out of a row: row, reference, rows that carry it, 1 when aged. */
  readonly copies: number[]
}

const readText = (text: string, rows: Rows, development: number): Read => {
  const kept = losslessSpans(text) ?? [[0, text.length]]
  const ranked = new Map<number, number>()
  const { units } = segment(sliceSpans(text, kept), (context) => {
    visitRanked(context, (unit, features) => {
      ranked.set(unit, rows.features.length)
      rows.features.push(features.slice())
      rows.about.push(context.units.cost[unit] ?? 1, development)
    })
  })
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
const addRun = (run: TranscriptReferences, rows: Rows, first: number): number => {
  const read = new Map<string, Read>()
  const development = isDevelopment(run) ? 1 : 0
  for (const { text } of run.results) if (!read.has(text)) read.set(text, readText(text, rows, development))
  run.references.forEach(({ carriers, aged }, at) => {
    const hit = new Set<number>()
    for (const carrier of carriers) {
      const found = read.get(carrier.block.text)
      if (found === undefined) continue
      const unit = unitAround(found, carrier)
      if (found.units.points[unit] === pinnedPoints) return
      const row = found.rows.get(unit)
      if (row !== undefined) hit.add(row)
    }
    for (const row of hit) rows.copies.push(row, first + at, hit.size, aged ? 1 : 0)
  })
  return first + run.references.length
}

mkdirSync(folder, { recursive: true })
for (const { name, runs } of codingRuns(data)) {
  const rows: Rows = { features: [], about: [], copies: [] }
  let references = 0
  for (const run of runs) references = addRun(run, rows, references)
  const features = new Int16Array(rows.features.length * lineFeatureNames.length)
  rows.features.forEach((row, at) => {
    features.set(row, at * lineFeatureNames.length)
  })
  const columns = { features, about: Int32Array.from(rows.about), copies: Int32Array.from(rows.copies) }
  for (const [what, numbers] of Object.entries(columns))
    writeFileSync(join(folder, `${name}.${what}`), new Uint8Array(numbers.buffer))
  process.stdout.write(`${name}: ${runs.length} runs, ${references} references, ${rows.features.length} units\n`)
}
writeFileSync(join(folder, 'features.json'), `${JSON.stringify(lineFeatureNames)}\n`)
