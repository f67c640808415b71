// The canonical messages of a conversation as digests take them in: one after the other, or those alone that nobody changes.

import type { Hash } from 'node:crypto'
import { firstIndexWhere } from '../../collections/first-index.ts'
import type { Message } from '../../transcript/message.ts'
import { isSaid } from '../../transcript/result-segment.ts'
import type { Transcript } from '../../transcript/transcript.ts'
import { canonicalMessages, type Untold } from './canonical-message.ts'
import { digestOfPieces, keptPieces, type Pieces, type Range, textOfPieces } from './gathered-pieces.ts'
import { joinedIn } from './joined-messages.ts'
import { silentIn } from './said-texts.ts'
import { isThought } from './thoughts.ts'

/** Gives a digest the messages from one to before another. */
export type Feed = (hash: Hash, from: number, to: number) => void

/** So many messages without the instructions between them; `undefined`: it is one of instructions, or one that says nothing. */
const runOf = (
  { messages }: Pick<Transcript, 'messages'>,
  from: number,
  count: number,
  isSilent: (index: number) => boolean,
): readonly [Message, ...Message[]] | undefined => {
  const first = messages[from]
  if (first === undefined || first.side === 'instructions') return undefined
  if (count === 1) return isSilent(from) ? undefined : [first]
  const [one, ...others] = messages
    .slice(from, from + count)
    .filter(({ side }, at) => side !== 'instructions' && !isSilent(from + at))
  return one && [one, ...others]
}

/** Canonical messages are JSON, so with commas between them no two conversations have the same text. */
export const feedOf = (transcript: Transcript, untold?: Untold): Feed => {
  const { tape } = transcript
  const { bytes } = tape
  const joined = joinedIn(transcript)
  const writeMessages = canonicalMessages(transcript, untold)
  const isSilent = silentIn(transcript)
  const write = (pieces: Pieces, from: number, to: number): void => {
    for (let index = from, count = 1; index < to; index += count) {
      count = joined(index, to)
      const run = runOf(transcript, index, count, isSilent)
      if (run === undefined || (untold === 'thoughts' && isThought(tape, run[0].node))) continue
      writeMessages(run, pieces)
      pieces.put(',')
    }
  }
  return (hash, from, to) => {
    if (bytes === undefined) {
      const pieces = textOfPieces(tape)
      write(pieces, from, to)
      hash.update(pieces.gathered())
    } else {
      const pieces = digestOfPieces(bytes, hash)
      write(pieces, from, to)
      pieces.finish()
    }
  }
}

/** So many answers of the model in a row are given once: no client changes them, except what the model has thought. */
export const answersOfKey = 4

/**
 * Digests what was said last: the model's answers behind the first of the last ends of turns, and what the client said without being
 * asked by a call: in its last turn, and while there are few in all of them. Results are told by their calls; clients clear them, and
 * hang remarks on the last of them. What pictures show is left out with what the model has thought.
 */
export const saidLastIn = (transcript: Transcript): ((ends: readonly number[]) => Buffer) => {
  const { tape, messages, segments } = transcript
  const joined = joinedIn(transcript)
  const writeMessages = canonicalMessages(transcript, 'both')
  const isSilent = silentIn(transcript)
  const pieces = keptPieces(tape)
  /** By the first message of a run, because one is said last in several turns. */
  const written: Range[] = []
  const write = (index: number, count: number): Range => {
    const from = pieces.length
    const run = runOf(transcript, index, count, isSilent)
    if (run !== undefined && !isThought(tape, run[0].node)) {
      writeMessages(run, pieces)
      pieces.put(',')
    }
    return { from, to: pieces.length }
  }
  /** Whether a message of the client answers a call. Segments stand in the order of the messages. */
  const answers = (message: number): boolean => {
    const first = firstIndexWhere(segments, (segment) => segment.message >= message)
    for (let at = first; segments[at]?.message === message; at += 1) {
      const segment = segments[at]
      if (segment !== undefined && !isSaid(segment)) return true
    }
    return false
  }
  return (ends) => {
    const isFew = ends.length <= answersOfKey
    const said: Range[] = []
    let begin = isFew ? 0 : (ends[0] ?? 0)
    for (const end of ends) {
      let isTold = isFew || end === ends.at(-1)
      for (let message = begin; isTold && message < end; message += 1)
        isTold = messages[message]?.side !== 'client' || !answers(message)
      for (let message = begin, count = 1; message < end; message += count) {
        count = joined(message, end)
        if (messages[message]?.side !== 'model' && !isTold) continue
        const one = written[message] ?? write(message, count)
        written[message] = one
        said.push(one)
      }
      begin = end
    }
    return pieces.digestOf(said)
  }
}
