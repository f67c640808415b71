// The spans that survive of a JSON value when some of its pieces go. Chooses which commas stay; the result is JSON again.

import { type JsonTree, PieceShape } from '../reading/json/tree.ts'
import type { SpanList } from './span-list.ts'

/** Index of the comma before `start`: between siblings there is always one, and nothing but white space beside it. */
const commaBefore = (text: string, start: number): number => {
  let at = start - 1
  while (text.charCodeAt(at) !== 0x2c) at -= 1
  return at
}

/** Where the white space behind a value on its own line ends: at the next value, or at the end of them all. */
const lineTail = (tree: JsonTree, piece: number, behind: number): number => {
  const end = tree.end[piece] ?? 0
  let at = end
  while (at < behind && ' \t\r\n'.includes(tree.text[at] ?? '')) at += 1
  return at
}

/**
 * Adds the surviving spans of the tree to the list. `keep` holds a byte per unit, closed upwards; the units of the
 * pieces begin at `first`. Every kept piece but the first of its siblings takes the comma before it along: fewer pieces
 * never need a comma that more pieces did without. Values on lines of their own take their line ends along, up to `behind`.
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
