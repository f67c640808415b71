// What makes a line running text in scripts that write no blanks between words, or that end sentences with marks of their own.

import { isWrittenWithoutBlanks } from '../../../../text/scripts.ts'

/** So many letters of such a script are about a word. */
const lettersOfWord = 2
/** Devanagari, Arabic, Urdu, Armenian, Ethiopic, Khmer, Burmese. */
const ends = new Set([...'\u0964\u0965\u061f\u06d4\u0589\u1362\u17d4\u104b'].map((mark) => mark.charCodeAt(0)))
const endsLine = /[\u0964\u0965\u061f\u061b\u060c\u06d4\u0589\u1362\u17d4\u104a\u104b]\s*$/
/** In Thai and Lao a blank stands where others end a sentence or a part of one. */
const isThai = (unit: number): boolean => unit >= 0xe01 && unit <= 0xedf

export interface Blankless {
  /** Letters, each of which says as much as two of the Latin script. */
  readonly letters: number
  readonly words: number
  readonly ends: number
}

export const none: Blankless = { letters: 0, words: 0, ends: 0 }

/** What a stretch of a line has of it. Linear in its length. */
export const blanklessIn = (text: string, start: number, end: number): Blankless => {
  let [letters, found] = [0, 0]
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (isWrittenWithoutBlanks(unit)) letters += 1
    else if (ends.has(unit)) found += 1
    else if (unit === 0x20 && isThai(text.charCodeAt(at - 1)) && isThai(text.charCodeAt(at + 1))) found += 1
  }
  return { letters, words: Math.floor(letters / lettersOfWord), ends: found }
}

export const endsSentenceLine = (tail: string): boolean => endsLine.test(tail)
