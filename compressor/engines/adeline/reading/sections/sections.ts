// Finds out which kind of text each stretch of lines is: takes the blocks of the shared router and judges them again as
// parts of one text. In doubt a stretch is code, which is kept.

import type { Line } from '../../../../text/lines.ts'
import { type BlockKind, routeBlocks } from '../../../../text/router.ts'
import { TextKind } from '../../units/text-kind.ts'
import type { LineReading } from '../lines/line-reading.ts'
import { isFrame } from '../lines/signs.ts'
import { delimitedLines } from './delimited.ts'
import { isRunningText } from './running-text.ts'

/** Lines `[first, end)` of one kind. JSON sections hold exactly one value. */
export interface Section {
  readonly kind: TextKind
  readonly first: number
  readonly end: number
}

const pageHead = /^\s*(<!doctype html|<html[\s>])/i
const settingLine = /^\s*(- )?("[^"]{1,80}"|'[^']{1,80}'|[A-Za-z_][\w./-]{0,80}):( .*)?$/
const listedSetting = /^\s*- \S/
const iniHead = /^\s*\[[\w ."':/-]+\]\s*$/
const iniLine = /^\s*[\w.-]+\s*=.*$/
const remark = /^\s*[#;]/
const brackets = /[{}();]\s*$/

/** A key whose value is the block of text below it. */
export const opensText = /:\s*[|>][+-]?\d?\s*$/

const fewestSettings = 5

/** A key before a wide colon, which needs no blank behind it. */
const wideSetting = /^\s*(- )?[A-Za-z_][\w./-]{0,80}：.*$/

/** Whether the lines are YAML or INI from the first to the last; `mayBeWide`: or keys and values that wide colons part. */
const isSettings = (text: string, lines: readonly Line[], first: number, end: number, mayBeWide: boolean): boolean => {
  let [settings, listed, ini, headed] = [0, 0, 0, 0]
  /** Indentation of the key whose block of text is being skipped. */
  let block = Number.POSITIVE_INFINITY
  for (let index = first; index < end; index += 1) {
    const line = lines[index]
    if (line === undefined || line.contentEnd === line.start) continue
    const content = text.slice(line.start, Math.min(line.contentEnd, line.start + 300))
    const indent = content.search(/\S/)
    if (indent < 0 || indent > block || remark.test(content)) continue
    block = opensText.test(content) ? indent : Number.POSITIVE_INFINITY
    if (brackets.test(content) && !content.includes(': ')) return false
    if (settingLine.test(content) || (mayBeWide && wideSetting.test(content))) settings += 1
    else if (listedSetting.test(content)) listed += 1
    else if (iniHead.test(content)) headed += 1
    else if (iniLine.test(content)) ini += 1
    else return false
  }
  return headed > 0 ? ini >= fewestSettings && settings + listed === 0 : ini === 0 && settings >= fewestSettings
}

/** A hit of a search, with its file or its line number. */
const hit = /^(\d+[:-]|[\w@~./-]+\.\w{1,8}(:\d+)?[:-]|[\w@~./-]+\/[\w@~./-]+::)/

/** Whether most of the lines are hits of a search. */
const isHits = (text: string, lines: readonly Line[], first: number, end: number): boolean => {
  let [hits, others] = [0, 0]
  for (const line of lines.slice(first, end)) {
    if (line.contentEnd === line.start) continue
    if (hit.test(text.slice(line.start, Math.min(line.contentEnd, line.start + 200)))) hits += 1
    else others += 1
  }
  return hits > others
}

const lineAt = (lines: readonly Line[], start: number, from: number): number => {
  let index = from
  while (index < lines.length && (lines[index]?.start ?? 0) < start) index += 1
  return index
}

/** The share of code from which on everything between it counts as code too: comments, docstrings, tables of constants. */
const codeShare = { of: 2, is: 1 } as const

const kindOf = (
  { text, form, lines, signs }: LineReading,
  routed: BlockKind,
  first: number,
  end: number,
  isSource: boolean,
): TextKind => {
  if (routed === 'diff') return TextKind.diff
  if (routed === 'fenced') return TextKind.code
  if (routed === 'code')
    return isSettings(form, lines, first, end, signs.readsAllLanguages) ? TextKind.settings : TextKind.code
  if (isSource) return TextKind.code
  if (routed === 'json') return TextKind.json
  if (routed === 'listing') return TextKind.listing
  if (routed === 'table') return TextKind.table
  if (routed === 'log') return TextKind.log
  if (isHits(form, lines, first, end)) return TextKind.listing
  return isRunningText(text, lines, first, end, signs) ? TextKind.prose : TextKind.log
}

/** Kinds of blocks that may hold rows of a table: the router, which sees one line at a time, cannot tell them. */
const mayHideRows = (routed: BlockKind): boolean => routed === 'prose' || routed === 'table' || routed === 'listing'

/** The sections of a text: in order, together covering its lines. */
export const sectionsOf = (reading: LineReading): Section[] => {
  const { text, form, lines, signs } = reading
  if (pageHead.test(text.slice(0, 200))) return [{ kind: TextKind.page, first: 0, end: lines.length }]
  if (isSettings(form, lines, 0, lines.length, signs.readsAllLanguages))
    return [{ kind: TextKind.settings, first: 0, end: lines.length }]
  const blocks = routeBlocks(form)
  let code = 0
  for (const block of blocks) if (block.kind === 'code') code += block.end - block.start
  const isSource = code * codeShare.of >= text.length * codeShare.is
  const sections: Section[] = []
  const textOf = (line: number): string =>
    text.slice(lines[line]?.start ?? 0, lines[line]?.contentEnd ?? 0).slice(0, 200)
  const add = (kind: TextKind, start: number, end: number): void => {
    if (end <= start) return
    const above = sections.at(-1)
    const takesException = above?.kind === TextKind.prose && isFrame(textOf(start)) && textOf(start - 1).trim() !== ''
    const first = takesException ? start - 1 : start
    if (takesException) {
      sections.pop()
      if (above.first < first) sections.push({ ...above, end: first })
    }
    const last = sections.at(-1)
    if (last?.kind === kind && kind !== TextKind.json) sections[sections.length - 1] = { ...last, end }
    else sections.push({ kind, first, end })
  }
  let first = 0
  for (let at = 0; at < blocks.length; ) {
    let stop = at + 1
    while (mayHideRows(blocks[at]?.kind ?? 'code') && mayHideRows(blocks[stop]?.kind ?? 'code')) stop += 1
    const group = blocks.slice(at, stop)
    const groupEnd = lineAt(lines, group.at(-1)?.end ?? 0, first)
    const rows =
      isSource || isHits(form, lines, first, groupEnd) ? undefined : delimitedLines(form, lines, first, groupEnd)
    const groupStart = first
    for (const block of group) {
      const end = lineAt(lines, block.end, first)
      while (first < end) {
        const isRow = mayHideRows(block.kind) && rows?.[first - groupStart] === 1
        let until = first + 1
        while (until < end && (mayHideRows(block.kind) && rows?.[until - groupStart] === 1) === isRow) until += 1
        add(isRow ? TextKind.table : kindOf(reading, block.kind, first, until, isSource), first, until)
        first = until
      }
    }
    at = stop
  }
  return sections
}
