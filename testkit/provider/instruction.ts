// How a request says what the provider shall do in place of its usual answer. The service forwards these headers like any
// other.

import type { IncomingHttpHeaders } from 'node:http'
import type { BehaviourWord } from './behaviours.ts'

/**
 * `slow`, `cut`: the usual answer, but so. `stream COUNT MILLISECONDS STAYS`: so many words, so far apart, and so long until the connection ends;
 * with `unread` behind that, nothing of the prompt was read from a cache. `whole`: one word.
 */
type AnswerWord = 'slow' | 'cut' | 'stream' | 'whole'
type Word = BehaviourWord | AnswerWord

const instructionHeader = 'x-provider-does'
const onceHeader = 'x-provider-does-once'

/** The headers of a request that tells the provider what to do. */
export const instruct = (word: Word, ...values: readonly (string | number)[]): Record<string, string> => ({
  [instructionHeader]: [word, ...values].join(' '),
})

/** The same, to be done for the first request of that name alone: an SDK that asks again gets the usual answer. */
export const once = (name: string, instruction: Record<string, string>): Record<string, string> => ({
  ...instruction,
  [onceHeader]: name,
})

export interface Instruction {
  readonly word: string
  readonly values: readonly string[]
  /** The name under which it is followed once; absent: always. */
  readonly onceAs: string | undefined
}

/** What a request asks for, if it asks for anything. */
export const instructionOf = (headers: IncomingHttpHeaders): Instruction | undefined => {
  const { [instructionHeader]: instruction, [onceHeader]: name } = headers
  const [word = '', ...values] = String(instruction ?? '').split(' ')
  return word === '' ? undefined : { word, values, onceAs: name === undefined ? undefined : String(name) }
}
