// Keeps what elements of XML and of tables in HTML hold, where a program prints them one on each line: rows without one of their cells say
// something else, and elements that are not closed belong to others.

import type { LineContext } from '../context/line-context.ts'
import { contentOf } from '../reading/lines/line-reading.ts'
import { linePins } from './hinted-lines.ts'

/** An element with nothing but a text inside, on a line of its own or behind others that it stands in. */
const element = /^[ \t]*(?:<[^<>\n]{1,200}>){0,4}<([\w:.-]{1,60})(?:\s[^<>\n]{0,200})?>[^<>\n]{0,200}<\/\1>[ \t]*$/gm
/** Nothing but tags and texts between them. */
const markup = /^\s*(?:<[^<>]+>[^<>]*)+$/
/** An element that says that it holds nothing. */
const nil = /^\s*<[^<>]+\/>\s*$/
/** Fewer such elements are an example, longer lines are no records. */
const [fewest, longest] = [4, 600]

/** Pins those lines. Linear in the text. */
export const pinMarkup = (context: LineContext): void => {
  if (!context.text.includes('</')) return
  let elements = 0
  for (const _ of context.text.matchAll(element)) if (++elements === fewest) break
  if (elements < fewest) return
  const pin = linePins(context)
  context.lines.forEach(({ start, contentEnd }, line) => {
    if (contentEnd - start > longest) return
    const content = contentOf(context, line, longest)
    if (markup.test(content) && !nil.test(content)) pin(line)
  })
}
