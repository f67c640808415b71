// The spans that are left of a JSON value without some of its pieces. Chooses which commas stay, so that the result is JSON.

import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import type { SpanList } from './span-list.ts'

/** Index of the comma before `start`. Between siblings there is always one, with only white space around it. */
const commaBefore = (text: string, start: number): number => {
  let at = start - 1
  while (text.charCodeAt(at) !== 0x2c) at -= 1
  return at
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
 * ends, up to `behind`.
 */
export const emitJson = (tree: JsonTree, keep: Uint8Array, first: number, behind: number, list: SpanList): void => {
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
      list.add(valueStart, end)
      finish(piece)
    } else {
      list.add(valueStart, valueStart + 1)
      open.push(piece)
    }
  }
  closeUntil(Number.POSITIVE_INFINITY)
}
