// Keeps records that a database prints one below the other, each under a line with its number (`psql -x`, `\G` of MySQL): without that
// line a value is read as one of the record above. What names a record and its state stay, and a key stays or goes in all.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { isFloorKey } from '../weighing/json-floor.ts'
import { tieColumns } from './even-columns.ts'

/** How records and their members are printed. */
export interface RecordForm {
  /** The line with the number of a record. */
  readonly head: RegExp
  /** A name, and its value. */
  readonly member: RegExp
}

/** With plain borders: the value stands behind a bar or a colon. */
export const plainRecords: RecordForm = {
  head: /^(?:-\[ RECORD \d+ \][-+]*|\*{3,} \d+\. row \*{3,})\s*$/,
  member: /^ {0,64}([^\s|:][^|:]{0,63}?) *(?:\||: ?)(.*)$/,
}

/** With any border that psql draws, and in a frame. */
export const framedRecords: RecordForm = {
  head: /^(?:[+┌├╔╠]?[-─═]\[ RECORD \d+ \][-+─┬┼┐┤═╦╬╗╣╤╪]*|\*{3,} \d+\. row \*{3,})\s*$/,
  member: /^(?:[|│║] )? {0,64}([^\s|:│║][^|:│║]{0,63}?) *(?:[|│║]|: ?)(.*)$/,
}

/** Without a border: a blank parts name and value. */
export const bareRecords: RecordForm = { head: /^\* Record \d+\s*$/, member: /^(\S{1,63})(?: +(.*))?$/ }

/** Ties and pins them. Linear in the text. */
export const bindNumberedRecords = (context: LineContext, { head, member }: RecordForm): void => {
  if (!new RegExp(head, 'm').test(context.text)) return
  const { units, lines } = context
  const unitsOn = unitsOnLine(context)
  /** Units of members of one key. */
  const columns = new Map<string, number[]>()
  let isInside = false
  for (let line = 0; line < lines.length; line += 1) {
    const content = contentOf(context, line)
    if (head.test(content)) {
      isInside = true
      for (const unit of unitsOn(line)) units.pin(unit)
      continue
    }
    const found: RegExpExecArray | null = isInside ? member.exec(content) : null
    isInside = found !== null
    if (found === null) continue
    const [, key = '', value = ''] = found
    const own = unitsOn(line)
    if (isFloorKey(key)) for (const unit of own) units.pin(unit)
    // An empty value may go by itself: the record then says nothing of it, as before.
    if (value.trim() === '') continue
    const column = columns.get(key)
    if (column === undefined) columns.set(key, own)
    else for (const unit of own) column.push(unit)
  }
  tieColumns(context, columns.values())
}
