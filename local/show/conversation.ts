// Reads a conversation from a file: the body of a request in any of the three dialects, or the session file of an agent.

import { type DialectId, dialects } from '../../core/dialects/registry.ts'
import { scanJson } from '../../core/json/scan.ts'
import { atOnce } from '../../core/runtime/pieces.ts'
import type { Transcript } from '../../core/transcript/transcript.ts'

interface Body {
  readonly dialect: DialectId
  readonly text: string
  /** As the session file names it; a body says it itself. */
  readonly model?: string
}

export interface Conversation {
  readonly dialect: DialectId
  readonly transcript: Transcript
  readonly model?: string
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

/** `saying`: what may say the model, the last one that was used. Claude Code names no model for what it has made up itself. */
const bodyOf = (dialect: DialectId, body: object, saying: readonly Readonly<Record<string, unknown>>[]): Body => {
  const model = saying
    .map((one) => one.model)
    .findLast((one): one is string => typeof one === 'string' && one !== '<synthetic>')
  return { dialect, text: JSON.stringify(body), ...(model === undefined ? {} : { model }) }
}

/** One JSON object a line: messages of Claude Code (`message`), or items of Codex (`payload` of a `response_item`). */
const bodyOfSession = (text: string): Body | undefined => {
  const lines = text.split('\n').map(parsed).filter(isObject)
  const messages = lines.flatMap(({ type, message }) =>
    (type === 'user' || type === 'assistant') && isObject(message) ? [message] : [],
  )
  if (messages.length > 0) return bodyOf('messages', { messages }, messages)
  const input = lines.flatMap(({ type, payload }) => (type === 'response_item' && isObject(payload) ? [payload] : []))
  const contexts = lines.flatMap(({ type, payload }) => (type === 'turn_context' && isObject(payload) ? [payload] : []))
  return input.length > 0 ? bodyOf('responses', { input }, contexts) : undefined
}

/** The conversation as the service reads it. Throws an error when the text holds none. */
export const conversationIn = (text: string): Conversation => {
  const body = bodyOfRequest(text) ?? bodyOfSession(text)
  const tape = body === undefined ? undefined : scanJson(body.text)
  if (body === undefined || tape === undefined)
    throw new Error('This is neither the body of a request nor the session file of an agent.')
  const dialect = dialects[body.dialect]
  const model = body.model ?? dialect.modelOf(tape, '')
  return { dialect: body.dialect, transcript: atOnce(dialect.read(tape)), ...(model === undefined ? {} : { model }) }
}
