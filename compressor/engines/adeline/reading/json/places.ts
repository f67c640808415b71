// Where each piece of a JSON value stands: the class of its key, its record, its depth, and the piece that names the record.

import { identityRank, KeyClass, type KeyWords, keyClassOf, keyWordsInAnyLanguage, keyWordsOf } from './keys.ts'
import { factsOfKeys, type JsonTree, PieceShape } from './tree.ts'

/** One entry per piece. */
export interface Places {
  /** Class of its key; for a list element, of the key of the list. */
  readonly keyClass: Uint8Array
  /** The list element it stands in, or -1. */
  readonly row: Int32Array
  readonly depth: Int32Array
  /** For objects: the member that names the record, or -1. */
  readonly identity: Int32Array
  /** How names of members are read. */
  readonly wordsOf: KeyWords
}

interface KeyFacts {
  readonly keyClass: number
  readonly rank: number
}

const noKey: KeyFacts = { keyClass: KeyClass.unknown, rank: 0 }

/** Reads the words of each different name once: many rules ask for the same. */
const remembered = (wordsOf: KeyWords): KeyWords => {
  const known = new Map<string, readonly string[]>()
  return (name) => {
    const words = known.get(name) ?? wordsOf(name)
    known.set(name, words)
    return words
  }
}

/** The places of all pieces; `readsAllLanguages`: whether names of members are read in other languages than English. */
export const placesOf = (tree: JsonTree, readsAllLanguages: boolean): Places => {
  const pieces = tree.start.length
  const wordsOf = remembered(readsAllLanguages ? keyWordsInAnyLanguage : keyWordsOf)
  const readKey = factsOfKeys(
    tree,
    (name): KeyFacts => ({ keyClass: keyClassOf(name, wordsOf), rank: identityRank(name, wordsOf) }),
  )
  const places: Places = {
    keyClass: new Uint8Array(pieces),
    row: new Int32Array(pieces).fill(-1),
    depth: new Int32Array(pieces),
    identity: new Int32Array(pieces).fill(-1),
    wordsOf,
  }
  const rank = new Uint8Array(pieces)
  for (let piece = 0; piece < pieces; piece += 1) {
    const parent = tree.parent[piece] ?? -1
    const hasKey = (tree.keyEnd[piece] ?? -1) >= 0
    const facts = hasKey ? readKey(piece) : noKey
    places.keyClass[piece] = hasKey ? facts.keyClass : (places.keyClass[parent] ?? KeyClass.unknown)
    if (parent < 0) continue
    places.depth[piece] = (places.depth[parent] ?? 0) + 1
    places.row[piece] = tree.shape[parent] === PieceShape.array ? piece : (places.row[parent] ?? -1)
    if (tree.shape[piece] === PieceShape.leaf && facts.rank > (rank[parent] ?? 0)) {
      rank[parent] = facts.rank
      places.identity[parent] = piece
    }
  }
  return places
}

/** Whether a member says no more than the key of the object it stands in. */
export const repeatsKey = (tree: JsonTree, member: number): boolean => {
  const record = tree.parent[member] ?? 0
  const [start, keyEnd] = [tree.start[record] ?? 0, tree.keyEnd[record] ?? -1]
  const isAsLong = (tree.end[member] ?? 0) - (tree.valueStart[member] ?? 0) === keyEnd - start
  return keyEnd >= 0 && isAsLong && tree.text.startsWith(tree.text.slice(start, keyEnd), tree.valueStart[member] ?? 0)
}

/** A member that repeats the key of its record adds no name to it: such a record needs no member to name it. */
export const forgetRepeatedNames = (tree: JsonTree, places: Places): void => {
  for (let piece = 1; piece < tree.start.length; piece += 1) {
    const name = places.identity[piece] ?? -1
    if (name >= 0 && repeatsKey(tree, name)) places.identity[piece] = -1
  }
}
