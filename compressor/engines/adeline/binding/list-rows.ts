// Keeps the rows of lists in which each line names one thing and says one fact of it: packages with their versions, files with their
// digests, branches, variables. They have no head and no number that would tell how many are gone, so what is left reads as all of them.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import type { PartedNames } from './parted-names.ts'

const version = String.raw`v?\d+(?:\.[\w*]+)+`
/** Of a digest, both letters and digits; of plain digits, a number. */
const digest = String.raw`(?=[0-9]*[a-f])(?=[a-f]*\d)[0-9a-f]{7,128}`

/** A name and a version below each other, as they stand below the names of their columns. */
const columns = new RegExp(String.raw`^[\w@][\w@./+-]* {2,}${version}`)

const onePackage = new RegExp(String.raw`^[\w@][\w@./+-]* +${version}(?: |$)`)

/** Whether a line is one of a package with its version. */
export const isPackage = (line: string): boolean => onePackage.test(line)

/** What each row of a list is like, and what at least one of them is where other lines look the same. */
export interface Form {
  readonly row: RegExp
  /** Its name, if that says without the rest that something of the row is gone. */
  readonly named?: RegExp
  readonly telling?: RegExp
  /** How many rows are a list, where a single one cannot be anything else. */
  readonly fewest?: number
}

/** By what a row names. */
export const listForms: readonly Form[] = [
  // Packages: pip, conda, npm, cargo, go, gem, apt; versions alone.
  { row: columns, named: /^\S+/ },
  { row: new RegExp(String.raw`^[ │|]*(?:[├└+\x60][─-]*[┬ ]*)?[\w@][\w@./+-]*(?:==|@| ?\(|\s+)${version}`) },
  { row: /^[\w.+-]+\/[\w.,-]+ \S+ [a-z]\w+(?: \[|$)/ },
  { row: /^v?\d+\.\d+(?:\.\d+)*(?:[.-]?(?:a|b|rc|alpha|beta|dev|pre|post)[.-]?\d*)?$/ },
  { row: /^npm (?:warn|WARN) \w+ \S/ },
  // What has a digest: files, refs, commits, working trees, branches with their commits; what is stashed.
  { row: new RegExp(String.raw`^(?:[*+] | {2})?(?:\S+\s+|\(.{1,80}\)\s+)?(?:sha\d+:)?${digest}\s+\S`) },
  { row: /^stash@\{\d+\}: / },
  { row: /^(?:[*+] | {2})(?:\(.{1,80}\)|[\w.@#/-]+)(?: -> \S+)?$/, telling: /^\* \S|^ {2}remotes\/\S/ },
  // Variables and settings. A key with a dash is no name of a language.
  { row: /^(?:export |declare -x )?[A-Z_][A-Z0-9_]*=/ },
  { row: /^[\w@/][\w@/:.-]* ?= ?\S/, telling: /^[a-z]\w*(?:[.-]\w+)+ ?= ?\S/ },
  // Accounts, units of systemd, tables of cron, processes, file systems, indexes of a table.
  { row: /^[\w.-]+:[^:\s]*:\d*:/ },
  { row: /^[●○×*]? *\S+\.(?:service|socket|timer|target|mount|slice|scope|path|device|automount|swap) / },
  { row: /^(?:[\d*/,-]+ +){5}\S/ },
  { row: /^ *\d+ (?:pts\/\d+|tty\w*|\?) +\S+ \S/ },
  { row: /^\S+ on \S+ type \w+ \(/ },
  { row: /^ {4}"[^"]{1,100}" (?:PRIMARY KEY|UNIQUE|FOREIGN KEY|CHECK|btree|hash|gin|gist|brin)\b/ },
  // Sizes, counts and times of files.
  { row: /^ *\d[\d.,]*[KMGTP]?i?B?\s+(?:[\w.@+~-]*[./][\w.@+~/-]*|total)$/ },
  { row: /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? +\d+ \S+$/ },
]

/** So are, since 1.13: commits in a drawn graph, changed files with how much, open ports, libraries, how a program was built, limits, jobs, metrics. */
export const moreListForms: readonly Form[] = [
  { row: /^(?=[|*])[|\\/_ *]+(?:[0-9a-f]{7,40} \S.*)?$/, telling: /^[|\\/_ ]*\*[|\\/_ ]* [0-9a-f]{7,40} \S/ },
  ...listForms,
  // A row of a table may end in a bar and a number as well.
  { row: /^ \S.{0,200} \| +(?:\d+ [+-]+|0|Bin\b.*)$/, telling: / \| +(?:\d+ [+-]+|Bin\b.*)$/, fewest: 1 },
  { row: /^\d{1,5}\/(?:tcp|udp|sctp) +[a-z|]+ /, fewest: 1 },
  { row: /^\s+\S+ (?:=> (?:not found|\S+ ))?\(0x[0-9a-f]+\)$|^\s+\S+ => not found$/, fewest: 2 },
  { row: /^\t(?:path|mod|dep|build|=>)\t\S/ },
  { row: /^[a-zA-Z][\w-]*(?: [\w-]+){0,6} {2,}\([^()]{1,40}-\w\) \S+$/ },
  { row: /^(?=[\d/,-]*(?: +[\d/,-]+)* *\*)(?:[\d/,*-]+ +){5}\S*[a-z/]/, fewest: 1 },
  { row: /^[a-zA-Z_:][\w:]*\{[^{}]{1,300}\} [-+]?(?:\d[\d.e+-]*|NaN|Inf)(?: \d{13})?$/, fewest: 1 },
]

/** So are, since 1.14: files with their times and sizes in units, appointments from when until when, and what else belongs to a table of a database. */
export const latestListForms: readonly Form[] = [
  ...moreListForms,
  { row: /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? +(?:\d[\d.]* ?(?:Bytes|[KMGTP]?i?B?) +|PRE )\S/, fewest: 2 },
  { row: /^\[(?:FILE|DIR|LINK|SYMLINK)\] +\S/, fewest: 2 },
  { row: /^\S.{0,200} {2,}\d[\d.]* ?(?:Bytes|[KMGTP]?i?B)$/ },
  { row: /^(?:\w.{0,14} )? *\d{1,2}:\d\d ?(?:[ap]m)? ?[-–] ?\d{1,2}:\d\d ?(?:[ap]m)? +\S/, fewest: 2 },
  { row: /^ {4}(?:TABLE "[^"]{1,100}" CONSTRAINT|\w+ (?:BEFORE|AFTER|INSTEAD OF)) /, fewest: 1 },
]

/** Fewer lines of a form are no list. */
const fewestRows = 3
const rule = /^[-= ]+$/
/** What an agent or a shell puts around an output names no column. */
const wrapping = /^[<>$]/
/** So many lines above may name the columns. */
const mostHeads = 2

/** Lines of one form, up to here. */
interface List {
  readonly form: Form
  readonly first: number
  last: number
  count: number
  isTold: boolean
}

/** Keeps the rows, or their names and what is said of all of them together; and what stands directly above the first. */
const keepList = (context: LineContext, { unitsOn, keep, tie }: PartedNames, list: List): void => {
  const { form, first, last, count, isTold } = list
  if (count < (form.fewest ?? fewestRows) || !isTold) return
  const said: number[] = []
  const keepLine = (line: number): void => {
    const length = form.named?.exec(contentOf(context, line))?.[0].length
    for (const unit of unitsOn(line)) if (keep(line, unit, length)) said.push(unit)
  }
  for (let line = first; line <= last; line += 1) keepLine(line)
  tie(said)
  for (let head = first - 1; head >= Math.max(0, first - mostHeads) && !isBlankLine(context, head); head -= 1) {
    const content = contentOf(context, head)
    if (!wrapping.test(content)) for (const unit of unitsOn(head)) context.units.pin(unit)
    if (!rule.test(content)) break
  }
}

/** Keeps the rows of each list. Linear in the text. */
export const keepListRows = (context: LineContext, names: PartedNames, forms: readonly Form[]): void => {
  let list: List | undefined
  for (let line = 0; line < context.lines.length; line += 1) {
    const content = contentOf(context, line)
    if (list?.form.row.test(content) === true) {
      list.last = line
      list.count += 1
      list.isTold ||= list.form.telling?.test(content) === true
      continue
    }
    // One line of another form, with a row behind it, is a row that says something else.
    const isWithin = list?.last === line - 1 && list.form.row.test(contentOf(context, line + 1))
    if (isWithin && !isBlankLine(context, line)) continue
    if (list !== undefined) keepList(context, names, list)
    const form = forms.find(({ row }) => row.test(content))
    const isTold = form !== undefined && (form.telling ?? form.row).test(content)
    list = form === undefined ? undefined : { form, first: line, last: line, count: 1, isTold }
  }
  if (list !== undefined) keepList(context, names, list)
}
