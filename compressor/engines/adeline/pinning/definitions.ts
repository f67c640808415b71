// Keeps what a database says of its tables as statements: what creates a table, an index or a view, down to its end, and what alters one. A
// table of which a column is gone is another one.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

const hint =
  /^[ \t]*(?:CREATE|ALTER|COMMENT ON)\s(?:[A-Z]+ ){0,4}(?:TABLE|COLUMN|INDEX|VIEW|TYPE|TRIGGER|SEQUENCE|POLICY|FUNCTION|CONSTRAINT|SCHEMA|EXTENSION)\b/gim
/** A statement of more lines holds a program. */
const longest = 200
const ended = /;\s*$/
/** What may follow the columns, on lines of its own. */
const closed = /^\)/
const more =
  /^\s*(?:PARTITION|INHERITS|WITH|WITHOUT|TABLESPACE|SERVER|OPTIONS|ENGINE|ORDER BY|CLUSTER|DISTRIBUTED|STORED|LOCATION|ROW FORMAT|COMMENT|ON COMMIT|AS)\b/i
const opened = /\(\s*$/

/** Pins those lines. Linear in the text. */
export const pinDefinitions = (context: LineContext): void => {
  const pin = linePins(context)
  let told = -1
  for (const first of linesAt(context, offsetsOf(context.text, hint))) {
    if (first <= told) continue
    const behind = Math.min(context.lines.length, first + longest)
    // Blank lines part columns, but a statement that does not open its columns ends there.
    const hasColumns = opened.test(contentOf(context, first))
    let isClosed = false
    for (let line = first; line < behind; line += 1) {
      const content = contentOf(context, line)
      if (isClosed && !more.test(content)) break
      if (content === '' && line > first && !hasColumns) break
      pin(line)
      told = line
      if (ended.test(content)) break
      isClosed ||= closed.test(content)
    }
  }
}
