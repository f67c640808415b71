// Keeps records that a program prints as lines of `key: value`, a paragraph for each: what names a record and its state stay, and a line
// of each key stays or goes in all of them, as members of JSON records do (`weighing/json-columns.ts`).

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { keyWordsInAnyLanguage, keyWordsOf } from '../reading/json/keys.ts'
import { contentOf, formOfLine, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isFloorKey } from '../weighing/json-floor.ts'
import { tieColumns } from './even-columns.ts'

/** A key of a few words, and its value behind a colon, or behind an equals sign without blanks around it. */
const member = /^\s*([A-Za-z][\w().-]*(?: [\w().-]+){0,3}) *(?::(?:\s+|$)|=(?=\S|$))(.*)$/
/** What parts records beside blank lines. */
const rule = /^\s*[-=*]{3,}\s*$/
/** Two such lines behind each other, with keys in capitals; most texts have none. */
const hint = /^[A-Z][\w(). -]{0,60}[:=].*\r?\n[A-Z][\w(). -]{0,60}[:=]/m
const none = /^(?:<?(?:none|unset|null|nil)>?|-|n\/a|\(none\))?$/i
/** Fewer members make no record, and at least so large a share of the lines of a record are its members. */
const fewestMembers = 4
const linesPerMember = 2

interface Member {
  readonly key: string
  readonly line: number
  readonly indent: number
  readonly isEmpty: boolean
}

/** Whether the members of so many lines are those of a record: enough of them, and none of the outermost twice. */
const isRecord = (members: readonly Member[], lines: number): boolean => {
  if (members.length < fewestMembers || members.length * linesPerMember < lines) return false
  const outer = members.filter(({ indent }) => indent === 0).map(({ key }) => key)
  return members[0]?.indent === 0 && new Set(outer).size === outer.length
}

/** The members of each paragraph that is a record. */
function* recordsOf(context: LineContext): Generator<readonly Member[]> {
  let members: Member[] = []
  let lines = 0
  for (let line = 0; line <= context.lines.length; line += 1) {
    const content = formOfLine(context, line)
    if (line === context.lines.length || isBlankLine(context, line) || rule.test(content)) {
      if (isRecord(members, lines)) yield members
      members = []
      lines = 0
      continue
    }
    lines += 1
    const [, form, value = ''] = member.exec(content) ?? []
    const key = form && contentOf(context, line).trimStart().slice(0, form.length)
    const indent = indentOf(context, line)
    if (key !== undefined) members.push({ key, line, indent, isEmpty: none.test(value.trim()) })
  }
}

/** Ties and pins them. Linear in the text. */
export const bindPrintedRecords = (context: LineContext): void => {
  if (!hint.test(context.form)) return
  const { units } = context
  const unitsOn = unitsOnLine(context)
  const wordsOf = context.signs.readsAllLanguages ? keyWordsInAnyLanguage : keyWordsOf
  /** Units of members of one key in records that begin with the same one. */
  const columns = new Map<string, number[]>()
  for (const members of recordsOf(context))
    for (const { key, line, indent, isEmpty } of members) {
      const own = unitsOn(line)
      if (isEmpty) continue
      if (indent === 0 && (isFloorKey(key, wordsOf) || key === 'Namespace')) for (const unit of own) units.pin(unit)
      const name = `${members[0]?.key} ${indent} ${key}`
      const column = columns.get(name)
      if (column === undefined) columns.set(name, own)
      else for (const unit of own) column.push(unit)
    }
  tieColumns(context, columns.values())
}
