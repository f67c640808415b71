// Failures and real payloads: error lines that stay, exceptions that stay, JSON that parses.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { adeline } from '../../compressor/engines/adeline/editions.ts'
import { scanJson } from '../../core/json/scan.ts'
import { type KeptSpans, sliceSpans } from '../../core/spans.ts'
import type { Block } from './carriers.ts'

/** A line of a log that reports a failure: by its level, or as an exception. */
const failing = /^(?=.*(\b(ERROR|FATAL|CRITICAL|PANIC)\b|^\S*(Error|Exception): |^E {3,}\S)).*$/gm
const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[a-zA-Z]`, 'g')
/** A log: lines that open with a time or a level, a traceback, or the report of a test runner. */
const logLike =
  /^(\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?(DEBUG|INFO|WARNING|ERROR)\b|Traceback \(most recent|={5,} .* ={5,}$)/m

/** A line without colours and outer blanks. */
const visible = (line: string): string => line.replace(colour, '').trim()

const percent = (some: number, all: number): string => `${((100 * some) / all).toFixed(2)} %`

/** How many of the error lines in results that look like logs stay whole. */
export const errorLines = (blocks: readonly Block[], keptOf: (block: Block) => KeptSpans | undefined): string => {
  let [lines, stay] = [0, 0]
  for (const block of blocks) {
    if (!logLike.test(block.text)) continue
    const spans = keptOf(block)
    const left = spans && new Set(sliceSpans(block.text, spans).split('\n').map(visible))
    for (const match of block.text.matchAll(failing)) {
      if (match[0] === '') continue
      lines += 1
      if (left === undefined || left.has(visible(match[0]))) stay += 1
    }
  }
  return lines === 0
    ? 'no error lines in logs'
    : `error lines of logs that stay: ${stay} of ${lines} (${percent(stay, lines)})`
}

const missing = (path: string): Error => new Error(`${path} is not there`)
const trace = z.object({ trace: z.string() })

const compacted = (text: string, budget?: number): string => {
  const result = adeline.compress(text, budget === undefined ? {} : { budget })
  return 'kept' in result ? sliceSpans(text, result.kept) : text
}

/** Java stack traces: their exceptions and causes, and the first frame of their own. Throws an error when absent. */
export const stackTraces = (folder: string): string => {
  const path = join(folder, 'traces', 'java-stack-traces.jsonl.gz')
  if (!existsSync(path)) throw missing(path)
  const texts = gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const report = [undefined, 0.75, 1].map((budget) => {
    let [exceptions, stay, own, ownStay, before, after] = [0, 0, 0, 0, 0, 0]
    for (const line of texts) {
      const text = trace.parse(JSON.parse(line)).trace
      const left = compacted(text, budget)
      const kept = new Set(left.split(/[\r\n]+/).map(visible))
      before += text.length
      after += left.length
      for (const [exception] of text.matchAll(/^(?!\s)[\w.$]+(Exception|Error)\b.*$|^Caused by: .*$/gm)) {
        exceptions += 1
        if (kept.has(visible(exception))) stay += 1
      }
      const frame = text
        .split('\n')
        .find((each) => /^\s+at (?!junit|org\.junit|org\.apache\.tools|java|sun|jdk)/.test(each))
      if (frame === undefined) continue
      own += 1
      if (kept.has(visible(frame))) ownStay += 1
    }
    return `  budget ${budget ?? 'by itself'}: exceptions ${percent(stay, exceptions)}, first own frame ${percent(ownStay, own)}, characters removed ${percent(before - after, before)}`
  })
  return [`${texts.length} Java stack traces`, ...report, ''].join('\n')
}

/** Real JSON payloads, before and after. Throws an error when absent. */
export const webhooks = (folder: string): string => {
  const path = join(folder, 'json', 'github-webhooks.tar.gz')
  if (!existsSync(path)) throw missing(path)
  const read = (...options: string[]): string =>
    execFileSync('tar', [...options, path], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const names = read('-tzf')
    .split('\n')
    .filter((name) => name.endsWith('.json'))
  const payloads = names.map((name) =>
    execFileSync('tar', ['-xzOf', path, name], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  )
  const report = [undefined, 0.75, 1].map((budget) => {
    let [before, after, valid] = [0, 0, 0]
    for (const text of payloads) {
      const left = compacted(text, budget)
      before += text.length
      after += left.length
      if (scanJson(left) !== undefined) valid += 1
    }
    return `  budget ${budget ?? 'by itself'}: parse ${percent(valid, payloads.length)}, characters removed ${percent(before - after, before)}`
  })
  return [`${payloads.length} GitHub payloads`, ...report, ''].join('\n')
}
