// Members that answers come with and that say nothing to a model. Clients send them back while they work, and leave them out once they have
// read the conversation from where they keep it, or the other way.

import { cacheBreakpoint } from '../../caches/breakpoint.ts'
import { kindOf, nextOf, reads } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { mostMembers, typeName } from './spelled-names.ts'

/** An answer that is calls alone may leave it out; `left-out-members.ts` has how that is told. */
const content = '"content"'

/** What an item of Responses is called by its provider, and that it has ended as it should: of one that has not, or has failed, the model is told. */
const [id, status] = ['"id"', '"status"']
const ended = '"completed"'

/** Lists of an answer that say nothing while they are empty. */
const lists = ['"annotations"', '"logprobs"']

/** Who has made a call: of a model that has made it itself nothing is said. */
const caller = '"caller"'
const itself = '"direct"'

/** What a model has thought, as its provider alone can read it: without that an item is known by its id. */
const thoughts = '"encrypted_content"'

/** What ends a cached prefix: the request's own business, as a cache marker is. */
const breakpoint = `"${cacheBreakpoint}"`

/** A result that has not failed needs no word of that. */
const error = '"is_error"'

const holdsThoughts = (tape: JsonTape, key: number): boolean =>
  reads(tape, key, thoughts) && kindOf(tape, key + 1) === JsonKind.String

/**
 * Whether an item says whose it is: who speaks, of which call it is a part, or what was thought. Its id is then a name for its provider alone.
 * `name`: of the member at `asked`. Of one that stands there twice nothing is known: to look for each again would take time by their square.
 */
const tellsWhose = (tape: JsonTape, node: number, asked: number, name: string): boolean => {
  const end = nextOf(tape, node)
  let looked = 0
  for (let key = node + 1; key < end && looked < mostMembers; key = nextOf(tape, key + 1)) {
    looked += 1
    if (key < asked && reads(tape, key, name)) return false
    if (reads(tape, key, '"role"') || reads(tape, key, '"call_id"') || holdsThoughts(tape, key)) return true
  }
  return false
}

const isIdOrEnded = (tape: JsonTape, node: number, key: number): boolean => {
  if (reads(tape, key, id)) return tellsWhose(tape, node, key, id)
  return reads(tape, key, status) && reads(tape, key + 1, ended) && tellsWhose(tape, node, key, status)
}

const isItself = (tape: JsonTape, node: number): boolean =>
  nextOf(tape, node) === node + 3 && reads(tape, node + 1, typeName) && reads(tape, node + 2, itself)

/** Whether this member of a message, of a block or of an item says nothing. Most are told by the kind of their value, and by how long their name is. */
export const saysNothing = (tape: JsonTape, node: number, key: number): boolean => {
  const value = key + 1
  const kind = kindOf(tape, value)
  if (kind === JsonKind.String) return isIdOrEnded(tape, node, key)
  if (kind === JsonKind.Literal)
    return (
      (reads(tape, value, 'null') && !reads(tape, key, content)) ||
      (reads(tape, value, 'false') && reads(tape, key, error))
    )
  if (kind === JsonKind.Array) return nextOf(tape, value) === value + 1 && lists.some((name) => reads(tape, key, name))
  if (kind !== JsonKind.Object) return false
  return reads(tape, key, breakpoint) || (reads(tape, key, caller) && isItself(tape, value))
}
