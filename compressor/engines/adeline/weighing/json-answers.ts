// What no budget takes of a JSON value because it is often what the call was made for: versions, digests, and what goes into the next
// call. In payloads of an interface the same words name housekeeping, which is why earlier versions dropped them.

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
export const pinAnswers = ({ tree, values, units, first }: JsonReading): void => {
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf || units.points[first + piece] === passivePoints) continue
    if (values[piece] === ValueClass.empty || values[piece] === ValueClass.list) continue
    if ((tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0) > longestAnswer) continue
    if (answerWords.has(lastWordOf(tree, piece))) units.points[first + piece] = pinnedPoints
  }
}
