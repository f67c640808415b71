// The member that all three dialects spell alike.

import { onlyMember, stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import type { Transcript } from '../transcript/transcript.ts'

/** The model that a body asks for, if it names one. */
export const modelOf = (tape: JsonTape): Pick<Transcript, 'model'> => {
  const model = stringOf(tape, onlyMember(tape, 0, 'model'))
  // A copy: a piece of a string keeps the whole string alive, and the name outlives the body.
  return model === undefined ? {} : { model: Buffer.from(model, 'utf16le').toString('utf16le') }
}
