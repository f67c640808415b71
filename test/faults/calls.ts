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

/** Text of a tool that loses nothing without being judged, and much once it is. */
const logOf = (name: string): string =>
  Array.from(
    { length: 300 },
    (_, line) => `2026-11-22 08:00:${line % 60} INFO ${name} worker ${line % 4} is idle`,
  ).join('\n')

/** A conversation of so many results, each worth shortening, that no other has begun with. */
export const heavyBody = (name: string, results = 1): string => {
  const turns = Array.from({ length: results }, (_, turn) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `a${turn}`, name: 'lookup', input: { name, turn } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `a${turn}`, content: logOf(`${name} ${turn}`) }] },
  ])
  const messages = [{ role: 'user', content: `List ${name}.` }, ...turns.flat()]
  return JSON.stringify({ model: 'claude-sonnet-4-5', stream: true, messages })
}
