// Members that a client may leave out, or spell in two ways, where they say the same: the content of an answer that is calls alone, and what an item
// of Responses is that says who speaks. Kits have them; what is read back from a table has not. All are told as most have always been sent.

import { plainUnits } from '../../json/plain-spelling.ts'
import { endOf, kindOf, nextOf, reads, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { typeName } from './spelled-names.ts'

/** No message has more members: one that has is taken as it is. */
const mostLookedAt = 64

const [content, calls] = ['"content"', '"tool_calls"']
const role = '"role"'

/** What an item of Responses is that says who speaks. */
export const messageType = '"message"'

const hasCalls = (tape: JsonTape, key: number): boolean =>
  reads(tape, key, calls) && kindOf(tape, key + 1) === JsonKind.Array && nextOf(tape, key + 1) > key + 2

const isEmpty = (tape: JsonTape, value: number): boolean => reads(tape, value, 'null') || reads(tape, value, '""')

/** A name with letters by number is another one: whether it means one of these nobody looks. */
const isSpelledOtherwise = (tape: JsonTape, key: number): boolean => {
  if (tape.isSpelledPlainly === true) return false
  const [start, end] = [startOf(tape, key), endOf(tape, key)]
  return plainUnits(tape, start, end) !== tape.text.slice(start, end)
}

/** Whether a message of chat completions has calls and no words: one content that is empty, or none. */
export const isWordless = (tape: JsonTape, node: number): boolean => {
  const end = nextOf(tape, node)
  let [calling, contents, looked] = [false, 0, 0]
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostLookedAt || isSpelledOtherwise(tape, key)) return false
    if (reads(tape, key, content)) {
      if (!isEmpty(tape, key + 1)) return false
      contents += 1
    } else calling ||= hasCalls(tape, key)
  }
  return calling && contents <= 1
}

/** Whether an item says who speaks, and that it is a message or not what it is. */
export const isMessageItem = (tape: JsonTape, node: number): boolean => {
  const end = nextOf(tape, node)
  let [speaks, types, looked] = [false, 0, 0]
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostLookedAt || isSpelledOtherwise(tape, key)) return false
    if (reads(tape, key, typeName) && !reads(tape, key + 1, 'null')) {
      if (!reads(tape, key + 1, messageType)) return false
      types += 1
    } else speaks ||= reads(tape, key, role)
  }
  return speaks && types <= 1
}
