// Keeps the members of what a program prints as one `key: value` on each line: the facts of a machine, of a package, of a server, the heads of
// a message or an issue. Nobody would know of a member that is gone. `binding/printed-records.ts` ties those of several records.

import { tieColumns } from '../binding/even-columns.ts'
import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { formOfLine, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isProgramOutput } from '../reading/sections/program-output.ts'
import { TextKind } from '../units/text-kind.ts'

/** A key of a few words before a colon, which blanks follow, or of one word of small letters before a colon alone. */
const member =
  /^[ \t]*(?:([A-Za-z][\w()./-]*(?: [\w()./-]+){0,5})(?:[ \t]*:(?:[ \t]+|$))|([a-z][a-z0-9_]*):(?=[^/\s]))(.*)$/
/** Two of them behind each other; most texts have none. */
const hint = /^[ \t]*[A-Za-z][\w()./ -]{0,80}[ \t]*:.*\r?\n[ \t]*[A-Za-z][\w()./ -]{0,80}[ \t]*:/m
/** A longer value is a text. */
const longestValue = 100
const longestRead = 600
/** Fewer members are no record, and of four keys three differ in more than a number: a log says the same ones again and again, or counts. */
const fewestMembers = 4
const [keys, different] = [4, 3]
/** Nobody asks how a run of tests was set up. */
const setUp = /={5,} test session starts ={5,}/
const others: ReadonlySet<number> = new Set([TextKind.diff, TextKind.trace, TextKind.json])

/** So many records that begin with the same key are a list of them. */
const fewestRecords = 3

interface Run {
  readonly indent: number
  readonly first: string
  /** Its lines with short values, by their keys. */
  readonly short: { readonly key: string; readonly line: number }[]
  /** Its keys with all numbers alike. */
  readonly keys: Set<string>
  members: number
}

const isRecord = ({ members, keys: own }: Run): boolean =>
  members >= fewestMembers && own.size * keys >= members * different

/** Runs of such lines at one indentation; what is indented below a member does not end one. */
function* runsOf(context: LineContext): Generator<Run> {
  const open: Run[] = []
  for (let line = 0; line < context.lines.length; line += 1) {
    if (isBlankLine(context, line)) {
      yield* open.splice(0)
      continue
    }
    const indent = indentOf(context, line)
    while ((open.at(-1)?.indent ?? -1) > indent) yield open.pop() as Run
    const content = formOfLine(context, line, longestRead)
    const [, words, word, value = ''] = (context.signs.isStamped(content) ? undefined : member.exec(content)) ?? []
    const key = words ?? word
    if (key === undefined) {
      if (open.at(-1)?.indent === indent) yield open.pop() as Run
      continue
    }
    if (open.at(-1)?.indent !== indent) open.push({ indent, first: key, short: [], keys: new Set(), members: 0 })
    const run = open.at(-1) as Run
    run.members += 1
    run.keys.add(key.replace(/\d+/g, '0'))
    const said = value.trim()
    if (said !== '' && said.length <= longestValue) run.short.push({ key, line })
  }
  yield* open
}

/** Whether what the router calls code is a source file. */
const holdsSource = ({ units, text }: LineContext): boolean => {
  const code: string[] = []
  for (let unit = 0; unit < units.length; unit += 1) {
    const start = units.start[unit] ?? 0
    if (units.kind[unit] === TextKind.code)
      code.push(text.slice(start, Math.min(units.end[unit] ?? 0, start + longestRead)).trimEnd())
  }
  return code.length > 0 && !isProgramOutput(code)
}

/** Pins the members of each record, and ties those of one key in lists of records. Linear in the text. */
export const pinKeyedLines = (context: LineContext): void => {
  const { units, form } = context
  if (!hint.test(form) || setUp.test(form)) return
  const onLine = unitsOnLine(context)
  const isSource = holdsSource(context)
  const mayStay = (kind: number): boolean => !others.has(kind) && !(isSource && kind === TextKind.code)
  const unitsOn = (line: number): number[] => onLine(line).filter((unit) => mayStay(units.kind[unit] ?? 0))
  const lists = new Map<string, Run[]>()
  for (const run of runsOf(context)) {
    if (!isRecord(run)) continue
    const name = `${run.indent} ${run.first}`
    const list = lists.get(name)
    if (list === undefined) lists.set(name, [run])
    else list.push(run)
  }
  for (const records of lists.values()) {
    const columns = new Map<string, number[]>()
    for (const { short } of records)
      for (const { key, line } of short) {
        const own = unitsOn(line)
        const column = columns.get(key)
        if (column === undefined) columns.set(key, own)
        else column.push(...own)
      }
    if (records.length >= fewestRecords) tieColumns(context, columns.values())
    else for (const column of columns.values()) for (const unit of column) units.pin(unit)
  }
}
