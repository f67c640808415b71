// Reads a conversation from a file: the body of a request in any of the three dialects, or the session file of an agent.

import { defined } from '../../core/collections/defined.ts'
import { type DialectId, dialects } from '../../core/dialects/registry.ts'
import { isObject, type JsonObject } from '../../core/json/object.ts'
import { parsed } from '../../core/json/parsed.ts'
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

/** Only chat completions have messages of tools, and calls beside the content. */
const isChat = (messages: unknown): boolean =>
  Array.isArray(messages) &&
  messages.some(
    (message) =>
      isObject(message) && (message.role === 'tool' || message.role === 'developer' || 'tool_calls' in message),
  )

/** Items of responses that are no messages. */
const isItem = (one: unknown): boolean =>
  isObject(one) && typeof one.type === 'string' && /^(?:reasoning$|\w+_call(?:_output)?$)/.test(one.type)

/** A list alone is that of the messages, or of the items. */
const bodyOfList = (list: readonly unknown[]): Body | undefined => {
  if (list.some(isItem)) return { dialect: 'responses', text: JSON.stringify({ input: list }) }
  if (!list.some((one) => isObject(one) && typeof one.role === 'string')) return undefined
  return { dialect: isChat(list) ? 'chat-completions' : 'messages', text: JSON.stringify({ messages: list }) }
}

const bodyOfRequest = (text: string): Body | undefined => {
  const body = parsed(text)
  if (Array.isArray(body)) return bodyOfList(body)
  if (!isObject(body)) return undefined
  if ('input' in body) return { dialect: 'responses', text }
  if (!('messages' in body)) return undefined
  return { dialect: isChat(body.messages) ? 'chat-completions' : 'messages', text }
}

/** `saying`: what may say the model, the last one that was used. Claude Code names no model for what it has made up itself. */
const bodyOf = (dialect: DialectId, body: object, saying: readonly JsonObject[]): Body => {
  const model = saying
    .map((one) => one.model)
    .findLast((one): one is string => typeof one === 'string' && one !== '<synthetic>')
  return { dialect, text: JSON.stringify(body), ...defined({ model }) }
}

/** What a session of Codex sends last: what stands before a compaction is not sent again. Older files have the items alone. */
const codexItems = (lines: readonly JsonObject[]): readonly unknown[] => {
  let items: unknown[] = []
  for (const line of lines) {
    const { type, payload } = line
    if (type === 'compacted' && isObject(payload))
      items = Array.isArray(payload.replacement_history) ? [...payload.replacement_history] : []
    else if (type === 'response_item' && isObject(payload)) items.push(payload)
    else if (isItem(line) || (type === 'message' && typeof line.role === 'string')) items.push(line)
  }
  return items
}

/**
 * One JSON object a line: messages of Claude Code (`message`), or items of Codex (`payload` of a `response_item`). What a sub-agent
 * says in between is a conversation of its own.
 */
const bodyOfSession = (text: string): Body | undefined => {
  const lines = text.split('\n').map(parsed).filter(isObject)
  const said = lines.filter(({ type, message }) => (type === 'user' || type === 'assistant') && isObject(message))
  const ofMain = said.filter(({ isSidechain }) => isSidechain !== true)
  const messages = (ofMain.length > 0 ? ofMain : said).map(({ message }) => message).filter(isObject)
  if (messages.length > 0) return bodyOf('messages', { messages }, messages)
  const input = codexItems(lines)
  const contexts = lines.flatMap(({ type, payload }) => (type === 'turn_context' && isObject(payload) ? [payload] : []))
  return input.length > 0 ? bodyOf('responses', { input }, contexts) : undefined
}

const isCutOff = (text: string): boolean =>
  /^\s*[[{]/.test(text) && parsed(text) === undefined && !text.trimEnd().includes('\n')

/** The conversation as the service reads it. Throws an error when the text holds none. */
export const conversationIn = (text: string): Conversation => {
  const body = bodyOfRequest(text) ?? bodyOfSession(text)
  const tape = body === undefined ? undefined : scanJson(body.text)
  if (body === undefined || tape === undefined)
    throw new Error(
      isCutOff(text)
        ? 'This begins as JSON and does not end: it may be cut off.'
        : 'This is neither the body of a request nor the session file of an agent.',
    )
  const dialect = dialects[body.dialect]
  const model = body.model ?? dialect.modelOf(tape, '')
  return { dialect: body.dialect, transcript: atOnce(dialect.read(tape)), ...defined({ model }) }
}
