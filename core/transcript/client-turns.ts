// How long ago something was said, in turns of the client: its own messages with nothing of the model between them are one turn.

import type { Transcript } from './transcript.ts'

/** The message in which the turn of the client begins that stands so many turns before the last one; -1 if there are fewer. */
export const beginningOfTurn = ({ messages }: Pick<Transcript, 'messages'>, turns: number): number => {
  let passed = 0
  for (let at = messages.length - 1; at > 0; at -= 1) {
    if (messages[at]?.side !== 'client' || messages[at - 1]?.side === 'client') continue
    passed += 1
    if (passed > turns) return at
  }
  return -1
}
