// Recorded agent runs as the requests that a client would have sent, in every dialect that is measured. Knows nothing of what is measured on them.

import { RawNumber, type Transcript } from './transcripts.ts'

interface Turn {
  readonly said: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: object }[]
}

/** One message of a run. */
export type RunMessage =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly turn: Turn }
  | {
      readonly result: string
      readonly id: string
      /** The client marks it as an error, where the dialect has a word for that. */
      readonly failed?: true
      /** The same as blocks, where a dialect has them. */
      readonly blocks?: readonly object[]
    }

/** JSON, with numbers as a client would spell them. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (part instanceof RawNumber ? Number(part.source) : part))

const inputOf = (input: unknown): object => (typeof input === 'object' && input !== null ? input : { text: input })

/** The messages of a recorded run, in order. A result answers the oldest call that has none. */
export const runMessagesOf = ({ messages }: Transcript): RunMessage[] => {
  const open: string[] = []
  let made = 0
  return messages.map(({ role, content, tool_calls: calls }): RunMessage => {
    const text = content ?? ''
    if (role === 'tool') return { result: text, id: open.shift() ?? 'lost' }
    if (role === 'system') return { system: text }
    if (role !== 'assistant') return { user: text }
    const named = (calls ?? []).map(({ name, arguments: input }) => {
      made += 1
      return { id: `call_${made}`, name: name ?? 'bash', input: inputOf(input) }
    })
    open.push(...named.map(({ id }) => id))
    return { turn: { said: text, calls: named } }
  })
}

/** Writes a message of a run in one dialect, as any number of messages or items. */
type Writer = (message: RunMessage) => readonly object[]

const messages: Writer = (message) => {
  if ('system' in message) return []
  if ('user' in message) return [{ role: 'user', content: [{ type: 'text', text: message.user }] }]
  if ('result' in message)
    return [
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: message.id,
            content: message.blocks ?? message.result,
            ...(message.failed === true ? { is_error: true } : {}),
          },
        ],
      },
    ]
  const said = message.turn.said === '' ? [] : [{ type: 'text', text: message.turn.said }]
  return [
    { role: 'assistant', content: [...said, ...message.turn.calls.map((call) => ({ type: 'tool_use', ...call }))] },
  ]
}

const chatCompletions: Writer = (message) => {
  if ('system' in message) return [{ role: 'system', content: message.system }]
  if ('user' in message) return [{ role: 'user', content: message.user }]
  if ('result' in message) return [{ role: 'tool', tool_call_id: message.id, content: message.result }]
  const calls = message.turn.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: written(input) },
  }))
  return [{ role: 'assistant', content: message.turn.said, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
}

const responses: Writer = (message) => {
  if ('system' in message) return [{ role: 'developer', content: message.system }]
  if ('user' in message) return [{ role: 'user', content: message.user }]
  if ('result' in message) return [{ type: 'function_call_output', call_id: message.id, output: message.result }]
  const calls = message.turn.calls.map(({ id, name, input }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: written(input),
  }))
  return [{ role: 'assistant', content: message.turn.said }, ...calls]
}

/** Of the dialects that are measured. */
export const writers = {
  messages,
  'chat-completions': chatCompletions,
  responses,
} satisfies Readonly<Record<string, Writer>>

export type MeasuredDialect = keyof typeof writers

/** Where the dialect's requests go, and the member that holds the conversation. */
export const routes: Readonly<Record<MeasuredDialect, { readonly path: string; readonly list: string }>> = {
  messages: { path: '/provider-a/v1/messages', list: 'messages' },
  'chat-completions': { path: '/provider-b/v1/chat/completions', list: 'messages' },
  responses: { path: '/provider-b/v1/responses', list: 'input' },
}
