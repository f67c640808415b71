// Keeps the warnings of compilers, which the source below one is read with: a warning that is gone leaves its source under another one.
// `verdicts.ts` has the errors, and older versions share it.

import type { LineContext } from '../context/line-context.ts'
import { contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { linePins, linesAt, offsetsOf } from './hinted-lines.ts'

/** A warning of gcc, clang, javac, tsc, msbuild behind its place, with its number or flag if any; one of rustc above it. */
const warning =
  /^\s{0,8}(?:\S{1,300}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\)) ?: (?:\w+ )?warning(?: \w{1,12})?: \S|warning(?:\[\w+\])?: \S)/
const hint = /\bwarning\b/g
/** Where one of rustc is, which stands below it; the function that one of gcc is in, above it. */
const place = /^\s*--> \S+:\d+/
const inside =
  /^\S{1,300}: (?:In (?:\w+ ){0,3}(?:function|constructor|destructor|member)\b.*|At (?:top level|global scope)):$/
/** What one of a compiler says further of it. */
const note = /^\s{0,8}\S{1,300}:\d+(?::\d+)?: note: \S/
const source = /^\s*\d* *\| |^\s*\d* *\|$/
const farthestInside = 60

/** Pins those lines, where each is, and the notes that follow them; pins no source. Linear in the text. */
export const pinCompilerWarnings = (context: LineContext): void => {
  const pin = linePins(context)
  /** Up to where the function above has been looked for. */
  let known = -1
  for (const line of linesAt(context, offsetsOf(context.text, hint))) {
    if (!warning.test(contentOf(context, line))) continue
    pin(line)
    let above = line - 1
    const top = Math.max(known, line - farthestInside)
    while (above > top && !inside.test(contentOf(context, above))) above -= 1
    if (above > top) pin(above)
    known = line
    for (let below = line + 1; below < context.lines.length && !isBlankLine(context, below); below += 1) {
      const content = contentOf(context, below)
      if (place.test(content) || note.test(content)) pin(below)
      else if (!source.test(content)) break
    }
  }
}
