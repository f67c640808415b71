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
/** It opens an element, whose text is on the next lines. */
const opening = /<[^<>/!?][^<>]{0,200}(?<!\/)>\s*$/
/** Fewer such elements are an example, longer lines are no records, and more lines of text are a document. */
const [fewest, longest, mostLines] = [4, 600, 4]

/** Pins those lines. Linear in the text. */
export const pinMarkup = (context: LineContext): void => {
  if (!context.text.includes('</')) return
  let elements = 0
  for (const _ of context.text.matchAll(element)) if (++elements === fewest) break
  if (elements < fewest) return
  const pin = linePins(context)
  /** Lines of text behind a line that opens an element: without them it holds nothing. */
  let told = mostLines
  context.lines.forEach(({ start, contentEnd }, line) => {
    if (contentEnd - start > longest) {
      told = mostLines
      return
    }
    const content = contentOf(context, line, longest)
    const isMarkup = markup.test(content)
    if (isMarkup ? !nil.test(content) : told < mostLines) pin(line)
    if (isMarkup) told = opening.test(content) ? 0 : mostLines
    else told += 1
  })
}
