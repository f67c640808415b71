// Marks lines in stretches that an earlier part of the text has word for word.

import type { Line } from '../../../../text/lines.ts'
import { mixHash } from '../hash.ts'
import { HashMap } from '../hash-map.ts'
import type { LineWords } from './words.ts'

/** Shorter stretches repeat by chance. */
const fewestLines = 4
const fewestCharacters = 80

const sameLine = (text: string, one: Line | undefined, other: Line | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.contentEnd - one.start === other.contentEnd - other.start &&
  text.slice(one.start, one.contentEnd) === text.slice(other.start, other.contentEnd)

/** One byte per line, 1 for repeated ones. Linear: in each window around it a line is compared with one earlier line. */
export const repeatedLines = (text: string, lines: readonly Line[], words: LineWords): Uint8Array => {
  const repeated = new Uint8Array(lines.length)
  const visible: number[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (line !== undefined && line.contentEnd > line.start) visible.push(index)
  }
  const earlier = new HashMap<number>()
  for (let at = 0; at + fewestLines <= visible.length; at += 1) {
    let window = fewestLines
    let characters = 0
    for (let step = 0; step < fewestLines; step += 1) {
      const line = visible[at + step] ?? 0
      window = mixHash(window, words.content[line] ?? 0)
      characters += (lines[line]?.contentEnd ?? 0) - (lines[line]?.start ?? 0)
    }
    const before = earlier.get(window)
    if (before === undefined) earlier.set(window, at)
    if (before === undefined || before + fewestLines > at || characters < fewestCharacters) continue
    const isSame = Array.from({ length: fewestLines }, (_, step) =>
      sameLine(text, lines[visible[before + step] ?? 0], lines[visible[at + step] ?? 0]),
    ).every((same) => same)
    if (isSame) for (let step = 0; step < fewestLines; step += 1) repeated[visible[at + step] ?? 0] = 1
  }
  return repeated
}
