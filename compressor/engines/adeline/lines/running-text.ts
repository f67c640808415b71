// Tells paragraphs that someone wrote from lines that a program printed. Both look like prose to a router.

import { CharacterClass, characterClasses, lowerCase } from '../../../text/characters.ts'
import type { Line } from '../../../text/lines.ts'

const marks = /^\s{0,3}(#{1,6} |[-*+] |>+ |\d{1,3}[.)] )/
const sentenceEnd = /[.!?:;,)"'”’»…*_。！？、，；：]\s*$/
const longLine = 60

/** Signs that programs print and writers hardly use. */
const technical = '=[]{}<>|\\/_#$%^&@~`+'
const mostTechnical = { of: 100, signs: 4 } as const

const isTechnical = new Uint8Array(128)
for (const sign of technical) isTechnical[sign.charCodeAt(0)] = 1

const technicalSigns = (text: string, start: number, end: number): number => {
  let signs = 0
  for (let at = start; at < end; at += 1) signs += isTechnical[text.charCodeAt(at)] ?? 0
  return signs
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
 * Whether the lines are paragraphs: most of their characters stand in long lines of words, in list items or headings, or
 * in lines that end like sentences; few are signs; and few of the lines begin like reports of a program.
 */
export const isRunningText = (text: string, lines: readonly Line[], first: number, end: number): boolean => {
  let [written, all, reports, count, signs] = [0, 0, 0, 0, 0]
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
    if (listStarts.test(lowerCase(head.trimStart()))) {
      reports += 1
      continue
    }
    const tail = text.slice(Math.max(line.start, line.contentEnd - 4), line.contentEnd)
    const words = wordsOf(text, line.start, Math.min(line.contentEnd, line.start + 400))
    const isWritten = marks.test(head) || (length >= longLine && words >= 8) || (words >= 4 && sentenceEnd.test(tail))
    if (isWritten) written += length
  }
  const isPlain = signs * mostTechnical.of <= all * mostTechnical.signs
  return all > 0 && isPlain && written * 10 >= all * 6 && reports * 3 <= count
}
