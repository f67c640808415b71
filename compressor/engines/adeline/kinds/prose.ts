// Paragraphs and Markdown: one unit per sentence. Headings stay, list items keep their first sentence, and a sentence that
// refers to the one before keeps it. Sentences are ranked in English only; elsewhere only repeated ones may go.

import { lowerCase } from '../../../text/characters.ts'
import { splitSentences } from '../../../text/sentences.ts'
import type { LineContext } from '../context/line-context.ts'
import { Parting } from '../cutting/layout.ts'
import { isEnglish } from '../reading/language.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { reportsFailure } from '../reading/lines/signs.ts'
import type { Section } from '../reading/sections/sections.ts'
import { estimateTokens } from '../units/cost.ts'
import { clampPoints } from '../units/points.ts'
import { TextKind } from '../units/text-kind.ts'
import { nothing, pinnedPoints } from '../units/units.ts'
import { pointsOfLine } from '../weighing/line-points.ts'
import { linePoints, prosePoints } from '../weighing/thresholds.ts'

const heading = /^\s{0,3}#{1,6} |^\s*[=-]{3,}\s*$|^[A-Z][^.!?]{0,60}:\s*$/
const item = /^\s*([-*+•]|\d{1,3}[.)]|\([a-z0-9]\)|>+) /
const leaning =
  /^["'(*_]*(it|this|that|these|those|they|he|she|its|their|such|however|therefore|thus|hence|but|also|otherwise|instead|moreover|then|so|and|or|yet|still|both|neither|either)\b/
/** What would mean something else at the beginning of a line: an item, a heading, a quotation, a table, a fence. */
const opensLine = /^\s*([-*+•>#|=]|\d{1,3}[.)]\s|`{3}|~{3})/

interface Paragraph {
  readonly first: number
  readonly end: number
  readonly isHeading: boolean
  readonly isItem: boolean
}

/** The paragraphs of a section: headings, list items, and runs of lines between them and blank lines. */
const paragraphsOf = (context: LineContext, section: Section): Paragraph[] => {
  const paragraphs: Paragraph[] = []
  let line = section.first
  while (line < section.end) {
    if (isBlankLine(context, line)) {
      line += 1
      continue
    }
    const first = line
    const content = contentOf(context, first)
    const isHeading = heading.test(content)
    const isItem = item.test(content)
    line += 1
    while (!isHeading && line < section.end && !isBlankLine(context, line)) {
      const next = contentOf(context, line)
      if (item.test(next) || heading.test(next)) break
      line += 1
    }
    paragraphs.push({ first, end: line, isHeading, isItem })
  }
  return paragraphs
}

interface Writing {
  readonly ranked: boolean
  /** Sentences read so far, without the white space around them; if they stay below each heading, those below the last one. */
  readonly seen: Set<string>
  /** Long sentences of the whole section, where those need to stand only once; whether none stands below the last heading yet. */
  readonly long: Set<string> | undefined
  opens: boolean
}

const pointsOfSentence = (context: LineContext, line: number, sentence: string, writing: Writing): number => {
  const bare = sentence.trim()
  const isLong = writing.long !== undefined && bare.length >= prosePoints.longRepeat
  const isRepeat = writing.seen.has(bare) || (isLong && !writing.opens && writing.long?.has(bare) === true)
  writing.seen.add(bare)
  if (isLong) writing.long?.add(bare)
  writing.opens = false
  if (reportsFailure(sentence) || reportsFailure(contentOf(context, line))) return pinnedPoints
  if (isRepeat && bare.length >= prosePoints.shortestRepeat) return linePoints.expendable
  if (!writing.ranked) return pinnedPoints
  const points = pointsOfLine(context, TextKind.prose, line)
  return clampPoints(Math.max(points + (/\d/.test(sentence) ? prosePoints.number : 0), linePoints.ordinary))
}

/** The line that the offset is on, searched from `from` to `end`. */
const lineOf = (context: LineContext, offset: number, from: number, end: number): number => {
  let line = from
  while (line + 1 < end && (context.lines[line + 1]?.start ?? 0) <= offset) line += 1
  return line
}

const addSentences = (context: LineContext, paragraph: Paragraph, above: number, writing: Writing): number => {
  const { text, lines, units, layout } = context
  const start = lines[paragraph.first]?.start ?? 0
  const end = lines[paragraph.end - 1]?.contentEnd ?? start
  let [opening, previous, line] = [nothing, nothing, paragraph.first]
  for (const [from, until] of splitSentences(text, start, end)) {
    line = lineOf(context, from, line, paragraph.end)
    const sentence = text.slice(from, until)
    const head = sentence.slice(0, 40)
    const isLeaning = previous !== nothing && (leaning.test(lowerCase(head)) || opensLine.test(head))
    const unit = units.add({
      kind: TextKind.prose,
      start: from,
      end: until,
      needs: isLeaning
        ? previous
        : paragraph.isItem && opening !== nothing
          ? opening
          : opening === nothing
            ? above
            : nothing,
      points: paragraph.isHeading ? pinnedPoints : pointsOfSentence(context, line, sentence, writing),
      cost: estimateTokens(text, from, until),
    })
    if (isLeaning && paragraph.isItem) units.also[unit] = opening
    if (opening === nothing) opening = unit
    previous = unit
    let contentEnd = until
    while (contentEnd > from && ' \t\r\n'.includes(text[contentEnd - 1] ?? '')) contentEnd -= 1
    let blanks = contentEnd
    while (blanks < until && ' \t'.includes(text[blanks] ?? '')) blanks += 1
    const isSpaced = blanks === until
    layout.addVerbatim(unit, from, isSpaced ? until : contentEnd)
    if (!isSpaced) layout.addGap(contentEnd, until, Parting.line)
  }
  return opening
}

/** Adds the units of a section of running text. */
export const addProse = (context: LineContext, section: Section): void => {
  const { text, lines } = context
  const start = lines[section.first]?.start ?? 0
  const end = lines[section.end - 1]?.end ?? start
  const long = context.ranker.readsClosely === true ? new Set<string>() : undefined
  const writing: Writing = { ranked: isEnglish(text, start, end), seen: new Set(), long, opens: false }
  /** List items that may enclose the next paragraph, outermost first. */
  const open: { indent: number; unit: number }[] = []
  const paragraphs = paragraphsOf(context, section)
  for (const [index, paragraph] of paragraphs.entries()) {
    if (paragraph.isHeading && context.ranker.keepsBelowHeadings === true) writing.seen.clear()
    const indent = indentOf(context, paragraph.first)
    if (!paragraph.isItem && indent === 0) open.length = 0
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    const unit = addSentences(context, paragraph, open.at(-1)?.unit ?? nothing, writing)
    if (paragraph.isHeading) writing.opens = true
    if (paragraph.isItem) open.push({ indent, unit })
    const behind = lines[paragraphs[index + 1]?.first ?? section.end]?.start ?? end
    const from = lines[paragraph.end - 1]?.contentEnd ?? end
    const isParted = paragraph.end < (paragraphs[index + 1]?.first ?? section.end)
    context.layout.addGap(from, behind, isParted ? Parting.paragraph : Parting.line)
  }
}
