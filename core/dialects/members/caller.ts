// Who has made a call: the model, or a program that it has written and the provider runs. What answers a program's call goes to the
// program, which counts lines and parses what it gets; the model reads what the program prints.

import { type Members, membersOf } from '../../json/object-members.ts'
import { reads, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

/** The member of a call, and of its answer, that says so. */
export const callerMember = 'caller'

/** Whether a call, or what answers it, names another caller than the model. An unknown caller counts as a program. */
export const isOfProgram = (tape: JsonTape, members: Members): boolean => {
  const caller = members.get(callerMember)
  if (caller === undefined || reads(tape, caller, 'null')) return false
  return stringOf(tape, membersOf(tape, caller)?.get('type')) !== 'direct'
}
