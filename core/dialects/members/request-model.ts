// The model that a request asks for, and what may be kept of it.

import { onlyMember, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { ownText } from '../../text/own-text.ts'

/** A name as providers and gateways give them. The ledger and the log keep it: no other text of a request may get there. */
const name = /^[\w.:/@+-]{1,128}$/

/** What a request says of its model, if that can be a name. */
export const modelName = (said: string | undefined): string | undefined =>
  said === undefined || !name.test(said) ? undefined : ownText(said)

/** Where the three dialects say it: the member `model` of the body, if there is one and not two. */
export const modelMember = (tape: JsonTape): string | undefined => stringOf(tape, onlyMember(tape, 0, 'model'))
