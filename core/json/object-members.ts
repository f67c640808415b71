// The members of an object by name. Where they are few, with plain names, nothing is made of them: names are compared in the bytes of
// the body, and most are told apart by their length.

import { endOf, isPlain, kindOf, nextOf, startOf, stringOf } from './read.ts'
import { JsonKind, type JsonTape } from './scan.ts'
import { stands } from './usual-names.ts'

/** Value nodes of an object by decoded name. */
export interface Members {
  get(name: string): number | undefined
  has(name: string): boolean
  /** In the order of the body. */
  each(told: (name: string, node: number) => void): void
}

/** To look each of so many names up, one by one, is quicker than to make a map of them. */
const mostCompared = 12

class MappedMembers implements Members {
  readonly #nodes: ReadonlyMap<string, number>

  constructor(nodes: ReadonlyMap<string, number>) {
    this.#nodes = nodes
  }

  get(name: string): number | undefined {
    return this.#nodes.get(name)
  }

  has(name: string): boolean {
    return this.#nodes.has(name)
  }

  each(told: (name: string, node: number) => void): void {
    for (const [name, node] of this.#nodes) told(name, node)
  }
}

/** Of names that are ASCII without escapes, so that their bytes are what they mean. */
class ComparedMembers implements Members {
  readonly #tape: JsonTape
  readonly #bytes: Uint8Array
  readonly #node: number

  constructor(tape: JsonTape, bytes: Uint8Array, node: number) {
    this.#tape = tape
    this.#bytes = bytes
    this.#node = node
  }

  get(name: string): number | undefined {
    const tape = this.#tape
    const bytes = this.#bytes
    const end = nextOf(tape, this.#node)
    for (let key = this.#node + 1; key < end; key = nextOf(tape, key + 1)) {
      const start = startOf(tape, key) + 1
      if (endOf(tape, key) - 1 - start === name.length && stands(name, bytes, start)) return key + 1
    }
    return undefined
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  each(told: (name: string, node: number) => void): void {
    const tape = this.#tape
    const end = nextOf(tape, this.#node)
    for (let key = this.#node + 1; key < end; key = nextOf(tape, key + 1)) told(stringOf(tape, key) ?? '', key + 1)
  }
}

const areSame = (bytes: Uint8Array, one: number, other: number, length: number): boolean => {
  for (let at = 0; at < length; at += 1) if (bytes[one + at] !== bytes[other + at]) return false
  return true
}

/** Whether a key of an object has the name of one before it. */
const isRepeated = (tape: JsonTape, bytes: Uint8Array, node: number, key: number): boolean => {
  const start = startOf(tape, key)
  const length = endOf(tape, key) - start
  for (let before = node + 1; before < key; before = nextOf(tape, before + 1)) {
    const from = startOf(tape, before)
    if (endOf(tape, before) - from === length && areSame(bytes, from, start, length)) return true
  }
  return false
}

/** `twice`: two of its names are the same; `undefined`: they are many, or one of them is not plain. */
const comparedOf = (tape: JsonTape, bytes: Uint8Array, node: number): ComparedMembers | 'twice' | undefined => {
  const end = nextOf(tape, node)
  let count = 0
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    count += 1
    if (count > mostCompared || !isPlain(bytes, startOf(tape, key) + 1, endOf(tape, key) - 1)) return undefined
    if (isRepeated(tape, bytes, node, key)) return 'twice'
  }
  return new ComparedMembers(tape, bytes, node)
}

const mappedOf = (tape: JsonTape, node: number): MappedMembers | undefined => {
  const nodes = new Map<string, number>()
  const end = nextOf(tape, node)
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    const name = stringOf(tape, key)
    if (name === undefined || nodes.has(name)) return undefined
    nodes.set(name, key + 1)
  }
  return new MappedMembers(nodes)
}

/**
 * The members of an object, or `undefined` when the value is no object or names a key twice: parsers disagree about
 * which one counts, so nobody may act on such an object.
 */
export const membersOf = (tape: JsonTape, node: number | undefined): Members | undefined => {
  if (node === undefined || kindOf(tape, node) !== JsonKind.Object) return undefined
  const { bytes } = tape
  const compared = bytes === undefined ? undefined : comparedOf(tape, bytes, node)
  if (compared === 'twice') return undefined
  return compared ?? mappedOf(tape, node)
}
