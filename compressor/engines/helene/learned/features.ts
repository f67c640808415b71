// What the network sees of each part of a text: for each kind of feature one row of its table, of the part alone; its window
// adds the parts beside it. The only definition of the features: training reads what this file computes.

import { UnitKind } from '../../../text/units.ts'
import type { Parts } from '../reading/parts.ts'
import type { Prose } from '../reading/prose.ts'
import { wordFeatureCount, wordRows } from '../words/word-features.ts'

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

/** A number made of its grammar, its tier, whether it is capitalised, and whether it opens its sentence. */
const kindOf = ({ kind, wordClass, tier, capital, initial }: Parts, at: number): number => {
  const is = kind[at] ?? 0
  const what = is === UnitKind.word ? (wordClass[at] ?? 0) : 10 + is
  return ((what * 4 + (tier[at] ?? 0)) * 2 + (capital[at] ?? 0)) * 2 + (initial[at] ?? 0)
}

/** For each part in a group: a number made of the length of the group and of whether the part is its first, its last, or between. */
const groupsOf = (parts: Parts): Uint8Array => {
  const { columns, count, group, primary } = parts
  const groups = columns.uint8(count)
  for (let first = 0; first < count; first++) {
    if ((group[first] ?? -1) < 0) continue
    const end = parts.runEnd(group, first)
    let words = 0
    for (let at = first; at < end; at++) words += primary[at] ?? 0
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
export const readFeatures = ({ parts }: Prose, mentions: Int32Array): Uint16Array => {
  const { columns, count, wordFeatures } = parts
  const features = columns.uint16(count * featureCount)
  const groups = groupsOf(parts)
  /** How often the word of each first mention appears in the text. */
  const times = columns.int32(count)
  for (let at = 0; at < count; at++) {
    const first = mentions[at] ?? -1
    if (first >= 0) times[first] = (times[first] ?? 0) + 1
  }
  for (let at = 0, next = 0, known = 0; at < count; at++, next += featureCount, known += wordFeatureCount) {
    const first = mentions[at] ?? -1
    const mention = first < 0 ? notContent : 2 * step(times[first] ?? 1) + (first < at ? 1 : 0)
    features[next] = wordFeatures[known] ?? 0
    features[next + 1] = endingAt + (wordFeatures[known + 1] ?? 0)
    features[next + 2] = beginningAt + (wordFeatures[known + 2] ?? 0)
    features[next + 3] = frequencyAt + (wordFeatures[known + 3] ?? 0)
    features[next + 4] = shapeAt + (wordFeatures[known + 4] ?? 0)
    features[next + 5] = kindAt + kindOf(parts, at)
    features[next + 6] = mentionAt + mention
    features[next + 7] = groupAt + (groups[at] ?? 0)
  }
  return features
}
