// How gpt-tokenizer encodes a text with a byte-order mark, U+0085 or a long s behind an apostrophe, which is not how o200k does:
// its pattern takes the first for white space, the second not, and the third for no contraction, and it looks for bytes without
// the mark before them. Weights have learned from its numbers.

import { basicClasses, Class } from './classes.ts'
import { countMerged } from './merge.ts'
import { Pieces } from './pieces.ts'
import { noRank, type RankTable, sharedRanks } from './ranks.ts'
import { encodeUtf8 } from './utf8.ts'

const mark = 0xfeff
const nextLine = 0x85
const markBytes = [0xef, 0xbb, 0xbf] as const

const hasMark = (bytes: Uint16Array, from: number, end: number): boolean =>
  end - from >= markBytes.length && markBytes.every((byte, at) => bytes[from + at] === byte)

const isUtf8 = (bytes: Uint16Array, from: number, end: number): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes.subarray(from, end)))
    return true
  } catch {
    return false
  }
}

/** The ranks that it finds: of what begins with a mark and is UTF-8, those of the rest. */
const misreadRanks = (): RankTable => {
  const ranks = sharedRanks()
  return {
    pairs: ranks.pairs,
    of(bytes, from, end, most) {
      if (!hasMark(bytes, from, end) || !isUtf8(bytes, from, end)) return ranks.of(bytes, from, end, most)
      const rest = from + markBytes.length
      return rest === end || hasMark(bytes, rest, end) ? noRank : ranks.of(bytes, rest, end, most)
    },
  }
}

const unitsOf = (text: string): Uint16Array => Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

let misreading: Pieces | undefined
const misreadPieces = (): Pieces => {
  if (misreading === undefined) {
    const classes = basicClasses().slice()
    classes[mark] = Class.space
    classes[nextLine] = Class.other
    misreading = new Pieces(classes, false)
  }
  return misreading
}

/** Whether it reads a text otherwise than o200k does. */
export const isMisread = (text: string): boolean => /[\x85\uFEFF]|'ſ/.test(text)

/** The rank of the one token that it makes of a text; if it makes several, their number, below zero. */
export const misreadTokenOrCount = (text: string): number => {
  const ranks = misreadRanks()
  const units = unitsOf(text)
  const bytes = new Uint16Array(3 * units.length)
  const pieces = misreadPieces()
  pieces.read(units, units.length)
  let tokens = 0
  let rank = noRank
  for (let from = 0, end = 0; from < units.length; from = end) {
    end = pieces.after(from)
    const length = encodeUtf8(units, from, end, bytes)
    const isOpaque = units[from] === mark || !text.slice(from, end).isWellFormed()
    const whole = isOpaque ? noRank : sharedRanks().of(bytes, 0, length, 0xff)
    const parts = whole === noRank ? countMerged(ranks, bytes, length) : 1
    rank = parts > 1 ? noRank : whole === noRank ? ranks.of(bytes, 0, length, 0xff) : whole
    tokens += parts
  }
  return tokens === 1 ? rank : -tokens
}
