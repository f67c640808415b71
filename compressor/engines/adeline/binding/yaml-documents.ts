// Keeps what tells documents and records of YAML apart, whatever the router takes them for: the `---` between documents, their kind, what
// names them and their state. A line keeps the key that it stands under, and a key stays or goes in all documents of a kind, as in JSON.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, indentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isRemark } from '../reading/lines/signs.ts'
import { isFloorKey } from '../weighing/json-floor.ts'
import { tieColumns } from './even-columns.ts'

const parting = /^---(?: |$)/
/** A key, behind the dash of an item if it opens one, and its value. */
const member = /^\s*(- )?\s*(?:- )*["']?([\w./@{}-]{1,200})["']?:(?: +(.*))?$/
const item = /^\s*- ?/
const empty = /^(?:null|~|""|''|\{\}|\[\])?$/
const opensBlock = /^[|>][+-]?\d?$/
/** Two documents, one that says of what kind it is, a list below a key at the same indentation, keys of an interface; most texts have none. */
const hint = /^---[ \t]*$|^ {0,2}kind: \S|^( *)(?:- )?[\w.-]+:[ \t]*\r?\n\1- |^ *(?:'\w+'|"\w+"|\/\S{0,200}):[ \t]*$/m
const fewestMembers = 4
/** Of the lines of a document, one in so many may be something else. */
const otherAmong = 8

interface Member {
  readonly line: number
  readonly indent: number
  readonly isItem: boolean
  readonly key: string
  readonly value: string
}

interface Document {
  /** The line that parts it from the one above. */
  readonly parting: number
  readonly lines: readonly Member[]
}

const memberAt = (context: LineContext, line: number): Member | undefined => {
  const content = contentOf(context, line)
  const [, dash, key = '', value = ''] = member.exec(content) ?? []
  if (key === '' && !item.test(content)) return undefined
  return { line, indent: indentOf(context, line), isItem: dash !== undefined || item.test(content), key, value }
}

/** The documents of a text; other text between two of them is none. */
const documentsOf = (context: LineContext): Document[] => {
  const documents: Document[] = []
  let [start, found, others, members]: [number, Member[], number, number] = [-1, [], 0, 0]
  const close = (): void => {
    if (members >= fewestMembers && others * otherAmong <= found.length)
      documents.push({ parting: start, lines: found })
    found = []
    others = 0
    members = 0
  }
  /** The indentation of the key whose block of text is passed over. */
  let block = Number.POSITIVE_INFINITY
  for (let line = 0; line < context.lines.length; line += 1) {
    const content = contentOf(context, line)
    if (parting.test(content)) {
      close()
      start = line
      block = Number.POSITIVE_INFINITY
      continue
    }
    if (isBlankLine(context, line) || isRemark(content) || indentOf(context, line) > block) continue
    block = Number.POSITIVE_INFINITY
    const own = memberAt(context, line)
    if (own === undefined) {
      others += 1
      continue
    }
    if (own.key !== '') members += 1
    if (opensBlock.test(own.value)) block = own.indent
    found.push(own)
  }
  close()
  return documents
}

interface Open extends Member {
  readonly path: string
  /** What has its key; a line may be of many units. */
  readonly unit: number | undefined
  hasChild: boolean
}

const isAbove = (open: Open, { indent, isItem }: Member): boolean =>
  open.indent < indent || (open.indent === indent && isItem && !open.isItem && open.value === '')

/** Ties and pins them. Linear in the text. */
export const bindYamlDocuments = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const { units } = context
  const unitsOn = unitsOnLine(context)
  const documents = documentsOf(context)
  const isStream = documents.length > 1
  const columns = new Map<string, number[]>()
  for (const { parting: parted, lines } of documents) {
    const kind = lines.find(({ key, indent }) => key === 'kind' && indent === 0)?.value ?? ''
    const hasNames = isStream || lines.some(({ key }) => key === 'kind')
    if (parted >= 0) for (const unit of unitsOn(parted)) units.pin(unit)
    const open: Open[] = []
    for (const own of lines) {
      while (open.length > 0 && !isAbove(open.at(-1) as Open, own)) open.pop()
      const above = open.at(-1)
      const on = unitsOn(own.line)
      const path = `${above?.path ?? kind}/${own.isItem ? '-' : ''}${own.key}`
      if (above?.unit !== undefined) {
        for (const unit of on) units.addCompanions(unit, [above.unit])
        // A key alone would read as one with nothing in it.
        if (!above.hasChild) units.addCompanions(above.unit, on)
        above.hasChild = true
      }
      const keyAt = (context.lines[own.line]?.start ?? 0) + own.indent
      const unit = on.find((one) => (units.end[one] ?? 0) > keyAt)
      open.push({ ...own, path, unit, hasChild: own.value !== '' })
      if (!hasNames) continue
      const isName = isFloorKey(own.key) || own.key === 'kind' || own.key === 'namespace'
      if (isName && own.value !== '') for (const unit of on) units.pin(unit)
      // An empty value may go by itself, as in JSON.
      else if (!empty.test(own.value)) {
        const column = columns.get(path)
        if (column === undefined) columns.set(path, [...on])
        else column.push(...on)
      }
    }
  }
  tieColumns(context, columns.values())
}
