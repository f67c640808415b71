// A message as a dialect found it.

import { kindOf, nextOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { Message, Side } from '../../transcript/message.ts'

const elementsIn = (tape: JsonTape, list: number): number => {
  let count = 0
  const end = nextOf(tape, list)
  for (let element = list + 1; element < end; element = nextOf(tape, element)) count += 1
  return count
}

/** `content`: the value that holds its blocks, or its text; `undefined` if it has none. */
export const messageAt = (tape: JsonTape, node: number, side: Side, content: number | undefined): Message => {
  const isList = content !== undefined && kindOf(tape, content) === JsonKind.Array
  return { node, side, blocks: isList ? elementsIn(tape, content) : 1 }
}
