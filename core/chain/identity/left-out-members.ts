// Members that a client may leave out, or spell in two ways, where they say the same: the content of an answer that is calls alone, and what an item
// of Responses is that says who speaks. Kits have them; what is read back from a table has not. All are told as most have always been sent.

import { plainUnits } from '../../json/plain-spelling.ts'
import { endOf, kindOf, nextOf, reads, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { mostMembers, type Names, typeName } from './spelled-names.ts'

const [content, calls, role] = ['"content"', '"tool_calls"', '"role"']

/** A member as it is told, whether it is left out or said. */
interface Told {
  readonly name: string
  readonly value: string
}
const noWords: Told = { name: content, value: 'null' }
const aMessage: Told = { name: typeName, value: '"message"' }

const hasCalls = (tape: JsonTape, key: number): boolean =>
  reads(tape, key, calls) && kindOf(tape, key + 1) === JsonKind.Array && nextOf(tape, key + 1) > key + 2

const isEmpty = (tape: JsonTape, value: number): boolean => reads(tape, value, 'null') || reads(tape, value, '""')

/** As long as any of these names is with all of its letters by number. */
const longestSpelled = 64

/** A name with letters by number is another one: whether it means one of these nobody looks. */
const isSpelledOtherwise = (tape: JsonTape, key: number): boolean => {
  const start = startOf(tape, key)
  const end = endOf(tape, key)
  if (tape.isSpelledPlainly === true || end - start > longestSpelled) return false
  return plainUnits(tape, start, end) !== tape.text.slice(start, end)
}

/** Whether a message of chat completions has calls and no words: one content that is empty, or none. */
const isWordless = (tape: JsonTape, node: number): boolean => {
  const end = nextOf(tape, node)
  let calling = false
  let contents = 0
  let looked = 0
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostMembers || isSpelledOtherwise(tape, key)) return false
    if (reads(tape, key, content)) {
      if (!isEmpty(tape, key + 1)) return false
      contents += 1
    } else calling ||= hasCalls(tape, key)
  }
  return calling && contents <= 1
}

/** Whether an item says who speaks, and not what it is. */
const isUntyped = (tape: JsonTape, node: number): boolean => {
  const end = nextOf(tape, node)
  let speaks = false
  let looked = 0
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostMembers || isSpelledOtherwise(tape, key)) return false
    if (reads(tape, key, typeName) && !reads(tape, key + 1, 'null')) return false
    speaks ||= reads(tape, key, role)
  }
  return speaks
}

/** The member of a message that is told so, in its place among the others; items alone have an output. `undefined`: all are as they come. */
export const toldIn = (tape: JsonTape, node: number, { output }: Pick<Names, 'output'>): Told | undefined => {
  if (output !== undefined) return isUntyped(tape, node) ? aMessage : undefined
  return isWordless(tape, node) ? noWords : undefined
}
