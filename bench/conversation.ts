// Recorded agent runs as the requests that a client would have sent, in every dialect that is measured. Knows nothing of what is measured on them.

import { RawNumber, type Transcript } from '../testkit/data/transcripts.ts'

interface Turn {
  readonly said: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: object }[]
}

/** One message of a run. */
export type Step =
  | { readonly system: string }
  | { readonly user: string }
  | { readonly turn: Turn }
  | { readonly result: string; readonly id: string }

/** JSON, with numbers as a client would spell them. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (part instanceof RawNumber ? Number(part.source) : part))

const inputOf = (input: unknown): object => (typeof input === 'object' && input !== null ? input : { text: input })

/** One step for each message, in order; a result answers the oldest call that has none. */
export const stepsOf = ({ messages }: Transcript): Step[] => {
  const open: string[] = []
  let made = 0
  return messages.map(({ role, content, tool_calls: calls }): Step => {
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

/** What a step is in this dialect: any number of messages or items. Systems are messages where the dialect has no other place. */
type Writer = (step: Step) => readonly object[]

const messages: Writer = (step) => {
  if ('system' in step) return []
  if ('user' in step) return [{ role: 'user', content: [{ type: 'text', text: step.user }] }]
  if ('result' in step)
    return [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: step.id, content: step.result }] }]
  const said = step.turn.said === '' ? [] : [{ type: 'text', text: step.turn.said }]
  return [{ role: 'assistant', content: [...said, ...step.turn.calls.map((call) => ({ type: 'tool_use', ...call }))] }]
}

const chatCompletions: Writer = (step) => {
  if ('system' in step) return [{ role: 'system', content: step.system }]
  if ('user' in step) return [{ role: 'user', content: step.user }]
  if ('result' in step) return [{ role: 'tool', tool_call_id: step.id, content: step.result }]
  const calls = step.turn.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: written(input) },
  }))
  return [{ role: 'assistant', content: step.turn.said, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
}

const responses: Writer = (step) => {
  if ('system' in step) return [{ role: 'developer', content: step.system }]
  if ('user' in step) return [{ role: 'user', content: step.user }]
  if ('result' in step) return [{ type: 'function_call_output', call_id: step.id, output: step.result }]
  const calls = step.turn.calls.map(({ id, name, input }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: written(input),
  }))
  return [{ role: 'assistant', content: step.turn.said }, ...calls]
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
