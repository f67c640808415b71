// A provider on loopback for the official SDKs: all three dialects, streamed and not, with tools, usage and faults on
// demand. It keeps every request as it arrived. Faults are asked for in the header `x-fault`, which passes through.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { providerAnswers } from '../../testkit/provider/provider-answers.ts'

export interface ProviderRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Whether the answer was finished, or its connection broke before. */
  finished: boolean
}

export interface Provider {
  readonly origin: string
  readonly requests: ProviderRequest[]
  /** The bytes of every answer, in the order of the requests. */
  readonly answers: Buffer[]
  close(): Promise<void>
}

const asked = z.object({
  model: z.string().default('m'),
  stream: z.boolean().default(false),
  tools: z.array(z.unknown()).default([]),
})
const call = { name: 'lookup', input: { city: 'Tōkyō' } }

const fail = (response: ServerResponse, status: number, headers: Record<string, string>): Buffer => {
  const body = Buffer.from(
    JSON.stringify({
      type: 'error',
      error: { type: 'native_error', message: `native ${status}`, code: null, param: null },
      request_id: 'req_1',
    }),
  )
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1', ...headers }).end(body)
  return body
}

const send = async (
  response: ServerResponse,
  chunks: readonly string[],
  stream: boolean,
  cutAfter: number,
): Promise<Buffer> => {
  response.writeHead(200, {
    'content-type': stream ? 'text/event-stream' : 'application/json',
    'request-id': 'req_1',
    'x-ratelimit-remaining': '9',
  })
  const sent: Buffer[] = []
  for (const [index, chunk] of chunks.entries()) {
    if (index === cutAfter) {
      response.destroy()
      return Buffer.concat(sent)
    }
    sent.push(Buffer.from(chunk))
    response.write(chunk)
    if (stream) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  response.end()
  return Buffer.concat(sent)
}

export const startProvider = async (): Promise<Provider> => {
  const requests: ProviderRequest[] = []
  const answers: Buffer[] = []
  const faulted = new Set<string>()

  const server = createServer(async (incoming, response) => {
    const received: Buffer[] = []
    for await (const chunk of incoming) received.push(chunk)
    const body = Buffer.concat(received)
    const request: ProviderRequest = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body,
      finished: false,
    }
    requests.push(request)
    response.on('finish', () => {
      request.finished = true
    })

    const [fault = '', times = ''] = String(incoming.headers['x-fault'] ?? '').split('*')
    const again = times !== 'once' || !faulted.has(String(incoming.headers['x-fault-id']))
    faulted.add(String(incoming.headers['x-fault-id']))
    if (/^\d+$/.test(fault) && again) {
      answers.push(
        fail(response, Number(fault), { 'retry-after': '1', 'x-should-retry': fault === '429' ? 'true' : 'false' }),
      )
      return
    }
    const path = request.url.split('?')[0] ?? ''
    const answer = providerAnswers.get(path)
    if (answer === undefined || incoming.method !== 'POST') {
      const list = Buffer.from(
        JSON.stringify({ object: 'list', data: [{ id: 'm-1', object: 'model' }], path: request.url }),
      )
      answers.push(list)
      response.writeHead(200, { 'content-type': 'application/json' }).end(list)
      return
    }
    const text = body.toString('utf8')
    const { model, stream, tools } = asked.parse(JSON.parse(text))
    const wantsTool = tools.length > 0 && !/"tool_result"|"role":"tool"|"function_call_output"/.test(text)
    const tokens = { inputTokens: 100, cachedTokens: 80 }
    const chunks = answer({ model, stream, ...tokens, ...(wantsTool ? { call } : {}) })
    answers.push(await send(response, chunks, stream, fault === 'cut' && again ? 4 : -1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
