// The conversations of a load: some go on at a time, each grows by a tool result with every request, from 160 to 240 kB, and
// ends; another one then takes its place.

import { messagesBody } from '../requests/bodies.ts'

const [firstResults, lastResults] = [10, 15]
const charactersPerResult = 16_000
/** What tells a conversation from all others; its number takes this place. */
const conversation = 'XXXXXXXX'

/** One request of each length, and where it names its conversation. */
const turns = Array.from({ length: lastResults - firstResults + 1 }, (_, turn) => {
  const { bytes } = messagesBody({ results: firstResults + turn, kind: 'pretty', charactersPerResult, conversation })
  const places: number[] = []
  for (let at = bytes.indexOf(conversation); at >= 0; at = bytes.indexOf(conversation, at + 1)) places.push(at)
  return { bytes, places }
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
    const next = open[index] ?? begin()
    const { bytes, places } = turns[next.turn] ?? { bytes: Buffer.alloc(0), places: [] }
    const body = Buffer.from(bytes)
    for (const at of places) body.write(String(next.number).padStart(conversation.length, '0'), at, 'latin1')
    next.turn += 1
    if (next.turn === turns.length) open[index] = begin()
    return body
  }
}
