// The conversations of a load: some go on at a time, each grows by a tool result with every request, from 160 to 240 kB, and
// ends; another one then takes its place.

import { messagesBody } from '../bodies.ts'

const [firstResults, lastResults] = [10, 15]
const charactersPerResult = 16_000
/** In the question that opens the conversation: what tells it from all others. */
const question = 'Which orders are late?'

/** One request of each length; a number takes the place of the question's end. */
const turns = Array.from({ length: lastResults - firstResults + 1 }, (_, turn) => {
  const { bytes } = messagesBody({ results: firstResults + turn, kind: 'pretty', charactersPerResult })
  const at = bytes.indexOf(question)
  if (at < 0) throw new Error('The body has no question.')
  return { bytes, at }
})

/** The bytes of the request that a conversation sends next. */
export type NextBody = () => Buffer

/** `random`: 0 up to 1, chooses which conversation goes on. */
export const conversations = (atOnce: number, random: () => number): NextBody => {
  let started = 0
  const begin = () => {
    started += 1
    return { number: started, turn: 0 }
  }
  const open = Array.from({ length: atOnce }, begin)
  return () => {
    const index = Math.floor(random() * open.length)
    const conversation = open[index] ?? begin()
    const { bytes, at } = turns[conversation.turn] ?? { bytes: Buffer.alloc(0), at: 0 }
    const body = Buffer.from(bytes)
    body.write(`Late order ${String(conversation.number).padStart(question.length - 11, '0')}`, at, 'latin1')
    conversation.turn += 1
    if (conversation.turn === turns.length) open[index] = begin()
    return body
  }
}
