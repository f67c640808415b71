// Conversations whose newest turns have what older ones have no more: stamps of the time, empty texts, letters apart from their accents,
// citations, second results. Knows no dialect and no cache.

import type { ClientTurn, Conversation, ModelTurn, Result } from '../shapes/conversation.ts'
import type { Habits } from '../shapes/habits.ts'
import { freshly } from './rebuilt.ts'
import { ownNumber } from './respellings.ts'

/** What has come since the user's last words has empty texts beside calls and results. */
export const storedFilled = (conversation: Conversation): Conversation =>
  freshly(conversation, {
    client: (turn) => ({ ...turn, filled: true }),
    model: (turn) => ({ ...turn, filled: true }),
  })

/** The user's last words say when they were said. */
export const storedStamped = (conversation: Conversation): Conversation => {
  const stamp = `Current time: turn ${conversation.past.length} of the day`
  return freshly(conversation, {
    client: ({ said, ...turn }) => ({ ...turn, ...(said === undefined ? {} : { said: `${stamp}\n${said}` }) }),
  })
}

type Spelled = (text: string) => string

/** Records stay records. */
const isRecord = (text: string): boolean => text.startsWith('{')
const apart: Spelled = (text) => {
  const spelled = text.replaceAll('u', 'u\u0308')
  return isRecord(text) ? spelled : spelled.replaceAll('. ', '.  \r\n')
}
const together: Spelled = (text) => {
  const spelled = text.replaceAll('u', '\u00fc')
  return isRecord(text) ? spelled : spelled.replaceAll('. ', '.\n')
}

const spelledTurn =
  (spelled: Spelled) =>
  ({ said, ...turn }: ClientTurn): ClientTurn => ({
    ...turn,
    results: turn.results.map((result) => ({ ...result, text: spelled(result.text) })),
    ...(said === undefined ? {} : { said: spelled(said) }),
  })

/** What came since the user's last words has accents apart from their letters, carriage returns and blanks before the end of a line. */
export const storedNormalised = (conversation: Conversation): Conversation =>
  freshly(conversation, { client: spelledTurn(apart), storedClient: spelledTurn(together) })

const citedOf = ({ said, ...turn }: ModelTurn): ModelTurn =>
  said === '' || ownNumber(said) % 2 === 0 ? { ...turn, said } : { ...turn, said, cited: true }

/** Some of the answers since the user's last words are texts with citations. */
export const storedCited = (conversation: Conversation): Conversation => freshly(conversation, { model: citedOf })

const interruption = 'The call was interrupted by the user.'

/** Some of these stand there twice, or behind a remark that they have not come. */
const doubled = (results: readonly Result[]): readonly Result[] =>
  results.flatMap((result) => {
    const own = ownNumber(result.text) % 6
    if (own > 1) return [result]
    return [own === 1 ? result : { ...result, text: interruption }, result]
  })

/** With a second result of some of the calls: in all turns, in the newest alone, or in all but the newest. */
export const withDoubles = (conversation: Conversation, which: NonNullable<Habits['doubles']>): Conversation => {
  const twice = (turn: ClientTurn): ClientTurn => ({ ...turn, results: doubled(turn.results) })
  return {
    ...conversation,
    past:
      which === 'at first'
        ? conversation.past
        : conversation.past.map(({ client, model }) => ({ client: twice(client), model })),
    pending: which === 'once stored' ? conversation.pending : twice(conversation.pending),
  }
}
