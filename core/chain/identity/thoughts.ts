// What a model has thought, which clients and providers leave out of older turns.

import { kindOf, nextOf, reads } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { typeName } from './spelled-names.ts'

/** As blocks and items call it. */
const isThoughtType = (tape: JsonTape, node: number): boolean =>
  reads(tape, node, '"thinking"') || reads(tape, node, '"redacted_thinking"') || reads(tape, node, '"reasoning"')

/** Whether a block, or an item, is what the model has thought. */
export const isThought = (tape: JsonTape, node: number): boolean => {
  if (kindOf(tape, node) !== JsonKind.Object) return false
  const end = nextOf(tape, node)
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1))
    if (reads(tape, key, typeName)) return isThoughtType(tape, key + 1)
  return false
}
