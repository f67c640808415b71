// The requests of the trials: one dialect on either provider's paths, and what the provider answers to them.

import { type Answer, ask, type Question } from '../../testkit/faults/ask.ts'
import { messages } from '../../testkit/provider/answers/messages.ts'
import { usualWords } from '../../testkit/provider/prompt.ts'
import { trialHeader } from './ground.ts'

/** Straight to the provider. */
export const straight = '/anthropic/v1/messages'
/** Through the proxy in front of the upstream. */
export const proxied = '/openai/v1/chat/completions'

export const smallBody = JSON.stringify({
  model: 'claude-sonnet-4-5',
  stream: true,
  messages: [{ role: 'user', content: 'Hello' }],
})

/** What the provider says to `smallBody` on the straight path. */
export const usualStream = Buffer.from(
  [
    ...messages.stream({
      ...{ model: 'claude-sonnet-4-5', turn: 1, said: { words: usualWords } },
      tokens: { total: 100, read: 80, written: 0 },
    }),
  ].join(''),
)

export interface Caller {
  readonly baseUrl: string
  readonly key: string
  readonly session: string
}

/** Asks as a client of the service does. */
export const call = (
  { baseUrl, key, session }: Caller,
  path: string,
  { headers = {}, body = smallBody, ...rest }: Question = {},
): Promise<Answer> =>
  ask(baseUrl + path, {
    ...rest,
    ...(rest.method === 'GET' || rest.method === 'HEAD' ? {} : { body }),
    headers: {
      ...{ 'x-service-auth-token': key, 'x-service-session-id': session, [trialHeader]: session },
      ...{ 'x-api-key': 'sk-upstream', authorization: 'Bearer sk-upstream', 'content-type': 'application/json' },
      ...headers,
    },
  })

/** A request body whose last result is worth shortening: of its own, so that no two share a record. */
export const heavyBody = (name: string): string => {
  const rows = Array.from({ length: 400 }, (_, row) => ({ name, row, state: 'unchanged', note: 'as before' }))
  const content = JSON.stringify(rows, null, 4)
  return JSON.stringify({
    model: 'claude-sonnet-4-5',
    stream: true,
    messages: [
      { role: 'user', content: `List ${name}.` },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'lookup', input: { name } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] },
    ],
  })
}
