// Reads a conversation from a file: the body of a request in any of the three dialects, or the session file of an agent.

import { type DialectId, dialects } from '../../core/dialects/registry.ts'
import { scanJson } from '../../core/json/scan.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import type { Transcript } from '../../core/transcript/transcript.ts'

interface Body {
  readonly dialect: DialectId
  readonly text: string
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only chat completions have messages of tools, and calls beside the content. */
const isChat = (messages: unknown): boolean =>
  Array.isArray(messages) &&
  messages.some(
    (message) =>
      isObject(message) && (message.role === 'tool' || message.role === 'developer' || 'tool_calls' in message),
  )

const bodyOfRequest = (text: string): Body | undefined => {
  const body = parsed(text)
  if (!isObject(body)) return undefined
  if ('input' in body) return { dialect: 'responses', text }
  if (!('messages' in body)) return undefined
  return { dialect: isChat(body.messages) ? 'chat-completions' : 'messages', text }
}

/** One JSON object a line: messages of Claude Code (`message`), or items of Codex (`payload` of a `response_item`). */
const bodyOfSession = (text: string): Body | undefined => {
  const lines = text.split('\n').map(parsed).filter(isObject)
  const messages = lines.flatMap(({ type, message }) =>
    (type === 'user' || type === 'assistant') && isObject(message) ? [message] : [],
  )
  if (messages.length > 0) return { dialect: 'messages', text: JSON.stringify({ messages }) }
  const input = lines.flatMap(({ type, payload }) => (type === 'response_item' && isObject(payload) ? [payload] : []))
  return input.length > 0 ? { dialect: 'responses', text: JSON.stringify({ input }) } : undefined
}

/** The conversation as the service reads it. Throws an error when the text holds none. */
export const conversationIn = (text: string): Transcript => {
  const body = bodyOfRequest(text) ?? bodyOfSession(text)
  const tape = body === undefined ? undefined : scanJson(body.text)
  if (body === undefined || tape === undefined)
    throw new Error('This is neither the body of a request nor the session file of an agent.')
  return atOnce(dialects[body.dialect].read(tape))
}
