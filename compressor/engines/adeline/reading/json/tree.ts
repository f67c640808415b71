// The pieces of a JSON value that can stay or go: members, elements, and lists of plain values as one piece each.
// Knows where each piece stands and which pieces form a column, not what they are worth.

import { endOf, kindOf, nextOf, startOf } from '../../../../../core/json/read.ts'
import { JsonKind, type JsonTape } from '../../../../../core/json/scan.ts'
import { hashRange, mixHash } from '../hash.ts'

export const PieceShape = { leaf: 0, object: 1, array: 2 } as const

/** One JSON value of a text, scanned on its own. */
export interface JsonValue {
  readonly tape: JsonTape<string>
  /** Where the tape's text begins in the text. */
  readonly offset: number
}

/** Pieces of one value in document order, column by column; offsets are those of the text. */
export interface JsonTree {
  readonly text: string
  /** Whether it is several values, each on its own lines: piece 0 is then a list around them without characters. */
  readonly isLines: boolean
  /** Where the piece begins: at its key, or at its value when it has none. */
  readonly start: number[]
  readonly keyEnd: number[]
  readonly valueStart: number[]
  readonly end: number[]
  readonly shape: number[]
  /** Index of the piece around it; -1 for the root. */
  readonly parent: number[]
  /** Pieces directly inside. */
  readonly children: number[]
  /** Position among its siblings. */
  readonly ordinal: number[]
  /** The path with list positions and id-like keys left out: pieces of one column share it. */
  readonly column: number[]
  /** Which of `names` its key is. */
  readonly name: number[]
  /** Each different key as the text spells it. The first is `''`, for pieces without one and with a longer one. */
  readonly names: string[]
}

/** Longer names are none that anybody looks for. `keyAt` counts the quotes with them. */
const longestName = 80

/** The key of a piece as the text spells it; `''`: it has none, or a long one. */
export const keyAt = ({ name, names }: JsonTree, piece: number): string => {
  const key = names[name[piece] ?? 0] ?? ''
  return key.length + 2 > longestName ? '' : key
}

/** What `read` tells of the key of a piece, `''` for none and a long one. It is asked once of each different key. */
export const factsOfKeys = <Facts>(
  { name, names }: JsonTree,
  read: (key: string) => Facts,
): ((piece: number) => Facts) => {
  const known: (Facts | undefined)[] = names.map(() => undefined)
  return (piece) => {
    const at = name[piece] ?? 0
    const facts = known[at] ?? read(names[at] ?? '')
    known[at] = facts
    return facts
  }
}

const listStep = 0x5bd1e995
const digitKey = /[0-9]/

/**
 * Marks lists that stay or go as a whole: with nothing but plain values inside, or nothing but numbers however deep. There a
 * position may carry meaning.
 */
const wholeLists = (tape: JsonTape): Uint8Array => {
  const parents = new Int32Array(tape.length).fill(-1)
  const plain = new Uint8Array(tape.length).fill(1)
  const numeric = new Uint8Array(tape.length).fill(1)
  const open: number[] = []
  for (let node = 0; node < tape.length; node += 1) {
    let container = open.at(-1)
    while (container !== undefined && nextOf(tape, container) <= node) {
      open.pop()
      container = open.at(-1)
    }
    const parent = container ?? -1
    parents[node] = parent
    const kind = kindOf(tape, node)
    const nests = kind === JsonKind.Object || kind === JsonKind.Array
    if (nests) open.push(node)
    if (parent < 0) continue
    if (nests) plain[parent] = 0
    if (kind !== JsonKind.Number && kind !== JsonKind.Array) numeric[parent] = 0
  }
  const whole = new Uint8Array(tape.length)
  for (let node = tape.length - 1; node >= 0; node -= 1) {
    const parent = parents[node] ?? -1
    if (numeric[node] === 0 && parent >= 0) numeric[parent] = 0
    if (kindOf(tape, node) === JsonKind.Array) whole[node] = (plain[node] ?? 0) | (numeric[node] ?? 0)
  }
  return whole
}

/** The pieces of one value, or of several on lines of their own. Linear in the text, whatever the depth. */
export const treeOf = (text: string, values: readonly JsonValue[]): JsonTree => {
  const tree: JsonTree = {
    text,
    isLines: values.length > 1,
    start: [],
    keyEnd: [],
    valueStart: [],
    end: [],
    shape: [],
    parent: [],
    children: [],
    ordinal: [],
    column: [],
    name: [],
    names: [''],
  }
  if (tree.isLines) {
    const [first, last] = [values[0], values.at(-1)]
    const start = first === undefined ? 0 : first.offset + startOf(first.tape, 0)
    const end = last === undefined ? 0 : last.offset + endOf(last.tape, 0)
    addPiece(tree, {
      start,
      keyEnd: -1,
      valueStart: start,
      end,
      shape: PieceShape.array,
      parent: -1,
      step: listStep,
      name: 0,
    })
  }
  const known = new Map<string, number>()
  for (const value of values) addValue(tree, value, known)
  return tree
}

interface Piece {
  readonly start: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly end: number
  readonly shape: number
  readonly parent: number
  readonly step: number
  readonly name: number
}

const addPiece = (tree: JsonTree, piece: Piece): number => {
  const { parent } = piece
  tree.start.push(piece.start)
  tree.keyEnd.push(piece.keyEnd)
  tree.valueStart.push(piece.valueStart)
  tree.end.push(piece.end)
  tree.shape.push(piece.shape)
  tree.parent.push(parent)
  tree.children.push(0)
  tree.name.push(piece.name)
  tree.ordinal.push(parent < 0 ? 0 : (tree.children[parent] ?? 0))
  tree.column.push(mixHash(parent < 0 ? 0 : (tree.column[parent] ?? 0), piece.step))
  if (parent >= 0) tree.children[parent] = (tree.children[parent] ?? 0) + 1
  return tree.start.length - 1
}

/** Which of the names a key is; a new one becomes the last of them. */
const nameOf = (names: string[], known: Map<string, number>, tape: JsonTape<string>, node: number): number => {
  const [start, end] = [startOf(tape, node) + 1, endOf(tape, node) - 1]
  if (end <= start || end - start > longestName) return 0
  const name = tape.text.slice(start, end)
  const at = known.get(name) ?? names.push(name) - 1
  known.set(name, at)
  return at
}

const addValue = (tree: JsonTree, { tape, offset }: JsonValue, known: Map<string, number>): void => {
  const whole = wholeLists(tape)
  const open: { piece: number; behind: number }[] = []
  let node = 0
  while (node < tape.length) {
    while (open.length > 0 && (open.at(-1)?.behind ?? 0) <= node) open.pop()
    const hasKey = kindOf(tape, node) === JsonKind.Key
    const value = hasKey ? node + 1 : node
    const kind = kindOf(tape, value)
    const behind = nextOf(tape, value)
    const opens = (kind === JsonKind.Object || kind === JsonKind.Array) && behind > value + 1 && whole[value] !== 1
    const piece = addPiece(tree, {
      start: offset + startOf(tape, node),
      keyEnd: hasKey ? offset + endOf(tape, node) : -1,
      valueStart: offset + startOf(tape, value),
      end: offset + endOf(tape, value),
      shape: !opens ? PieceShape.leaf : kind === JsonKind.Object ? PieceShape.object : PieceShape.array,
      parent: open.at(-1)?.piece ?? (tree.isLines ? 0 : -1),
      step: hasKey ? keyStep(tape, node) : listStep,
      name: hasKey ? nameOf(tree.names, known, tape, node) : 0,
    })
    if (opens) open.push({ piece, behind })
    node = opens ? value + 1 : behind
  }
}

/** What a key adds to the column. A key with digits names a record rather than a field, so it counts as a position in a list. */
const keyStep = (tape: JsonTape<string>, node: number): number => {
  const [start, end] = [startOf(tape, node), endOf(tape, node)]
  return end - start <= 80 && !digitKey.test(tape.text.slice(start, end)) ? hashRange(tape.text, start, end) : listStep
}
