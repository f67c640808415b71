// Puts settings of ours into a TOML text between fences, and takes them out again, whatever was changed around them.

import { assignmentOf, faultyLine, type Statement, statementsOf, tableOf } from '../toml/statements.ts'
import { Failed } from '../world/faults.ts'
import { lineBreakOf } from './line-break.ts'

const opening = '# >>> compaction >>>'
/** The text had no line break at its end, and got one. */
const openingAfterBreak = '# >>> compaction, on a new line >>>'
const closing = '# <<< compaction <<<'
const kept = '# before: '

/** `replaced`: lines as they stood, with their own ends. */
const fenced = (
  lines: readonly string[],
  lineBreak: string,
  { first = opening, replaced = [] }: { readonly first?: string; readonly replaced?: readonly string[] } = {},
): string => [first + lineBreak, ...replaced, ...[...lines, closing].map((line) => line + lineBreak)].join('')

export interface Fenced {
  /** Keys before every table, with their values in TOML. */
  readonly top: Readonly<Record<string, string>>
  readonly table: readonly string[]
  readonly members: Readonly<Record<string, string>>
}

const lines = (members: Readonly<Record<string, string>>): string[] =>
  Object.entries(members).map(([name, value]) => `${name} = ${value}`)

const isSame = (path: readonly string[], other: readonly string[]): boolean => path.join('\n') === other.join('\n')

const beginsWith = (path: readonly string[], other: readonly string[]): boolean =>
  isSame(path.slice(0, other.length), other)

/**
 * The path by which a text has a table already, or a value in its place: a head or a key of it, or an inline table around it, to which TOML
 * adds nothing.
 */
const takenBy = (text: string, table: readonly string[]): readonly string[] | undefined => {
  let head: readonly string[] = []
  for (const statement of statementsOf(text)) {
    const opened = tableOf(statement)
    head = opened ?? head
    const key = assignmentOf(statement)?.path
    const path = [...head, ...(key ?? [])]
    if (beginsWith(path, table)) return table
    if (opened === undefined && key !== undefined && beginsWith(table, path)) return path
  }
  return undefined
}

/** The statement before the first table that sets a key. */
const topStatement = (statements: readonly Statement[], key: string): Statement | undefined => {
  const head = statements.findIndex((statement) => tableOf(statement) !== undefined)
  return statements
    .slice(0, head < 0 ? undefined : head)
    .find((statement) => isSame(assignmentOf(statement)?.path ?? [], [key]))
}

/** The end of a line with its line break. */
const behind = (text: string, end: number): number => (text[end] === '\n' ? end + 1 : end)

/**
 * What stood in the place of a key is kept as a comment. Throws `Failed` where the table is somebody else's already, and where the text
 * is no TOML: what is put into it could stand inside a string of it.
 */
export const withFences = (text: string, { top, table, members }: Fenced): string => {
  const faulty = faultyLine(text)
  if (faulty !== undefined) throw new Failed(`The file is no TOML from line ${faulty} on. Mend it first.`)
  const taken = takenBy(text, table)
  if (taken !== undefined && taken.length < table.length)
    throw new Failed(
      `The file sets ${taken.join('.')} in braces, to which nothing can be added. Write tables first: [${taken.join('.')}.NAME]`,
    )
  if (taken !== undefined) throw new Failed(`The file has a table [${table.join('.')}] of its own. Rename it first.`)
  const isBroken = text === '' || text.endsWith('\n')
  const lineBreak = lineBreakOf(text)
  let made = isBroken ? text : text + lineBreak
  for (const [key, value] of Object.entries(top)) {
    const found = topStatement(statementsOf(made), key)
    const replaced = found === undefined ? [] : found.text.split('\n').map((line) => `${kept}${line}\n`)
    const block = fenced([`${key} = ${value}`], lineBreak, { replaced })
    const mark = made.startsWith('\ufeff') ? 1 : 0
    const [from, end] = found === undefined ? [mark, mark] : [found.start, behind(made, found.end)]
    made = made.slice(0, from) + block + made.slice(end)
  }
  const first = isBroken ? opening : openingAfterBreak
  return made + fenced([`[${table.join('.')}]`, ...lines(members)], lineBreak, { first })
}

/** Without every fenced block, and with what they had replaced. */
export const withoutFences = (text: string): string => {
  const made: string[] = []
  let inside = false
  let joint: number | undefined
  let addedBreak = '\n'
  for (const line of text.split('\n')) {
    const mark = line.replace(/\r$/, '')
    if (mark === opening || mark === openingAfterBreak) {
      inside = true
      if (mark === openingAfterBreak) {
        joint = made.length
        addedBreak = line === mark ? '\n' : '\r\n'
      }
    } else if (mark === closing) inside = false
    else if (!inside) made.push(line)
    else if (line.startsWith(kept)) made.push(line.slice(kept.length))
  }
  // The break that was added goes too, if nothing has been written behind it.
  const left = made.join('\n')
  if (joint === undefined || made.length !== joint + 1 || made.at(-1) !== '') return left
  return left.endsWith(addedBreak) ? left.slice(0, -addedBreak.length) : left
}
