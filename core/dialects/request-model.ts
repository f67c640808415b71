// The member that all three dialects spell alike.

import { onlyMember, stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import type { Transcript } from '../transcript/transcript.ts'

/** A name as providers and gateways give them. The ledger and the log keep it: no other text of a body may get there. */
const modelName = /^[\w.:/@+-]{1,128}$/

/** The model that a body asks for, if it names one that can be a name. */
export const modelOf = (tape: JsonTape): Pick<Transcript, 'model'> => {
  const model = stringOf(tape, onlyMember(tape, 0, 'model'))
  // A copy: a piece of a string keeps the whole string alive, and the name outlives the body.
  if (model === undefined || !modelName.test(model)) return {}
  return { model: Buffer.from(model, 'utf16le').toString('utf16le') }
}
