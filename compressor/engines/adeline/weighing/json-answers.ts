// What no budget takes of a JSON value because it is often what the call was made for: versions, digests, what goes into the next call,
// and what a record of a list says, without which its other members say nothing; and a flag or a status in which it differs from most. In payloads of an interface the same words name housekeeping, which is why earlier versions dropped them.

import { type KeyWords, keyWordsOf } from '../reading/json/keys.ts'
import { factsOfKeys, type JsonTree, keyAt, PieceShape } from '../reading/json/tree.ts'
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

/** A column has few kinds of values if it has at most so many, of at most so many characters. */
const mostKinds = 6
const longestKind = 40

const lastWordOf = (key: string, wordsOf: KeyWords = keyWordsOf): string => wordsOf(key).at(-1) ?? ''

/** Whether a member whose name sounds like housekeeping may be more than that. */
export const mayBeAnswer = (tree: JsonTree, piece: number): boolean =>
  !housekeepingWords.has(lastWordOf(keyAt(tree, piece)))

/** Pins those leaves, but for elements that go as wholes. */
export const pinAnswers = ({ tree, facts, places, values, units, first }: JsonReading): void => {
  const roleOf = factsOfKeys(tree, (key) => {
    const word = lastWordOf(key, places.wordsOf)
    return { isAnswer: answerWords.has(word), isSaid: saidWords.has(word) }
  })
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    if (tree.shape[piece] !== PieceShape.leaf || units.points[first + piece] === passivePoints) continue
    if (values[piece] === ValueClass.empty || values[piece] === ValueClass.list) continue
    const length = (tree.end[piece] ?? 0) - (tree.valueStart[piece] ?? 0)
    if (length > longestAnswer) continue
    const { isAnswer, isSaid } = roleOf(piece)
    const record = tree.parent[piece] ?? 0
    const stands = facts.differs[piece] === 1 && (facts.distinct[piece] ?? 0) <= mostKinds && length <= longestKind
    if (stands || isAnswer || (isSaid && places.row[record] === record)) units.points[first + piece] = pinnedPoints
  }
}
