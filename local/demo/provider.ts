// A small provider on this machine that plays the model of the demo. It streams the next step of the session in the dialect
// of the request, reports usage as providers do, and keeps the last body that it received.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { type PromptTokens, promptCache } from './prompt-cache.ts'
import { type Step, steps } from './session.ts'

/** Pauses before the first word and between words. */
const thinkingMilliseconds = 30
const wordMilliseconds = 4

const requestBody = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })),
  system: z.unknown().optional(),
  tools: z.unknown().optional(),
})

export interface Provider {
  readonly origin: string
  /** The request body that was received last. */
  lastBody(): string
  close(): Promise<void>
}

const words = (text: string): string[] => text.match(/\S+\s*/g) ?? []

/** The answer to one request. */
interface Answer {
  readonly number: number
  readonly model: string
  readonly step: Step
  readonly prompt: PromptTokens
}

type Send = (event: string | undefined, data: unknown) => void

const streamMessages = async (send: Send, { number, model, step, prompt }: Answer): Promise<void> => {
  const { says, asks } = step
  const usage = {
    input_tokens: 0,
    cache_read_input_tokens: prompt.read,
    cache_creation_input_tokens: prompt.total - prompt.read,
    output_tokens: 1,
  }
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    usage,
  }
  const event = (type: string, more: object): void => send(type, { type, ...more })
  event('message_start', { message })
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
  for (const text of words(says)) {
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })
    await wait(wordMilliseconds)
  }
  event('content_block_stop', { index: 0 })
  if (asks !== undefined) {
    const block = { type: 'tool_use', id: `toolu_${number}`, name: asks.tool, input: {} }
    event('content_block_start', { index: 1, content_block: block })
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(asks.input) }
    event('content_block_delta', { index: 1, delta })
    event('content_block_stop', { index: 1 })
  }
  const reason = asks === undefined ? 'end_turn' : 'tool_use'
  event('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: words(says).length * 2 } })
  event('message_stop', {})
}

const streamChat = async (send: Send, { number, model, step, prompt }: Answer): Promise<void> => {
  const { says, asks } = step
  const common = { id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1_763_500_000, model }
  const chunk = (delta: object, reason: string | null = null): void =>
    send(undefined, { ...common, choices: [{ index: 0, delta, finish_reason: reason }] })
  chunk({ role: 'assistant', content: '' })
  for (const content of words(says)) {
    chunk({ content })
    await wait(wordMilliseconds)
  }
  if (asks !== undefined) {
    const called = { name: asks.tool, arguments: JSON.stringify(asks.input) }
    chunk({ tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: called }] })
  }
  chunk({}, asks === undefined ? 'stop' : 'tool_calls')
  const output = words(says).length * 2
  // A prompt below 1,024 tokens is not cached; above it, in steps of 128.
  const cached = prompt.read < 1_024 ? 0 : Math.floor(prompt.read / 128) * 128
  send(undefined, {
    ...common,
    choices: [],
    usage: {
      prompt_tokens: prompt.total,
      completion_tokens: output,
      total_tokens: prompt.total + output,
      prompt_tokens_details: { cached_tokens: cached },
    },
  })
}

const sender =
  (response: ServerResponse): Send =>
  (event, data) => {
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
  }

/** Listens on any free port of this machine. */
export const startProvider = async (): Promise<Provider> => {
  let last = ''
  const caches = { messages: promptCache(), chat: promptCache() }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    last = Buffer.concat(chunks).toString()
    const { model, messages, system, tools } = requestBody.parse(JSON.parse(last))
    const number = messages.filter(({ role }) => role === 'assistant').length
    const step = steps[number]
    if (step === undefined) throw new Error('The session has no further step.')
    await wait(thinkingMilliseconds)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (request.url?.startsWith('/v1/messages')) {
      const prompt = caches.messages([[system, tools], ...messages])
      await streamMessages(sender(response), { number, model, step, prompt })
    } else {
      await streamChat(sender(response), { number, model, step, prompt: caches.chat([[tools], ...messages]) })
      response.write('data: [DONE]\n\n')
    }
    response.end()
  }
  const server = createServer((request, response) => {
    // A request that it does not understand gets no answer.
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    lastBody: () => last,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
