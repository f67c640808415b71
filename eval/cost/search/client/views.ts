// Conversations as agents rewrite or render them that do more than go on: what moves with the newest turn, what a summary takes the place
// of, results that come late, ids that are given anew. Knows no dialect and no cache.

import { type ClientTurn, type Conversation, picturesIn } from '../shapes/conversation.ts'

const withWords = (turn: ClientTurn, words: string): ClientTurn => ({
  ...turn,
  said: turn.said === undefined ? words : `${words}\n${turn.said}`,
})

/** With these words before what the user says in one turn: behind the last of those that are past it is the one that is pending. */
export const floating = ({ system, past, pending }: Conversation, turn: number, words: string): Conversation => ({
  system,
  past: past.map((exchange, index) =>
    index === turn ? { ...exchange, client: withWords(exchange.client, words) } : exchange,
  ),
  pending: turn >= past.length ? withWords(pending, words) : pending,
})

interface Pictured {
  readonly image?: string
}

const caption = ' [A picture of a window with a list of files and two buttons.]'

/** With words where a picture was. */
const captioned = <Held extends Pictured>(held: Held): Held => {
  if ('text' in held) return { ...held, text: `${held.text}${caption}` }
  return { ...held, said: `${'said' in held ? (held.said ?? '') : ''}${caption}` }
}

/** With the newest pictures alone; older ones go so many at a time, for nothing or for words. */
export const withNewestPictures = (
  conversation: Conversation,
  newest: number,
  step: number,
  inWords = false,
): Conversation => {
  const { past, pending } = conversation
  let going = Math.max(0, Math.floor((picturesIn(conversation) - newest) / step) * step)
  const seen = <Held extends Pictured>(held: Held): Held => {
    if (held.image === undefined || going === 0) return held
    going -= 1
    const { image: _, ...rest } = held
    return inWords ? captioned(rest as Held) : (rest as Held)
  }
  const seenTurn = (turn: ClientTurn): ClientTurn => seen({ ...turn, results: turn.results.map(seen) })
  return {
    ...conversation,
    past: past.map((exchange) => ({ ...exchange, client: seenTurn(exchange.client) })),
    pending: seenTurn(pending),
  }
}

/** With other ids of its calls. */
export const renamed = (conversation: Conversation, ending: string): Conversation => {
  const named = <Named extends { readonly id: string }>(one: Named): Named => ({ ...one, id: `${one.id}${ending}` })
  const turn = (client: ClientTurn): ClientTurn => ({ ...client, results: client.results.map(named) })
  return {
    ...conversation,
    past: conversation.past.map(({ client, model }) => ({
      client: turn(client),
      model: { ...model, calls: model.calls.map(named) },
    })),
    pending: turn(conversation.pending),
  }
}

/** With a summary in place of all but so many of the newest turns. What those answer has gone with its calls. */
export const summed = ({ system, past, pending }: Conversation, newest: number, summary: string): Conversation => {
  const [first, ...rest] = newest === 0 ? [] : past.slice(-newest)
  const told: ClientTurn = { results: [], said: summary }
  return first === undefined
    ? { system, past: [], pending: told }
    : { system, past: [{ ...first, client: told }, ...rest], pending }
}

/** With another text in place of one result: of a call that was still under way. Without an id, as it was. */
export const updated = (conversation: Conversation, id: string | undefined, text: string): Conversation => ({
  ...conversation,
  past: conversation.past.map(({ client, model }) => ({
    client: { ...client, results: client.results.map((result) => (result.id === id ? { ...result, text } : result)) },
    model,
  })),
})

/** With more behind the text of one result: of a call that is still under way. */
export const grown = (conversation: Conversation, id: string | undefined, more: string): Conversation => ({
  ...conversation,
  past: conversation.past.map(({ client, model }) => ({
    client: {
      ...client,
      results: client.results.map((result) =>
        result.id === id ? { ...result, text: `${result.text}\n${more}` } : result,
      ),
    },
    model,
  })),
})

/** With other words in its first turn, if that is past: what an agent says there of its surroundings. */
export const begunOtherwise = (conversation: Conversation, said: string | undefined): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange, index) =>
    index === 0 && said !== undefined ? { ...exchange, client: { ...exchange.client, said } } : exchange,
  ),
})
