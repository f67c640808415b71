// What the network sees of each part of a text: for each kind of feature one row of its table, of the part alone; its window
// adds the parts beside it. The only definition of the features: training reads what this file computes.

import { SliceMap } from '../../../text/slice-map.ts'
import { UnitKind } from '../../../text/units.ts'
import type { Part, Prose } from '../reading/prose.ts'
import { readWordFeatures, type WordFeatures, wordRows } from '../words/word-features.ts'

/** A count in eight steps from 0: 1, 2, 3, 4, 5-6, 7-9, 10-14, 15 and more. */
const step = (count: number): number => (count < 5 ? count - 1 : count < 7 ? 4 : count < 10 ? 5 : count < 15 ? 6 : 7)

const kindRows = 32 * 16
const notContent = 16
const mentionRows = notContent + 1
const groupRows = 24

const endingAt = wordRows.word
const beginningAt = endingAt + wordRows.ending
const frequencyAt = beginningAt + wordRows.beginning
const shapeAt = frequencyAt + wordRows.frequency
const kindAt = shapeAt + wordRows.shape
const mentionAt = kindAt + kindRows
const groupAt = mentionAt + mentionRows

/** Number of features of each part. */
export const featureCount = 8
/** Number of rows of the table. */
export const tableRows = groupAt + groupRows

const known = new SliceMap<WordFeatures>(20_000)

/** The features of what is not a word, by its characters. */
const shownFeatures = (text: string, from: number, end: number): WordFeatures =>
  known.find(text, from, end, readWordFeatures)

/** A number made of its grammar, its tier, whether it is capitalised, and whether it opens its sentence. */
const kindOf = (part: Part): number => {
  const what = part.kind === UnitKind.word ? part.wordClass : 10 + part.kind
  return ((what * 4 + part.entry.tier) * 2 + (part.capital ? 1 : 0)) * 2 + (part.initial ? 1 : 0)
}

/** For each part in a group: a number made of the length of the group and of whether the part is its first, its last, or between. */
const groupsOf = (parts: readonly Part[]): Uint8Array => {
  const groups = new Uint8Array(parts.length)
  for (let first = 0; first < parts.length; first++) {
    const group = parts[first]?.group ?? -1
    if (group < 0) continue
    let end = first
    let words = 0
    for (let part = parts[end]; part?.group === group; part = parts[++end]) if (part.primary) words++
    const length = 3 * step(Math.max(1, words))
    groups.fill(length + 1, first, end)
    groups[end - 1] = length + 2
    groups[first] = length
    first = end - 1
  }
  return groups
}

/**
 * The rows of every part, `featureCount` each, in the order of the parts.
 * @param mentions for each content part the first one with its word, as `firstMentions` returns them
 */
export const readFeatures = ({ text, parts }: Prose, mentions: Int32Array): Uint16Array => {
  const features = new Uint16Array(parts.length * featureCount)
  const groups = groupsOf(parts)
  /** How often the word of each first mention appears in the text. */
  const times = new Int32Array(parts.length)
  for (const first of mentions) if (first >= 0) times[first] = (times[first] ?? 0) + 1
  for (let at = 0, next = 0; at < parts.length; at++, next += featureCount) {
    const part = parts[at]
    if (part === undefined) continue
    const isWord = part.kind === UnitKind.word
    const { word, ending, beginning, frequency, shape } = isWord
      ? part.entry.features
      : shownFeatures(text, part.from, part.end)
    const first = mentions[at] ?? -1
    const mention = first < 0 ? notContent : 2 * step(times[first] ?? 1) + (first < at ? 1 : 0)
    features[next] = word
    features[next + 1] = endingAt + ending
    features[next + 2] = beginningAt + beginning
    features[next + 3] = frequencyAt + frequency
    features[next + 4] = shapeAt + shape
    features[next + 5] = kindAt + kindOf(part)
    features[next + 6] = mentionAt + mention
    features[next + 7] = groupAt + (groups[at] ?? 0)
  }
  return features
}
