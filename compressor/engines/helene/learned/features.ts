// What the network may know of each part of a text: one row of its table per kind of feature, of the part alone; the parts
// beside it come in through the window. The one home of these definitions: training reads what this file writes.

import { ownCopy } from '../../../text/own-copy.ts'
import { UnitKind } from '../../../text/units.ts'
import type { Part, Prose } from '../prose.ts'
import { readWordFeatures, type WordFeatures, wordRows } from './word-features.ts'

/** How often something stands: 1, 2, 3, 4, 5-6, 7-9, 10-14, 15 and more, from 0. */
const step = (count: number): number => (count < 5 ? count - 1 : count < 7 ? 4 : count < 10 ? 5 : count < 15 ? 6 : 7)

const kindRows = 32 * 16
const mentionRows = 17
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

const mostKnown = 50_000
const longestKnown = 40
const known = new Map<string, WordFeatures>()

const wordFeaturesOf = (shown: string): WordFeatures => {
  const found = known.get(shown)
  if (found !== undefined) return found
  const read = readWordFeatures(shown)
  if (shown.length > longestKnown) return read
  // Forgetting everything at once cannot change a result, and needs no bookkeeping per hit.
  if (known.size >= mostKnown) known.clear()
  known.set(ownCopy(shown), read)
  return read
}

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

/** The rows of every part, `featureCount` each, in the order of the parts. */
export const readFeatures = ({ text, parts }: Prose): Uint16Array => {
  const features = new Uint16Array(parts.length * featureCount)
  const groups = groupsOf(parts)
  const mentions = new Map<string, number>()
  for (const part of parts) if (part.content) mentions.set(part.word, (mentions.get(part.word) ?? 0) + 1)
  let next = 0
  parts.forEach((part, at) => {
    const shown = wordFeaturesOf(part.kind === UnitKind.word ? part.word : text.slice(part.from, part.end))
    // Counted down below zero once the word has been seen.
    const times = part.content ? (mentions.get(part.word) ?? 1) : 0
    if (times > 1) mentions.set(part.word, -times)
    const mention = times === 0 ? 16 : 2 * step(Math.abs(times)) + (times < 0 ? 1 : 0)
    features[next++] = shown.word
    features[next++] = endingAt + shown.ending
    features[next++] = beginningAt + shown.beginning
    features[next++] = frequencyAt + shown.frequency
    features[next++] = shapeAt + shown.shape
    features[next++] = kindAt + kindOf(part)
    features[next++] = mentionAt + mention
    features[next++] = groupAt + (groups[at] ?? 0)
  })
  return features
}
