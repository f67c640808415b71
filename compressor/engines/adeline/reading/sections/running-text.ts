// Tells paragraphs that someone wrote from lines that a program printed: the router calls both prose.

import { CharacterClass, characterClasses, lowerCase } from '../../../../text/characters.ts'
import type { Line } from '../../../../text/lines.ts'
import type { LineSigns } from '../lines/line-signs.ts'
import { blanklessIn, endsSentenceLine, none } from './blankless-text.ts'

const marks = /^\s{0,3}(#{1,6} |[-*+] |>+ |\d{1,3}[.)] )/
const sentenceEnd = /[.!?:;,)"'”’»…*_。！？、，；：]\s*$/
const longLine = 60
/** Running text has at least one end of a sentence in so many characters. */
const longestSentence = 600

/** Characters that programs print and writers hardly use. */
const technical = '=[]{}<>|\\/_#$%^&@~`+'
const mostTechnical = { of: 100, signs: 4 } as const

const isTechnical = new Uint8Array(128)
for (const sign of technical) isTechnical[sign.charCodeAt(0)] = 1

const technicalSigns = (text: string, start: number, end: number): number => {
  let signs = 0
  for (let at = start; at < end; at += 1) signs += isTechnical[text.charCodeAt(at)] ?? 0
  return signs
}

/** Number of marks in a range that end sentences. */
const sentenceEnds = (text: string, start: number, end: number): number => {
  let ends = 0
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    const isMark =
      unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x3002 || unit === 0xff01 || unit === 0xff1f
    const next = text.charCodeAt(at + 1)
    if (isMark && (at + 1 >= end || next === 0x20 || next === 0x22 || unit > 0x3000)) ends += 1
  }
  return ends
}

const wordsOf = (text: string, start: number, end: number): number => {
  let words = 0
  let inWord = false
  for (let at = start; at < end; at += 1) {
    const value = characterClasses[text.charCodeAt(at)] ?? 0
    const isLetter = value >= CharacterClass.lower && value <= CharacterClass.mark
    if (isLetter && !inWord) words += 1
    inWord = isLetter
  }
  return words
}

const listStarts =
  /^(ok|pass(ed)?|fail(ed)?|error|warning|info|debug|creating|cloning|destroying|running|collecting|installing|downloading|building|compiling|removing|copying|applying|fetching|checking)\b/

/**
 * Whether the lines are paragraphs. Most of their characters stand in long lines of words, in list items or headings, or in
 * lines that end like sentences; few are technical signs; sentences end often enough; few lines begin like program output.
 */
export const isRunningText = (
  text: string,
  lines: readonly Line[],
  first: number,
  end: number,
  { readsAllLanguages, isStamped }: LineSigns,
): boolean => {
  let [written, all, reports, count, signs, ends] = [0, 0, 0, 0, 0, 0]
  for (let index = first; index < end; index += 1) {
    const line = lines[index]
    if (line === undefined) break
    const length = line.contentEnd - line.start
    if (length === 0) continue
    const head = text.slice(line.start, Math.min(line.contentEnd, line.start + 40))
    if (head.trim() === '' && length <= 40) continue
    all += length
    signs += technicalSigns(text, line.start, line.contentEnd)
    count += 1
    if (listStarts.test(lowerCase(head.trimStart())) || (readsAllLanguages && isStamped(head))) {
      reports += 1
      continue
    }
    const tail = text.slice(Math.max(line.start, line.contentEnd - 4), line.contentEnd)
    const looked = Math.min(line.contentEnd, line.start + 400)
    const blankless = readsAllLanguages ? blanklessIn(text, line.start, line.contentEnd) : none
    const words = wordsOf(text, line.start, looked) + blankless.words
    ends += marks.test(head) ? 1 : sentenceEnds(text, line.start, line.contentEnd) + blankless.ends
    const endsSentence = sentenceEnd.test(tail) || (readsAllLanguages && endsSentenceLine(tail))
    const isLong = length + blankless.letters >= longLine && words >= 8
    const isWritten = marks.test(head) || isLong || (words >= 4 && endsSentence)
    if (isWritten) written += length
  }
  const isPlain = signs * mostTechnical.of <= all * mostTechnical.signs
  return all > 0 && isPlain && ends * longestSentence >= all && written * 10 >= all * 6 && reports * 3 <= count
}
