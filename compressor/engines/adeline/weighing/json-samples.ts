// Which lists of JSON are runs of samples or events, whose middle may go: each record has the time at which it was taken or happened
// and a measure or words, or is nothing but numbers and their unit; they are many; and few say anything in words that the others do not say too. Records of other lists are
// things that a reader would miss: tasks, messages, hits, steps, rows of a table.

import { hashRange, mixHash } from '../reading/hash.ts'
import { HashMap } from '../reading/hash-map.ts'
import type { ColumnFacts } from '../reading/json/columns.ts'
import { KeyClass } from '../reading/json/keys.ts'
import type { Places } from '../reading/json/places.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import type { LeafRanker } from './json-reading.ts'
import { sampleRules } from './thresholds.ts'

const wordy: ReadonlySet<number> = new Set([
  ValueClass.word,
  ValueClass.phrase,
  ValueClass.phraseWithDigits,
  ValueClass.longText,
  ValueClass.address,
  ValueClass.blob,
])
const measures: ReadonlySet<number> = new Set([
  ValueClass.smallNumber,
  ValueClass.number,
  ValueClass.longNumber,
  ValueClass.decimal,
  ValueClass.timestamp,
])
const numeric = /^"-?\d+(?:\.\d+)?"$/
const longestNumeric = 24
/** How many characters of a value are compared. */
const longestCompared = 300

const opensDigit = /^"?\d/
/** A time of day, a year, or a number at first: `Mon, 30 Nov 2026 08:10`, `5 minutes ago`, but no `Room 3`. */
const moment = /^"\d|\d:\d|\b(?:19|20)\d\d\b/

/** Whether a value may be a moment, which the name of its member alone does not tell: a place, a word, a name of a database is none. */
const mayBeMoment = (text: string, start: number, end: number, valueClass: number): boolean => {
  if (measures.has(valueClass)) return true
  if (valueClass === ValueClass.phraseWithDigits) return moment.test(text.slice(start, end))
  return valueClass === ValueClass.code && opensDigit.test(text.slice(start, Math.min(end, start + 2)))
}

/** The words of a value: its text with all numbers alike. */
const wordsHash = (text: string, start: number, end: number): number => {
  const words = text.slice(start, Math.min(end, start + longestCompared)).replace(/\d+/g, '0')
  return hashRange(words, 0, words.length)
}

/** One entry per piece: 1 for the elements of such lists, but for those that stay with words of their own. Linear in the text. */
export const sampleRows = (
  tree: JsonTree,
  facts: ColumnFacts,
  places: Places,
  values: Uint8Array,
  { keepsOwnWords, readsClosely }: Pick<LeafRanker, 'keepsOwnWords' | 'readsClosely'>,
): Uint8Array => {
  const keepsOwn = keepsOwnWords === true
  const pieces = tree.start.length
  const isLeaf = (piece: number): boolean => tree.shape[piece] === PieceShape.leaf
  /** The record that a piece belongs to: the list element around it that is no leaf. */
  const recordOf = (piece: number): number => {
    const row = places.row[piece] ?? -1
    return row === piece ? (places.row[tree.parent[piece] ?? 0] ?? -1) : row
  }
  const isTimed = new Uint8Array(pieces)
  const tells = new Uint8Array(pieces)
  const isOther = new Uint8Array(pieces)
  const holdsRecords = new Uint8Array(pieces)
  const saysOwn = new Uint8Array(pieces)
  const words = new Int32Array(pieces)
  const alike = new HashMap<number>()
  for (let piece = 1; piece < pieces; piece += 1) {
    const record = recordOf(piece)
    if (record < 0 || (tree.children[tree.parent[record] ?? 0] ?? 0) < sampleRules.fewestTimed) continue
    if (!isLeaf(piece)) {
      if (places.row[piece] === piece) holdsRecords[record] = 1
      continue
    }
    const valueClass = values[piece] ?? ValueClass.word
    const [start, end] = [tree.valueStart[piece] ?? 0, tree.end[piece] ?? 0]
    const mayBeTime = readsClosely !== true || mayBeMoment(tree.text, start, end, valueClass)
    if (mayBeTime && places.keyClass[piece] === KeyClass.eventTime && tree.parent[piece] === record) isTimed[record] = 1
    const isMeasure =
      measures.has(valueClass) || (end - start <= longestNumeric && numeric.test(tree.text.slice(start, end)))
    if (!isMeasure && facts.distinct[piece] !== 1) isOther[record] = 1
    if (wordy.has(valueClass) || (isMeasure && valueClass !== ValueClass.timestamp)) tells[record] = 1
    if (!wordy.has(valueClass)) continue
    words[piece] = mixHash(tree.column[piece] ?? 0, wordsHash(tree.text, start, end)) | 1
    alike.set(words[piece] ?? 0, (alike.get(words[piece] ?? 0) ?? 0) + 1)
  }
  for (let piece = 1; piece < pieces; piece += 1)
    if (words[piece] !== 0 && (alike.get(words[piece] ?? 0) ?? 0) < sampleRules.fewestAlike)
      saysOwn[recordOf(piece)] = 1
  const timed = new Int32Array(pieces)
  const measured = new Int32Array(pieces)
  const own = new Int32Array(pieces)
  const count = (counts: Int32Array, list: number): void => {
    counts[list] = (counts[list] ?? 0) + 1
  }
  for (let piece = 1; piece < pieces; piece += 1) {
    if (places.row[piece] !== piece || isLeaf(piece)) continue
    const list = tree.parent[piece] ?? 0
    if (isTimed[piece] === 1 && tells[piece] === 1 && holdsRecords[piece] === 0) count(timed, list)
    if (isOther[piece] === 0 && holdsRecords[piece] === 0) count(measured, list)
    if (saysOwn[piece] === 1) count(own, list)
  }
  const rows = new Uint8Array(pieces)
  for (let piece = 1; piece < pieces; piece += 1) {
    if (places.row[piece] !== piece) continue
    const list = tree.parent[piece] ?? 0
    const siblings = tree.children[list] ?? 0
    const isRun =
      (siblings >= sampleRules.fewestTimed && timed[list] === siblings) ||
      (siblings >= sampleRules.fewestMeasures && measured[list] === siblings)
    const stays = keepsOwn && saysOwn[piece] === 1
    if (isRun && (own[list] ?? 0) * sampleRules.ownAmong <= siblings && !stays) rows[piece] = 1
  }
  return rows
}
