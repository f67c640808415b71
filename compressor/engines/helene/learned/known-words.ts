// The words of which the network knows what they mean: common ones of English, found by a hash. Each has a row of its own in
// the table of a model; training/helene/known-words.ts makes the list.

import { createHash } from 'node:crypto'
import { fingerprint } from './hash.ts'
import { wordList } from './word-list.ts'

const digest = 'bcbdb547290f18b9b454af3bb06f1cf4d14963d42760398746d9be589f1251b9'
const bytes = Buffer.from(wordList, 'base64')
if (createHash('sha256').update(bytes).digest('hex') !== digest)
  throw new Error('The list of known words is not the one that the weights of helene-1 were made with.')

/** What stands for each word, the most common first. */
const fingerprints = Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at))
const mask = 0xffff
/** One more than the index of the word that hashes to each slot or was moved there from the slots before; 0: none. */
const slots = new Uint16Array(mask + 1)

/** The slot of what has the fingerprint, or the empty one for it. */
const slotOf = (wanted: number): number => {
  let slot = wanted & mask
  for (;;) {
    const next = slots[slot] ?? 0
    if (next === 0 || fingerprints[next - 1] === wanted) return slot
    slot = (slot + 1) & mask
  }
}
fingerprints.forEach((each, at) => {
  slots[slotOf(each)] = at + 1
})

/** How many there are. */
export const knownWords = fingerprints.length

/** Length of the word without the s of a possessive. */
const stemLength = (word: string): number => {
  const end = word.length - 2
  const mark = word.charCodeAt(end)
  return end > 0 && word.charCodeAt(end + 1) === 115 && (mark === 39 || mark === 0x2019) ? end : word.length
}

/** The place in the list of a word in lower case, possessive or not; -1 where it is not there. */
export const knownAt = (word: string): number => (slots[slotOf(fingerprint(word, stemLength(word)))] ?? 0) - 1
