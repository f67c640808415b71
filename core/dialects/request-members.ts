// Members that all three dialects spell alike: the model and whether the answer is to be a stream.

import { type Members, rawOf, stringOf } from '../json/read.ts'
import type { JsonTape } from '../json/scan.ts'
import type { Transcript } from '../transcript/transcript.ts'

export const isStream = (tape: JsonTape, body: Members | undefined): boolean => {
  const node = body?.get('stream')
  return node !== undefined && rawOf(tape, node) === 'true'
}

export const withModel = (
  tape: JsonTape,
  body: Members | undefined,
  transcript: Omit<Transcript, 'model'>,
): Transcript => {
  const model = stringOf(tape, body?.get('model'))
  return model === undefined ? transcript : { ...transcript, model }
}
