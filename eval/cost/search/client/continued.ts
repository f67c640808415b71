// Requests that name the answer they go on from, in place of the history that its provider keeps.

import { createHash } from 'node:crypto'
import { chanceOf } from '../../sessions/chance.ts'
import type { Conversation } from '../shapes/conversation.ts'
import type { SessionName } from '../shapes/session-name.ts'
import type { Shape } from '../shapes/shape.ts'
import type { Writing } from '../shapes/writing.ts'
import { bodyOf } from './body.ts'
import type { SentRequest } from './sent-request.ts'

type Written = Pick<SentRequest, 'body' | 'kept'>

const inputOf = (conversation: Conversation, writing: Writing): readonly object[] =>
  JSON.parse(bodyOf(conversation, writing)).input

/** The answer to this history. */
const answerTo = (input: readonly object[]): string =>
  `resp_${createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 24)}`

/** Writes requests; those of a client that continues answers bring what is new, and all of it as often as the shape says. */
export const requestWriter = ({ habits: { continues } }: Shape, { number }: SessionName) => {
  const chance = chanceOf('continued', number)
  const answers = new Set<string>()
  return (conversation: Conversation, writing: Writing): Written => {
    const body = bodyOf(conversation, writing)
    if (continues === undefined || writing.dialect !== 'responses') return { body }
    const { input, ...rest } = JSON.parse(body)
    const whole = JSON.stringify({ ...rest, store: true, input })
    const as = answerTo(input)
    answers.add(as)
    const last = conversation.past.at(-1)
    if (last === undefined) return { body: whole, kept: { as, answered: [] } }
    const before = { ...conversation, past: conversation.past.slice(0, -1) }
    const asked = inputOf({ ...before, pending: last.client }, writing)
    const answered = inputOf({ ...before, past: [...before.past, last], pending: { results: [] } }, writing)
    const previous = answerTo(asked)
    const kept = { as, answered: answered.slice(asked.length) }
    if (!answers.has(previous) || chance() < continues.whole) return { body: whole, kept }
    return {
      body: JSON.stringify({
        ...rest,
        store: true,
        previous_response_id: previous,
        input: input.slice(answered.length),
      }),
      kept,
    }
  }
}
