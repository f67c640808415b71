// A provider that costs nothing: it answers the SDKs in three dialects, and does oddly what a request tells it to. It keeps
// nothing. Decides what is answered; where it listens is the caller's business.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { behaviours, fail, type Received } from './behaviours.ts'
import { madeUpKey, receivedHeader } from './protocol.ts'
import { type Asked, providerAnswers } from './provider-answers.ts'

const requestBody = z.looseObject({
  model: z.string().default('m'),
  stream: z.boolean().default(false),
  tools: z.array(z.looseObject({ name: z.string().optional() })).default([]),
})

/** The tool that the model calls, of those that the request offers, or none. */
export type ChooseCall = (tools: readonly unknown[], body: string) => Asked['call']

export interface StubOptions {
  /** @default 0: any */
  readonly port?: number
  /** @default `lookup`, once, when there are tools */
  readonly chooseCall?: ChooseCall
  /** Gets every request. */
  readonly seen?: (received: Received) => void
}

export interface Stub {
  readonly origin: string
  close(): Promise<void>
}

/** Between two words. */
const wordMilliseconds = 2
const slowMilliseconds = 150
/** Before this chunk: some words are out, the end is not. */
const cutAt = 5

/** Whether a body holds the result of a tool, in any dialect. */
export const answersTool = (body: string): boolean => /"tool_result"|"role":\s*"tool"|"function_call_output"/.test(body)

const callOnce: ChooseCall = (tools, body) =>
  tools.length === 0 || answersTool(body) ? undefined : { name: 'lookup', input: { city: 'Tōkyō' } }

const speak = async (
  response: ServerResponse,
  asked: Asked,
  chunks: readonly string[],
  mood: string,
): Promise<void> => {
  response.writeHead(200, {
    'content-type': asked.stream ? 'text/event-stream' : 'application/json',
    'request-id': 'r',
  })
  for (const [index, chunk] of chunks.entries()) {
    if (mood === 'cut' && index === cutAt) {
      response.destroy()
      return
    }
    if (index > 0) await wait(mood === 'slow' ? slowMilliseconds : wordMilliseconds)
    response.write(chunk)
  }
  response.end()
}

/** Listens on loopback. */
export const openStub = async ({ port = 0, chooseCall = callOnce, seen }: StubOptions = {}): Promise<Stub> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const sha256 = createHash('sha256').update(body).digest('hex')
    const received: Received = { request, body, sha256 }
    seen?.(received)
    response.setHeader(receivedHeader, `${body.length} ${sha256}`)
    if (`${request.headers['x-api-key']} ${request.headers.authorization}`.includes(madeUpKey))
      return fail(response, 401)

    const [mood = '', value = ''] = String(request.headers['x-verify'] ?? '').split(' ')
    const behaviour = behaviours.get(mood)
    if (behaviour !== undefined) return behaviour(response, Number(value), received)
    const path = request.url?.split('?')[0] ?? ''
    const answers = request.method === 'POST' ? providerAnswers.get(path) : undefined
    if (answers === undefined) {
      const list = { object: 'list', data: [{ id: 'm-1', object: 'model', type: 'model' }], input_tokens: 100 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list))
      return
    }
    const text = body.toString('utf8')
    const { model, stream, tools } = requestBody.parse(JSON.parse(text))
    const call = chooseCall(tools, text)
    const tokens = { inputTokens: Math.ceil(body.length / 4), cachedTokens: 0 }
    const asked: Asked = { model, stream, ...tokens, ...(call === undefined ? {} : { call }) }
    await speak(response, asked, answers(asked), mood)
  }

  const server = createServer((request, response) => {
    // What it does not understand it refuses, as a provider does.
    answer(request, response).catch(() => (response.headersSent ? response.destroy() : fail(response, 400)))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
