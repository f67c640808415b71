// What no budget takes of a JSON value because it is often what the call was made for: versions, digests, what goes into the next call,
// and what a record of a list says, without which its other members say nothing. In payloads of an interface the same words name housekeeping, which is why earlier versions dropped them.

import { keyWordsOf } from '../reading/json/keys.ts'
import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import { ValueClass } from '../reading/json/values.ts'
import { passivePoints, pinnedPoints } from '../units/units.ts'
import type { JsonReading } from './json-reading.ts'

const answerWords: ReadonlySet<string> = new Set(
  `version revision cursor token digest hash checksum fingerprint signature nonce locale sha1 sha256 sha512 md5`.split(
    /\s+/,
  ),
)
/** What a record of a list says or runs. */
const saidWords: ReadonlySet<string> = new Set('text message msg command cmd'.split(' '))
/** Names of nothing but housekeeping. */
const housekeepingWords: ReadonlySet<string> = new Set(['etag', 'gravatar'])

/** A longer value is a text or a blob. Signed tokens have up to so many characters. */
const longestAnswer = 1_000

const lastWordOf = (tree: JsonTree, piece: number): string => {
  const [start, keyEnd] = [tree.start[piece] ?? 0, tree.keyEnd[piece] ?? -1]
  if (keyEnd < 0 || keyEnd - start > 80) return ''
  return keyWordsOf(tree.text.slice(start + 1, keyEnd - 1)).at(-1) ?? ''
}

/** Whether a member whose name sounds like housekeeping may be more than that. */
export const mayBeAnswer = (tree: JsonTree, piece: number): boolean => !housekeepingWords.has(lastWordOf(tree, piece))

/** Pins those leaves, but for elements that go as wholes. */
export const pinAnswers = ({ tree, places, values, units, first }: JsonReading): void => {
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf || units.points[first + piece] === passivePoints) continue
    if (values[piece] === ValueClass.empty || values[piece] === ValueClass.list) continue
    if ((tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0) > longestAnswer) continue
    const word = lastWordOf(tree, piece)
    const record = tree.parent[piece] ?? 0
    if (answerWords.has(word) || (saidWords.has(word) && places.row[record] === record))
      units.points[first + piece] = pinnedPoints
  }
}
