// Conversations in which a summary takes the place of what was said: of all that stands before an answer, of what was said some turns ago, of
// all but the user's words. Knows no cache.

import type { Conversation } from '../shapes/conversation.ts'

/** With a block in the last answer that its provider reads in place of all before it. */
export const withBlock = (conversation: Conversation, summary: string): Conversation => ({
  ...conversation,
  past: conversation.past.map((exchange, index) =>
    index === conversation.past.length - 1 ? { ...exchange, model: { ...exchange.model, summary } } : exchange,
  ),
})

/**
 * With a summary in place of so many of the oldest turns and of what the client asked then: as a block of the provider's, or as words of the user.
 * One that has gone back to before that stays as it was.
 */
export const swapped = (conversation: Conversation, turns: number, summary: string, isBlock: boolean): Conversation => {
  const [first, ...rest] = conversation.past.slice(turns)
  if (first === undefined) return conversation
  const begun = isBlock
    ? { client: { results: [] }, model: { ...first.model, summary } }
    : { client: { results: [], said: summary }, model: first.model }
  return { ...conversation, past: [begun, ...rest] }
}

/** With what the user has said, in messages of their own, and a summary of the rest behind it. */
export const ofWords = ({ system, past, pending }: Conversation, summary: string): Conversation => {
  const [said = '', ...more] = [...past.map(({ client }) => client), pending].flatMap((turn) => [
    ...(turn.said === undefined ? [] : [turn.said]),
    ...(turn.more ?? []),
  ])
  return { system, past: [], pending: { results: [], said, more: [...more, summary] } }
}
