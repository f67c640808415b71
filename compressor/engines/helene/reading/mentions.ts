// Finds the content words that a text has said before.

import type { Part } from './prose.ts'

/** For each content part, the index of the first one with the same word; -1 for every other part. */
export const firstMentions = (parts: readonly Part[]): Int32Array => {
  const mentions = new Int32Array(parts.length).fill(-1)
  const firsts = new Map<string, number>()
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part?.content !== true) continue
    const first = firsts.get(part.word)
    mentions[at] = first ?? at
    if (first === undefined) firsts.set(part.word, at)
  }
  return mentions
}
