// Turns of the client: its own messages with nothing of the model between them are one turn.

import type { Transcript } from './transcript.ts'

/** The message in which the turn of the client begins that stands so many turns before the last one; -1 if that is the first, or there are fewer. */
export const beginningOfTurn = ({ messages }: Pick<Transcript, 'messages'>, turns: number): number => {
  let passed = 0
  for (let at = messages.length - 1; at > 0; at -= 1) {
    if (messages[at]?.side !== 'client' || messages[at - 1]?.side === 'client') continue
    passed += 1
    if (passed > turns) return at
  }
  return -1
}

/** Where each run of the client's messages ends, instructions left out: counts of messages. */
export const turnEnds = ({ messages }: Pick<Transcript, 'messages'>): readonly number[] => {
  const ends: number[] = []
  let client = 0
  messages.forEach(({ side }, index) => {
    if (side === 'client') client = index + 1
    if (side !== 'model' || client === 0) return
    ends.push(client)
    client = 0
  })
  return client === 0 ? ends : [...ends, client]
}

/** The client's next message behind a turn that ends here: all between is the answer to it. */
export const answeredAt = ({ messages }: Pick<Transcript, 'messages'>, turnEnd: number): number | undefined => {
  const next = messages.findIndex(({ side }, index) => index >= turnEnd && side === 'client')
  return next === -1 ? undefined : next
}
