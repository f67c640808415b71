// A provider on loopback for the official SDKs: all three dialects, streamed and not, with tools, usage and faults on
// demand. It keeps every request as it arrived. Faults are asked for in the header `x-fault`, which passes through.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import * as z from 'zod'

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
type Asked = z.infer<typeof asked> & { readonly answersTool: boolean }

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const words = ['Grüße ', 'aus ', '東京 ', '😀', '.']

const messages = (request: Asked): string[] => {
  const usage = { input_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 0, output_tokens: 7 }
  const wantsTool = request.tools.length > 0 && !request.answersTool
  const content = wantsTool
    ? [{ type: 'tool_use', id: 'toolu_1', name: 'lookup', input: { city: 'Tōkyō' } }]
    : [{ type: 'text', text: words.join('') }]
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: request.model, stop_sequence: null }
  const stopReason = wantsTool ? 'tool_use' : 'end_turn'
  if (!request.stream) return [JSON.stringify({ ...message, content, stop_reason: stopReason, usage })]
  const deltas = wantsTool
    ? ['{"city":', ' "Tōkyō"}'].map((json) => ({ type: 'input_json_delta', partial_json: json }))
    : words.map((text) => ({ type: 'text_delta', text }))
  const block = wantsTool ? { ...content[0], input: {} } : { type: 'text', text: '' }
  return [
    event(
      {
        type: 'message_start',
        message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      'message_start',
    ),
    event({ type: 'content_block_start', index: 0, content_block: block }, 'content_block_start'),
    event({ type: 'ping' }, 'ping'),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index: 0, delta }, 'content_block_delta')),
    event({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
    event(
      { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 7 } },
      'message_delta',
    ),
    event({ type: 'message_stop' }, 'message_stop'),
  ]
}

const chatCompletions = (request: Asked): string[] => {
  const usage = {
    prompt_tokens: 100,
    prompt_tokens_details: { cached_tokens: 80 },
    completion_tokens: 7,
    total_tokens: 107,
  }
  const wantsTool = request.tools.length > 0 && !request.answersTool
  const call = { id: 'call_1', type: 'function', function: { name: 'lookup', arguments: '{"city":"Tōkyō"}' } }
  const head = { id: 'chatcmpl_1', created: 1, model: request.model }
  const finish = wantsTool ? 'tool_calls' : 'stop'
  if (!request.stream) {
    const message = {
      role: 'assistant',
      refusal: null,
      content: wantsTool ? null : words.join(''),
      ...(wantsTool ? { tool_calls: [call] } : {}),
    }
    return [
      JSON.stringify({
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
        usage,
      }),
    ]
  }
  const chunk = (delta: object, finishReason: string | null = null): string =>
    event({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] })
  const deltas = wantsTool
    ? [chunk({ tool_calls: [{ index: 0, ...call }] })]
    : words.map((content) => chunk({ content }))
  const last = event({ ...head, object: 'chat.completion.chunk', choices: [], usage })
  return [chunk({ role: 'assistant', content: '' }), ...deltas, chunk({}, finish), last, event('[DONE]')]
}

const responses = (request: Asked): string[] => {
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 80 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 107,
  }
  const wantsTool = request.tools.length > 0 && !request.answersTool
  const item = wantsTool
    ? {
        id: 'fc_1',
        type: 'function_call',
        status: 'completed',
        call_id: 'call_1',
        name: 'lookup',
        arguments: '{"city":"Tōkyō"}',
      }
    : {
        id: 'msg_1',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: words.join(''), annotations: [] }],
      }
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: request.model,
    status: 'completed',
    output: [item],
    usage,
  }
  if (!request.stream) return [JSON.stringify(response)]
  let sequence = 0
  const numbered = (type: string, data: object): string => event({ type, sequence_number: sequence++, ...data }, type)
  const added = wantsTool ? { ...item, arguments: '' } : { ...item, content: [] }
  const part = { output_index: 0, content_index: 0, item_id: item.id }
  return [
    numbered('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }),
    numbered('response.output_item.added', { output_index: 0, item: added }),
    ...(wantsTool
      ? [numbered('response.function_call_arguments.delta', { ...part, delta: '{"city":"Tōkyō"}' })]
      : [
          numbered('response.content_part.added', {
            ...part,
            part: { type: 'output_text', text: '', annotations: [] },
          }),
          ...words.map((delta) => numbered('response.output_text.delta', { ...part, delta, logprobs: [] })),
        ]),
    numbered('response.output_item.done', { output_index: 0, item }),
    numbered('response.completed', { response }),
  ]
}

const dialects = { '/v1/messages': messages, '/v1/chat/completions': chatCompletions, '/v1/responses': responses }

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
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
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
    const dialect = Object.entries(dialects).find(([known]) => known === path)?.[1]
    if (dialect === undefined || incoming.method !== 'POST') {
      const answer = Buffer.from(
        JSON.stringify({ object: 'list', data: [{ id: 'm-1', object: 'model' }], path: request.url }),
      )
      answers.push(answer)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
      return
    }
    const text = body.toString('utf8')
    const parsed = {
      ...asked.parse(JSON.parse(text)),
      answersTool: /"tool_result"|"role":"tool"|"function_call_output"/.test(text),
    }
    answers.push(await send(response, dialect(parsed), parsed.stream, fault === 'cut' && again ? 4 : -1))
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
