// What the rules for lines work on: the text, its lines, what is known of each, and the units and layout being built.

import type { Line } from '../../../text/lines.ts'
import type { JsonValue } from '../json/tree.ts'
import type { Layout } from '../layout.ts'
import type { JsonReading } from '../rank/leaf-features.ts'
import type { Units } from '../units.ts'
import type { LineWords } from './words.ts'

export interface LineContext {
  readonly text: string
  readonly lines: readonly Line[]
  readonly words: LineWords
  /** 1 for lines of a stretch that an earlier part of the text has word for word. */
  readonly repeats: Uint8Array
  /** Times the template of each line comes in the text. */
  readonly templates: ReadonlyMap<number, number>
  /** What all units of this text start from, by its size: the longer a result, the less of each line is used. */
  readonly sizePoints: number
  readonly units: Units
  readonly layout: Layout
  /** The JSON values found so far. */
  readonly values: JsonValue[]
  /** Ranks the leaves of a JSON value anew. */
  readonly rankLeaves: (reading: JsonReading) => void
}

/** Whether a line has nothing but blanks. */
export const isBlankLine = ({ words, text, lines }: LineContext, index: number): boolean => {
  if ((words.words[index] ?? 0) > 0) return false
  const line = lines[index]
  if (line === undefined) return true
  for (let at = line.start; at < line.contentEnd; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit !== 32 && unit !== 9) return false
  }
  return true
}

/** Blanks before the first visible character of a line; a tab counts as one. */
export const indentOf = ({ text, lines }: LineContext, index: number): number => {
  const line = lines[index]
  if (line === undefined) return 0
  let at = line.start
  while (at < line.contentEnd && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1
  return at - line.start
}

/** What the line says, without its line end; at most `longest` characters. */
export const contentOf = ({ text, lines }: LineContext, index: number, longest = 400): string => {
  const line = lines[index]
  return line === undefined ? '' : text.slice(line.start, Math.min(line.contentEnd, line.start + longest))
}
