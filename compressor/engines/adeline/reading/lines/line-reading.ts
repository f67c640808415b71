// A text read as lines: their words, their repetitions, their templates. Knows nothing of what a line is worth.

import type { Line } from '../../../../text/lines.ts'
import type { HashMap } from '../hash-map.ts'
import type { LineSigns } from './line-signs.ts'
import type { LineWords } from './words.ts'

export interface LineReading {
  readonly text: string
  /** The text as rules read it that know a line by its form: `form.ts`, or the text itself. */
  readonly form: string
  readonly lines: readonly Line[]
  readonly words: LineWords
  readonly signs: LineSigns
  /** 1 for each line of a stretch that an earlier part of the text has word for word. */
  readonly repeats: Uint8Array
  /** How many lines of the text have each template. */
  readonly templates: Pick<HashMap<number>, 'get'>
}

/** Whether a line has only blanks. */
export const isBlankLine = ({ words, text, lines }: LineReading, index: number): boolean => {
  if ((words.words[index] ?? 0) > 0) return false
  const line = lines[index]
  if (line === undefined) return true
  for (let at = line.start; at < line.contentEnd; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit !== 32 && unit !== 9) return false
  }
  return true
}

/** Number of blanks before the first visible character of a line; a tab counts as one. */
export const indentOf = ({ text, lines }: LineReading, index: number): number => {
  const line = lines[index]
  if (line === undefined) return 0
  let at = line.start
  while (at < line.contentEnd && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  return at - line.start
}

/** The column of the first visible character of a line, as a terminal shows it: a tab leads to the next multiple of eight. */
export const columnOf = ({ text, lines }: LineReading, index: number): number => {
  const line = lines[index]
  let column = 0
  for (let at = line?.start ?? 0; at < (line?.contentEnd ?? 0); at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 9) column += 8 - (column % 8)
    else if (unit === 32) column += 1
    else break
  }
  return column
}

const lineIn = (text: string, line: Line | undefined, longest: number): string =>
  line === undefined ? '' : text.slice(line.start, Math.min(line.contentEnd, line.start + longest))

/** The text of a line without its line end; at most `longest` characters. */
export const contentOf = ({ text, lines }: LineReading, index: number, longest = 400): string =>
  lineIn(text, lines[index], longest)

/** The same of its form. */
export const formOfLine = ({ form, lines }: LineReading, index: number, longest = 400): string =>
  lineIn(form, lines[index], longest)
