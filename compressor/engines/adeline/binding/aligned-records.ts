// Keeps records that SQLite prints as lines of `key = value` with the equals signs below each other, a paragraph for each: what names a
// record and its state stay, and a key stays or goes in all. `printed-records.ts` has those with a colon.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { isFloorKey } from '../weighing/json-floor.ts'
import { tieColumns } from './even-columns.ts'

const member = /^( *)([A-Za-z_][\w .()*]{0,63}) = (.*)$/
/** Two such lines behind each other, the keys against the right; most texts have none. */
const hint = /^ *[A-Za-z_][\w .()*]{0,63} = .*\r?\n *[A-Za-z_][\w .()*]{0,63} = /m
const fewestMembers = 2
const fewestRecords = 2

interface Member {
  readonly line: number
  readonly key: string
  readonly sign: number
  readonly isEmpty: boolean
}

/** Paragraphs of nothing but members, with their signs in one column. */
function* paragraphsOf(context: LineContext): Generator<readonly Member[]> {
  let [members, isRecord]: [Member[], boolean] = [[], true]
  for (let line = 0; line <= context.lines.length; line += 1) {
    if (line === context.lines.length || isBlankLine(context, line)) {
      if (isRecord && members.length >= fewestMembers) yield members
      members = []
      isRecord = true
      continue
    }
    const found = member.exec(contentOf(context, line))
    if (found === null) {
      isRecord = false
      continue
    }
    const [, margin = '', key = '', value = ''] = found
    const sign = margin.length + key.length
    if (members.length > 0 && members[0]?.sign !== sign) isRecord = false
    if (members.length === 0 || isRecord) members.push({ line, key, sign, isEmpty: value.trim() === '' })
  }
}

/** Ties and pins them. Linear in the text. */
export const bindAlignedRecords = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  /** Records by their keys. */
  const alike = new Map<string, (readonly Member[])[]>()
  for (const members of paragraphsOf(context)) {
    const keys = members.map(({ key }) => key).join('\n')
    const others = alike.get(keys)
    if (others === undefined) alike.set(keys, [members])
    else others.push(members)
  }
  const unitsOn = unitsOnLine(context)
  for (const records of alike.values()) {
    if (records.length < fewestRecords) continue
    const columns = new Map<string, number[]>()
    for (const members of records)
      for (const { line, key, isEmpty } of members) {
        const own = unitsOn(line)
        if (isFloorKey(key)) for (const unit of own) context.units.pin(unit)
        if (isEmpty) continue
        const column = columns.get(key)
        if (column === undefined) columns.set(key, own)
        else for (const unit of own) column.push(unit)
      }
    tieColumns(context, columns.values())
  }
}
