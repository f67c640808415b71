// A message as a dialect found it.

import { elementsOf, kindOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import type { Message, Side } from '../transcript/message.ts'

/** `content`: the value that holds its blocks, or its text; `undefined` if it has none. */
export const messageAt = (tape: JsonTape, node: number, side: Side, content: number | undefined): Message => {
  const isList = content !== undefined && kindOf(tape, content) === JsonKind.Array
  return { node, side, blocks: isList ? elementsOf(tape, content).length : 1 }
}
