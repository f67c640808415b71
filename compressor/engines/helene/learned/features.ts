// What the network may know of each part of a text: one row of its table per kind of feature, of the part alone; the parts
// beside it come in through the window. The one home of these definitions: training reads what this file writes.

import { SliceMap } from '../../../text/slice-map.ts'
import { UnitKind } from '../../../text/units.ts'
import type { Part, Prose } from '../reading/prose.ts'
import { readWordFeatures, type WordFeatures, wordRows } from '../words/word-features.ts'

/** How often something stands: 1, 2, 3, 4, 5-6, 7-9, 10-14, 15 and more, from 0. */
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

/** Features of each part. */
export const featureCount = 8
/** Rows of the table. */
export const tableRows = groupAt + groupRows

const known = new SliceMap<WordFeatures>(20_000)

/** Of whatever is no word: by what it looks like. */
const shownFeatures = (text: string, from: number, end: number): WordFeatures =>
  known.find(text, from, end, readWordFeatures)

/** What it is by grammar and lists, capital or not, first of its sentence or not. */
const kindOf = (part: Part): number => {
  const what = part.kind === UnitKind.word ? part.wordClass : 10 + part.kind
  return ((what * 4 + part.entry.tier) * 2 + (part.capital ? 1 : 0)) * 2 + (part.initial ? 1 : 0)
}

/** For every part with a group: how long that is, and whether the part is the first of it, the last, or between. */
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
 * @param mentions of each content part the first with its word, as `firstMentions` has them
 */
export const readFeatures = ({ text, parts }: Prose, mentions: Int32Array): Uint16Array => {
  const features = new Uint16Array(parts.length * featureCount)
  const groups = groupsOf(parts)
  /** How often the word of each first mention stands in the text. */
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
