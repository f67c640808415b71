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
type Body = Readonly<Record<string, unknown>>

/** How a dialect names the history, and how a request says that its provider is to keep it, or has kept it up to an answer. */
interface Naming {
  readonly history: 'input' | 'messages'
  readonly whole: (body: Body) => Body
  readonly behind: (body: Body, previous: string) => Body
}

const namings: Partial<Record<Writing['dialect'], Naming>> = {
  responses: {
    history: 'input',
    whole: (body) => ({ ...body, store: true }),
    behind: (body, previous_response_id) => ({ ...body, store: true, previous_response_id }),
  },
  // Threads: what a later request brings has neither tools nor a system text (`message-threads-2026-08-12`).
  messages: {
    history: 'messages',
    whole: (body) => ({ ...body, thread: { type: 'create' } }),
    behind: ({ tools: _, system: __, ...body }, previous_message_id) => ({
      ...body,
      thread: { type: 'continue', previous_message_id },
    }),
  },
}

/** What tells two requests of one history apart says nothing of that. */
const unmarked = (name: string, value: unknown): unknown => (name === 'cache_control' ? undefined : value)

/** The answer to this history. */
const answerTo = (history: readonly object[]): string =>
  `resp_${createHash('sha256').update(JSON.stringify(history, unmarked)).digest('hex').slice(0, 24)}`

/** Writes requests; those of a client that continues answers bring what is new, and all of it as often as the shape says. */
export const requestWriter = ({ habits: { continues } }: Shape, { number }: SessionName) => {
  const chance = chanceOf('continued', number)
  const answers = new Set<string>()
  return (conversation: Conversation, writing: Writing): Written => {
    const body = bodyOf(conversation, writing)
    const naming = namings[writing.dialect]
    if (continues === undefined || naming === undefined) return { body }
    const { history: named, whole, behind } = naming
    const historyOf = (told: Conversation): readonly object[] => JSON.parse(bodyOf(told, writing))[named]
    const { [named]: history, ...rest } = JSON.parse(body)
    const all = JSON.stringify({ ...whole(rest), [named]: history })
    const as = answerTo(history)
    answers.add(as)
    const last = conversation.past.at(-1)
    if (last === undefined) return { body: all, kept: { as, answered: [] } }
    const before = { ...conversation, past: conversation.past.slice(0, -1) }
    const asked = historyOf({ ...before, pending: last.client })
    const answered = historyOf({ ...before, past: [...before.past, last], pending: { results: [] } })
    const previous = answerTo(asked)
    const kept = { as, answered: answered.slice(asked.length) }
    if (!answers.has(previous) || chance() < continues.whole) return { body: all, kept }
    const fresh = history.slice(answered.length)
    return { body: JSON.stringify({ ...behind(rest, previous), [named]: fresh }), kept }
  }
}
