// The spans that are left of a JSON value without some of its pieces. Chooses which commas stay, so that the result is JSON.

import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import type { SpanList } from './span-list.ts'

/** A JSON value, and how it is printed. */
export interface PrintedTree {
  readonly tree: JsonTree
  readonly isTight: boolean
}

/** Index of the comma before `start`. Between siblings there is always one, with only white space around it. */
const commaBefore = (text: string, start: number): number => {
  let at = start - 1
  while (text.charCodeAt(at) !== 0x2c) at -= 1
  return at
}

/** Adds a list that stays as a whole, without the blanks between its values. */
const addTight = (text: string, start: number, end: number, list: SpanList): void => {
  let from = start
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) {
      at += 1
      while (at < end && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1
    } else if (unit <= 0x20) {
      list.add(from, at)
      while (text.charCodeAt(at + 1) <= 0x20) at += 1
      from = at + 1
    }
  }
  list.add(from, end)
}

/** Where the white space after a value on its own line ends: at the next value, or at `behind`. */
const lineTail = (tree: JsonTree, piece: number, behind: number): number => {
  const end = tree.end[piece] ?? 0
  let at = end
  while (at < behind && ' \t\r\n'.includes(tree.text[at] ?? '')) at += 1
  return at
}

/**
 * Adds the spans that are left of the tree to the list. `keep` has one byte per unit, and every kept piece has its parents
 * kept; the units of the pieces begin at `first`. Every kept piece except the first of its siblings keeps the comma before
 * it, so a smaller selection never needs a comma that a larger one dropped. Values on lines of their own keep their line
 * ends, up to `behind`. `isTight`: lists that stay as wholes lose their blanks.
 */
export const emitJson = (
  { tree, isTight }: PrintedTree,
  keep: Uint8Array,
  first: number,
  behind: number,
  list: SpanList,
): void => {
  const { text } = tree
  const open: number[] = []
  const started = new Uint8Array(tree.start.length)
  const isRow = (piece: number): boolean => tree.isLines && tree.parent[piece] === 0
  const finish = (piece: number): void => {
    if (isRow(piece)) list.add(tree.end[piece] ?? 0, lineTail(tree, piece, behind))
  }
  const closeUntil = (position: number): void => {
    for (let top = open.at(-1); top !== undefined && (tree.end[top] ?? 0) <= position; top = open.at(-1)) {
      const end = tree.end[top] ?? 0
      list.add(end - 1, end)
      finish(top)
      open.pop()
    }
  }
  for (let piece = tree.isLines ? 1 : 0; piece < tree.start.length; piece += 1) {
    if (keep[first + piece] !== 1) continue
    const start = tree.start[piece] ?? 0
    const end = tree.end[piece] ?? 0
    const valueStart = tree.valueStart[piece] ?? 0
    const keyEnd = tree.keyEnd[piece] ?? -1
    const parent = tree.parent[piece] ?? -1
    closeUntil(start)
    if (parent >= 0 && !isRow(piece)) {
      if (started[parent] === 1) {
        const comma = commaBefore(text, start)
        list.add(comma, comma + 1)
      }
      started[parent] = 1
    }
    if (keyEnd >= 0) {
      const colon = text.indexOf(':', keyEnd)
      list.add(start, keyEnd)
      list.add(colon, colon + 1)
    }
    if (tree.shape[piece] === PieceShape.leaf) {
      if (isTight && text.charCodeAt(valueStart) === 0x5b) addTight(text, valueStart, end, list)
      else list.add(valueStart, end)
      finish(piece)
    } else {
      list.add(valueStart, valueStart + 1)
      open.push(piece)
    }
  }
  closeUntil(Number.POSITIVE_INFINITY)
}
