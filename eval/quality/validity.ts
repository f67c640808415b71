// Whether what is left of a text still has its form: JSON parses, fences balance, table rows keep their cells, traces their
// exception, logs their error lines. Knows no engine.

import { scanJson } from '../../core/json/scan.ts'
import { type KeptSpans, type Span, sliceSpans } from '../../core/text/spans.ts'
import type { Tally } from '../../testkit/report/intervals.ts'
import { isWhole } from './retention.ts'

const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[a-zA-Z]`, 'g')
/** A line without colours and outer blanks. */
const visible = (line: string): string => line.replace(colour, '').trim()

/** A line of a log that reports a failure: by its level, or as an exception. */
const failing = /^(?=.*(\b(ERROR|FATAL|CRITICAL|PANIC)\b|^\S*(Error|Exception): |^E {3,}\S)).*$/gm
/** A log: lines that open with a time or a level, a traceback, or the report of a test runner. */
const logLike =
  /^(\[?\d{4}-\d\d-\d\d[T ]\d\d:|\[?(DEBUG|INFO|WARNING|ERROR)\b|Traceback \(most recent|={5,} .* ={5,}$)/m
const fence = /^ {0,3}(?:```|~~~)/gm
const tableRow = /^[ \t]*\|.*\|[ \t]*$/gm
/** Frames of a trace in Python or Java, with the exception below or above them. */
const pythonTrace = /^Traceback \(most recent call last\):\n((?:[ \t]+.*\n)+)(\S.*)$/gm
const javaTrace = /^(?!\s)([\w.$]+(?:Exception|Error|Throwable)\b.*)\n((?:[ \t]+at .*(?:\n|$))+)/gm

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

/** What of the stretch is left. */
const leftOf = (text: string, kept: KeptSpans | undefined, [from, until]: Span): string =>
  kept === undefined
    ? text.slice(from, until)
    : sliceSpans(
        text,
        kept.flatMap(([start, end]): Span[] => {
          const span: Span = [Math.max(start, from), Math.min(end, until)]
          return span[0] < span[1] ? [span] : []
        }),
      )

const one = (holds: boolean): Tally => [1, holds ? 1 : 0]

const jsonStays = (text: string, left: string): Tally => {
  if (!/^\s*[[{]/.test(text) || scanJson(text) === undefined) return [0, 0]
  return one(left.trim() === '' || scanJson(left) !== undefined)
}

const fencesBalance = (text: string, left: string): Tally => {
  const fences = count(text, fence)
  return fences === 0 || fences % 2 === 1 ? [0, 0] : one(count(left, fence) % 2 === 0)
}

/** Rows of Markdown tables of which something is left: they still have all of their bars. */
const rowsStay = (text: string, kept: KeptSpans | undefined): Tally => {
  let [rows, whole] = [0, 0]
  for (const { 0: row, index } of text.matchAll(tableRow)) {
    const left = leftOf(text, kept, [index, index + row.length])
    if (left.trim() === '') continue
    rows += 1
    if (count(left, /\|/g) === count(row, /\|/g)) whole += 1
  }
  return [rows, whole]
}

/** Traces of which a frame is left: their exception is left whole. */
const exceptionsStay = (text: string, kept: KeptSpans | undefined): Tally => {
  let [traces, whole] = [0, 0]
  const check = (frames: Span, exception: Span): void => {
    if (leftOf(text, kept, frames).trim() === '') return
    traces += 1
    if (isWhole(kept, [exception[0], exception[0] + text.slice(...exception).trimEnd().length])) whole += 1
  }
  for (const { 0: all, 1: frames = '', 2: exception = '', index } of text.matchAll(pythonTrace)) {
    const end = index + all.length
    check([end - exception.length - frames.length, end - exception.length], [end - exception.length, end])
  }
  for (const { 0: all, 1: exception = '', index } of text.matchAll(javaTrace))
    check([index + exception.length, index + all.length], [index, index + exception.length])
  return [traces, whole]
}

const errorLinesStay = (text: string, left: string): Tally => {
  if (!logLike.test(text)) return [0, 0]
  const lines = [...text.matchAll(failing)].map(([line]) => visible(line)).filter((line) => line !== '')
  const stay = new Set(left.split('\n').map(visible))
  return [lines.length, lines.filter((line) => stay.has(line)).length]
}

/** What is looked at, in the order of the table. */
export const validityNames = [
  'JSON parses',
  'fences balance',
  'rows keep cells',
  'traces keep exception',
  'error lines',
] as const

/** Of each form that the text has: how often, and how often what is left of it still has it. */
export const validity = (text: string, kept: KeptSpans | undefined): ReadonlyMap<string, Tally> => {
  const left = kept === undefined ? text : sliceSpans(text, kept)
  const tallies = [
    jsonStays(text, left),
    fencesBalance(text, left),
    rowsStay(text, kept),
    exceptionsStay(text, kept),
    errorLinesStay(text, left),
  ]
  return new Map(validityNames.map((name, at): [string, Tally] => [name, tallies[at] ?? [0, 0]]))
}
