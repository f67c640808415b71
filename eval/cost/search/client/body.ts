// A conversation as the body that a client sends, in each dialect.

import type { Conversation } from '../shapes/conversation.ts'
import type { Writing } from '../shapes/writing.ts'
import { messagesBody } from './messages-body.ts'
import { chatBody, responsesBody } from './openai-bodies.ts'

const writers = { messages: messagesBody, 'chat-completions': chatBody, responses: responsesBody }

/** Objects in the lists of a body, with their members in the opposite order. */
const opposite = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'messages' || name === 'input'
        ? value.map((message: object) => Object.fromEntries(Object.entries(message).reverse()))
        : value,
    ]),
  )

/** A number among the arguments of a call, in an object or in a text that spells one. */
const wholeNumber = /\\?"limit\\?":\d+/g

/** The body of the request that asks what is pending. */
export const bodyOf = (conversation: Conversation, writing: Writing): string => {
  const body = writers[writing.dialect](conversation, writing)
  const text = JSON.stringify(writing.reversed ? opposite(body) : body)
  const counted = writing.fractions ? text.replaceAll(wholeNumber, '$&.0') : text
  return writing.escapes ? counted.replaceAll('. ', '\\u002e ') : counted
}
