// Members that a client may leave out, or spell in two ways, where they say the same: the content of an answer that is calls alone, and what an item
// of Responses is that says who speaks. Kits have them; what is read back from a table has not. All are told as most have always been sent.

import { kindOf, nextOf, reads } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'

/** No message has more members: one that has is taken as it is. */
const mostLookedAt = 64

const [content, calls] = ['"content"', '"tool_calls"']
const [role, type] = ['"role"', '"type"']

const hasCalls = (tape: JsonTape, key: number): boolean =>
  reads(tape, key, calls) && kindOf(tape, key + 1) === JsonKind.Array && nextOf(tape, key + 1) > key + 2

const isEmpty = (tape: JsonTape, value: number): boolean => reads(tape, value, 'null') || reads(tape, value, '""')

/** Whether a message of chat completions has calls and no words, and whether it says so by a content. `undefined`: it has words, or no calls. */
export const wordlessIn = (tape: JsonTape, node: number): 'told' | 'left out' | undefined => {
  const end = nextOf(tape, node)
  let [calling, contents, looked] = [false, 0, 0]
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostLookedAt) return undefined
    if (reads(tape, key, content)) {
      if (!isEmpty(tape, key + 1)) return undefined
      contents += 1
    } else calling ||= hasCalls(tape, key)
  }
  if (!calling || contents > 1) return undefined
  return contents === 1 ? 'told' : 'left out'
}

/** Whether an item says who speaks, and not that it is a message. */
export const isUntyped = (tape: JsonTape, node: number): boolean => {
  const end = nextOf(tape, node)
  let [speaks, looked] = [false, 0]
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) {
    looked += 1
    if (looked > mostLookedAt || reads(tape, key, type)) return false
    speaks ||= reads(tape, key, role)
  }
  return speaks
}
