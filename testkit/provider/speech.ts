// How an answer is given: whole or streamed, at what pace, to its end or not. Knows nothing of what is said.

import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerForm, Asked, PromptTokens } from './answers/said.ts'
import type { Instruction } from './instruction.ts'

/** Milliseconds until the first piece of an answer, and between two. */
export interface Pace {
  readonly first: number
  readonly between: number
}

export interface Speech {
  readonly asked: Asked
  readonly stream: boolean
  readonly pace: Pace
  /** Milliseconds from the last piece to the end. */
  readonly stay?: number
  /** Whether the connection ends when some words are out. */
  readonly cut: boolean
}

const slowMilliseconds = 150
/** The piece that no longer goes out. */
const cutAt = 5

function* repeated(word: string, times: number): Generator<string> {
  for (let turn = 0; turn < times; turn += 1) yield word
}

const withoutReads = ({ total }: PromptTokens): PromptTokens => ({ total, read: 0, written: 0 })

/** The usual answer as an instruction wants it. */
export const instructed = (usual: Speech, { word, values: [count, between, stay, unread] }: Instruction): Speech => {
  if (word === 'stream' || word === 'whole') {
    const { tokens } = usual.asked
    const words = word === 'whole' ? ['Word.'] : repeated('word ', Number(count))
    const pace = { first: 0, between: Number(between ?? 0) }
    return {
      asked: { ...usual.asked, said: { words }, tokens: unread === 'unread' ? withoutReads(tokens) : tokens },
      stream: word === 'stream',
      pace,
      stay: Number(stay ?? 0),
      cut: false,
    }
  }
  const pace = word === 'slow' ? { ...usual.pace, between: slowMilliseconds } : usual.pace
  return { ...usual, pace, cut: word === 'cut' }
}

export const speak = async (response: ServerResponse, form: AnswerForm, speech: Speech): Promise<void> => {
  const { asked, stream, pace, stay = 0, cut } = speech
  if (pace.first > 0) await wait(pace.first)
  const headers = { 'request-id': 'req_1', 'x-ratelimit-remaining': '9' }
  if (!stream) {
    const whole = Buffer.from(form.whole(asked))
    const own = { 'content-type': 'application/json', 'content-length': whole.length }
    response.writeHead(200, { ...headers, ...own }).end(whole)
    return
  }
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
  let pieces = 0
  for (const piece of form.stream(asked)) {
    if (pieces > 0 && pace.between > 0) await wait(pace.between)
    if (cut && pieces === cutAt) response.destroy()
    if (response.destroyed) return
    response.write(piece)
    pieces += 1
  }
  if (stay > 0) await wait(stay)
  response.end()
}
