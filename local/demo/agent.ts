// The agent of the demo: the providers' own SDKs, pointed at the service by a base URL and one header, in a loop that asks
// and runs tools until the model asks for no more.

import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { question, type ScriptedStep, steps, system, tools } from './session.ts'

/** One request of the session, as its sender sees it. */
export interface Turn {
  /** What the request carries for the first time: the question, or the result of the tool with this name. */
  readonly brought: string
  /** The request body as it was sent. */
  readonly sent: string
}

export interface Service {
  readonly baseUrl: string
  readonly serviceKey: string
  readonly sessionId: string
}

export type Agent = (service: Service) => AsyncGenerator<Turn>

const resultOf = (name: string, step: ScriptedStep | undefined): string => {
  if (step?.asks?.tool !== name) throw new Error(`The model asked for ${name}, which the session does not have here.`)
  return step.asks.result
}

/** What the SDKs have in common: the two headers, and a record of what goes out. */
const connection = ({ serviceKey, sessionId }: Service) => {
  let sent = ''
  return {
    options: {
      apiKey: 'sk-demo',
      defaultHeaders: { 'X-Service-Auth-Token': serviceKey, 'X-Service-Session-Id': sessionId },
      fetch: (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
        sent = String(init?.body)
        return fetch(url, init)
      },
    },
    /** Call it with the first piece of the answer. */
    turn: (brought: string): Turn => ({ brought, sent }),
  }
}

/** Plays the session in the messages dialect. */
export const messagesAgent: Agent = async function* (service) {
  const { options, turn } = connection(service)
  const client = new Anthropic({ ...options, baseURL: `${service.baseUrl}/anthropic` })
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }]
  let brought = 'question'
  for (const step of steps) {
    const stream = client.messages.stream({
      model: 'claude-sonnet-5',
      max_tokens: 1_000,
      system,
      tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: { ...input } })),
      messages,
      cache_control: { type: 'ephemeral' },
    })
    let seen: Turn | undefined
    for await (const _event of stream) seen ??= turn(brought)
    const { content } = await stream.finalMessage()
    if (seen !== undefined) yield seen
    messages.push({ role: 'assistant', content })
    for (const block of content) {
      if (block.type !== 'tool_use') continue
      brought = block.name
      messages.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: block.id, content: resultOf(block.name, step) }],
      })
    }
  }
}

/** Plays the session in the chat-completions dialect. */
export const chatAgent: Agent = async function* (service) {
  const { options, turn } = connection(service)
  const client = new OpenAI({ ...options, baseURL: `${service.baseUrl}/openai/v1` })
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ]
  let brought = 'question'
  for (const step of steps) {
    const stream = client.chat.completions.stream({
      model: 'gpt-5.4-mini',
      stream_options: { include_usage: true },
      tools: tools.map(({ name, description, input }) => ({
        type: 'function',
        function: { name, description, parameters: { ...input } },
      })),
      messages,
    })
    let seen: Turn | undefined
    for await (const _chunk of stream) seen ??= turn(brought)
    const message = (await stream.finalChatCompletion()).choices[0]?.message
    if (seen !== undefined) yield seen
    if (message === undefined) return
    messages.push(message)
    for (const call of message.tool_calls ?? []) {
      if (call.type !== 'function') continue
      brought = call.function.name
      messages.push({ role: 'tool', tool_call_id: call.id, content: resultOf(call.function.name, step) })
    }
  }
}
