// Keeps what the one record says that was asked for: yes or no, how many, when, and what people remarked. Nobody copies a `false` or a 2, so
// that no ranker learns their worth, and yet they are what is asked next: whether it can be returned, how many bags, until when.

import { KeyClass } from '../reading/json/keys.ts'
import { repeatsKey } from '../reading/json/places.ts'
import { keyAt, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'
import { expendableBelow } from './thresholds.ts'

/** Yes or no as words. */
const words = `yes no true false on off y n ja nein oui non sí si não nao sim tak nie ano ne да нет так ні evet hayır igen nem nee nei nej ναι όχι
  ya tidak có không 是 否 はい いいえ 有 無 无 예 아니요 아니오 نعم لا بله خیر כן לא हाँ नहीं ใช่ ไม่ใช่`
const flags: ReadonlySet<string> = new Set(words.split(/\s+/))
/** When a record was written, which is housekeeping. */
const written = /creat|updat|modif|edit|generat|fetch|ingest|sync|cache/i
/** Of whole numbers, those under such a name may be moments. */
const moments: ReadonlySet<number> = new Set([KeyClass.time, KeyClass.day, KeyClass.eventTime])
/** What a record is called where nothing calls it a name or a title. */
const called: ReadonlySet<string> = new Set('subject summary product betreff asunto objet oggetto onderwerp'.split(' '))
/** A longer value is a text; a longer flag is a word. */
const [longestRemark, longestFlag] = [400, 8]

/** Pins those members where they are told once, in no list or map of records, but for what says nothing or was said before. Linear in the text. */
export const pinOneRecord = ({ tree, facts, places, values, units, first }: JsonReading): void => {
  const says = (piece: number): boolean => {
    const value = values[piece] ?? ValueClass.empty
    if (value >= ValueClass.no && value <= ValueClass.number) return true
    const keyClass = places.keyClass[piece]
    if (keyClass === KeyClass.identity && value <= ValueClass.code) return !repeatsKey(tree, piece)
    const isMoment =
      value === ValueClass.timestamp || (value === ValueClass.longNumber && moments.has(keyClass ?? KeyClass.unknown))
    if (isMoment) return !written.test(keyAt(tree, piece))
    const [start, end] = [tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0]
    if (value === ValueClass.word)
      return end - start <= longestFlag && flags.has(tree.text.slice(start + 1, end - 1).toLowerCase())
    const isPhrase = value >= ValueClass.phraseWithDigits && value <= ValueClass.longText
    if (!isPhrase || end - start > longestRemark) return false
    return (
      keyClass === KeyClass.message ||
      keyClass === KeyClass.text ||
      called.has(places.wordsOf(keyAt(tree, piece)).at(-1) ?? '')
    )
  }
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf || facts.multiplicity[piece] !== 1 || (tree.keyEnd[piece] ?? -1) < 0)
      continue
    if ((units.points[first + piece] ?? 0) < expendableBelow || !says(piece)) continue
    units.points[first + piece] = pinnedPoints
  }
}
