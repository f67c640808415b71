// The name of a tool, behind that of the server it is of: what a server for files answers may show one, whatever the tool is called.

import type { Members } from '../../json/object-members.ts'
import { stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

/** `server`: the member of a call that names it. */
export const toolNameIn = (tape: JsonTape, call: Members, server: string): string => {
  const of = stringOf(tape, call.get(server))
  const name = stringOf(tape, call.get('name'))
  return of === undefined || name === undefined ? (of ?? name ?? '') : `${of}.${name}`
}
