// Counts the leaves of a JSON text, each with its path and its raw spelling. Paths leave out list positions, because those
// change when elements go. A key that appears twice counts twice.

import { elementsOf, kindOf, nextOf, rawOf } from '../../../../core/json/read.ts'
import { JsonKind, type JsonTape, scanJson } from '../../../../core/json/scan.ts'

const addLeaves = (tape: JsonTape, node: number, path: string, counts: Map<string, number>): void => {
  const kind = kindOf(tape, node)
  const isEmpty = nextOf(tape, node) === node + 1
  if (kind === JsonKind.Array && !isEmpty) {
    for (const element of elementsOf(tape, node)) addLeaves(tape, element, `${path}[]`, counts)
  } else if (kind === JsonKind.Object && !isEmpty) {
    for (let key = node + 1; key < nextOf(tape, node); key = nextOf(tape, key + 1))
      addLeaves(tape, key + 1, `${path}.${rawOf(tape, key)}`, counts)
  } else {
    const leaf = `${path}=${kind === JsonKind.Array ? '[]' : kind === JsonKind.Object ? '{}' : rawOf(tape, node)}`
    counts.set(leaf, (counts.get(leaf) ?? 0) + 1)
  }
}

/** How often each leaf appears in the text. Throws an error if the text is not JSON. */
export const jsonLeaves = (text: string): Map<string, number> => {
  const tape = scanJson(text)
  if (tape === undefined) throw new Error(`not JSON: ${text.slice(0, 100)}`)
  const counts = new Map<string, number>()
  addLeaves(tape, 0, '', counts)
  return counts
}
