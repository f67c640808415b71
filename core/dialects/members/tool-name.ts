// The name of a tool, behind that of the server it is of: what a server for files answers may show one, whatever the tool is called.

import type { Members } from '../../json/object-members.ts'
import { stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'

/** `server`: the member of a call that names it. */
export const toolNameIn = (tape: JsonTape, call: Members, server: string): string =>
  [server, 'name'].flatMap((member) => stringOf(tape, call.get(member)) ?? []).join('.')
