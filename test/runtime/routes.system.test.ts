// The shipped bundles under AWS's runtime client: every route, as a client sees it through its function URL.

import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Receipt } from '../../core/ledger/receipt.ts'
import { maxEventBytes, routeOf, routes } from '../../lambdas/routes.ts'
import { afterSuite } from '../../testkit/after-suite.ts'
import { type Deployed, deploy } from './deployed.ts'

const finallyDo = afterSuite()
let deployed: Deployed
beforeAll(async () => {
  deployed = await deploy(
    routes.map(({ name }) => name),
    finallyDo,
  )
})

const bodyOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** The receipt of a route's last exchange, which is written when the runtime asks for the next one. */
const lastReceipt = async (name: (typeof routes)[number]['name']): Promise<Receipt | undefined> => {
  await deployed.environment(name).idle()
  return (await deployed.receipts()).findLast(({ route }) => route === name)
}

describe('an upstream override', () => {
  it.each([
    ['/provider-a/v1/messages', '/gateway', '/gateway/v1/messages', { 'x-api-key': 'other-key' }],
    ['/provider-b/v1/chat/completions', '/v1', '/v1/chat/completions', { authorization: 'Bearer other-key' }],
    ['/provider-b/v1/responses', '/v1', '/v1/responses', { authorization: 'Bearer other-key' }],
    ['/provider-b/v1/models?limit=2', '/v1', '/v1/models?limit=2', { authorization: 'Bearer other-key' }],
  ])('of %s goes to the given URL with the given key', async (path, base, target, credential) => {
    const { host } = new URL(deployed.otherUpstream)
    let seen: IncomingMessage | undefined
    deployed.upstream = (request, response) => {
      seen = request
      request.resume()
      response.setHeader('content-type', 'application/json').end('{"ok":1}')
    }
    const headers = { 'x-service-upstream-url': deployed.otherUpstream + base, 'x-service-upstream-key': 'other-key' }
    const response = await deployed.post(path, '{"model":"m","messages":[],"input":[]}', headers)

    expect(await response.json()).toEqual({ ok: 1 })
    expect(seen?.url).toBe(target)
    expect(seen?.headers).toMatchObject({ host, ...credential })
    expect(Object.keys(seen?.headers ?? {}).filter((name) => name.startsWith('x-service-'))).toEqual([])
    expect(JSON.stringify(seen?.headers)).not.toContain('sk-up')
    expect(await lastReceipt(routeOf(path.replace(/\?.*/, '')))).toMatchObject({ upstreamHost: host })
  })
})

describe('compress', () => {
  it('answers, and writes its receipt before the next invocation', async () => {
    const messages = [
      { role: 'user', content: 'abcdefgh', name: 'kept' },
      { role: 'tool', content: 'abc' },
    ]
    const response = await deployed.post('/v1/compress', { model: 'helene-1', messages })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      model: 'helene-1',
      messages: [
        { role: 'user', content: 'abcd', name: 'kept' },
        { role: 'tool', content: 'abc' },
      ],
    })
    expect(await lastReceipt('compress')).toMatchObject({ tokensBefore: 11, tokensAfter: 7, status: 200 })
  })

  it.each([
    ['without a key', 401, 'authentication_error', { 'x-service-auth-token': '' }, '{}'],
    ['with an unknown model', 400, 'unknown_model', {}, '{"model":"x","messages":[]}'],
    ['with no JSON', 400, 'invalid_request_error', {}, '{'],
  ])('refuses a request %s', async (_name, status, type, headers, body) => {
    const response = await deployed.post('/v1/compress', body, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ error: { type, message: expect.any(String) } })
  })
})

/** A conversation with one tool result of pretty-printed JSON, the end of a streamed answer, and its usage. */
/** Long enough to be cached without its blanks too: what might fall below that length travels whole. */
const result = JSON.stringify({ rows: Array.from({ length: 900 }, (_, id) => ({ id })) }, null, 2)
const compact = JSON.stringify(result).replaceAll(/(\\n| )/g, '')
const dialects = [
  {
    name: 'messages',
    path: '/provider-a/v1/messages',
    upstreamPath: '/v1/messages',
    body: {
      model: 'claude-sonnet-4-5',
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'list_rows', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: result }] },
      ],
    },
    whole: '{"type":"message","usage":{"input_tokens":30,"output_tokens":7}}',
    events: [
      'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":30,"output_tokens":1}}}\n\n',
      'event: message_delta\ndata: {"type":"message_delta","usage":{"output_tokens":7}}\n\n',
    ],
  },
  {
    name: 'chat-completions',
    path: '/openai/v1/chat/completions',
    upstreamPath: '/v1/chat/completions',
    body: {
      model: 'gpt-5-mini',
      messages: [
        {
          role: 'assistant',
          tool_calls: [{ id: 't', type: 'function', function: { name: 'list_rows', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 't', content: result },
      ],
    },
    whole: '{"usage":{"prompt_tokens":30,"completion_tokens":7}}',
    events: [
      'data: {"choices":[{"delta":{"content":"é 😀"}}]}\n\n',
      'data: {"choices":[],"usage":{"prompt_tokens":30,"completion_tokens":7}}\n\ndata: [DONE]\n\n',
    ],
  },
  {
    name: 'responses',
    path: '/provider-b/v1/responses',
    upstreamPath: '/v1/responses',
    body: {
      model: 'gpt-5-mini',
      input: [
        { type: 'function_call', call_id: 't', name: 'list_rows', arguments: '{}' },
        { type: 'function_call_output', call_id: 't', output: result },
      ],
    },
    whole: '{"object":"response","usage":{"input_tokens":30,"output_tokens":7}}',
    events: [
      'event: response.created\ndata: {"type":"response.created","response":{}}\n\n',
      'event: response.completed\ndata: {"type":"response.completed","response":{"usage":{"input_tokens":30,"output_tokens":7}}}\n\n',
    ],
  },
] as const

describe.each(dialects)('$name', ({ name, path, upstreamPath, body, whole, events }) => {
  it('is compacted, forwarded and answered completely', async () => {
    let seen = { url: '', body: '' }
    deployed.upstream = async (request, response) => {
      seen = { url: request.url ?? '', body: await bodyOf(request) }
      response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'up-1' }).end(whole)
    }
    const response = await deployed.post(`${path}?beta=true`, body)
    expect(response.status).toBe(200)
    expect(response.headers.get('request-id')).toBe('up-1')
    expect(await response.text()).toBe(whole)
    expect(seen.url).toBe(`${upstreamPath}?beta=true`)
    expect(seen.body).toBe(JSON.stringify(body).replace(JSON.stringify(result), compact))
    expect(await lastReceipt(name)).toMatchObject({
      outcome: 'compacted',
      segmentsCompacted: 1,
      usage: { inputTokens: 30, outputTokens: 7 },
    })
  })

  it('is streamed: every event arrives when it was sent', async () => {
    deployed.upstream = async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(events[0])
      await wait(600)
      response.end(events[1])
    }
    const response = await deployed.post(path, { ...body, stream: true })
    const start = performance.now()
    const chunks: Buffer[] = []
    for await (const chunk of response.body ?? []) {
      if (chunks.length === 0) expect(performance.now() - start).toBeLessThan(500)
      chunks.push(Buffer.from(chunk))
    }
    expect(chunks.length).toBeGreaterThan(1)
    expect(Buffer.concat(chunks).toString()).toBe(events.join(''))
    expect(await lastReceipt(name)).toMatchObject({ usage: { inputTokens: 30, outputTokens: 7 }, status: 200 })
  })

  it('returns a provider’s refusal unchanged', async () => {
    const refusal = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
    deployed.upstream = (_request, response) => {
      response.writeHead(529, { 'content-type': 'application/json', 'retry-after': '7' }).end(refusal)
    }
    const response = await deployed.post(path, body)
    expect(response.status).toBe(529)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.text()).toBe(refusal)
    expect(await lastReceipt(name)).toMatchObject({ status: 529 })
  })
})

describe('pass-through', () => {
  it('passes any method, path, query and body unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
    let seen: unknown
    deployed.upstream = async (request, response) => {
      seen = {
        method: request.method,
        url: request.url,
        body: await bodyOf(request),
        type: request.headers['content-type'],
      }
      response.writeHead(201, { 'content-type': 'application/octet-stream' }).end(bytes)
    }
    const response = await deployed.request('/openai/v1/files/a%2Fb//c?x=1&x=2;&y=%20', {
      method: 'PUT',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: bytes,
    })
    expect(response.status).toBe(201)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(seen).toEqual({
      method: 'PUT',
      url: '/v1/files/a%2Fb//c?x=1&x=2;&y=%20',
      body: bytes.toString('latin1'),
      type: 'multipart/form-data; boundary=x',
    })
    expect(await lastReceipt('pass-through')).toMatchObject({ outcome: 'verbatim', status: 201 })
  })

  it.each([
    ['GET', 204],
    ['GET', 304],
    ['HEAD', 200],
    ['DELETE', 200],
  ])('ends an empty answer: %s %i', async (method, status) => {
    deployed.upstream = (_request, response) => response.writeHead(status, { 'x-empty': 'yes' }).end()
    const response = await deployed.request('/provider-a/v1/x', { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('x-empty')).toBe('yes')
    expect(await response.text()).toBe('')
    expect(await lastReceipt('pass-through')).toMatchObject({ status })
  })

  it('refuses by method, path and key, in our own words', async () => {
    const type = async (response: Response): Promise<unknown[]> => {
      const { error } = JSON.parse(await response.text())
      return [response.status, error.type]
    }
    expect(await type(await deployed.request('/openai/v1/models', { method: 'OPTIONS' }))).toEqual([
      405,
      'method_not_allowed',
    ])
    expect(await type(await deployed.request('/elsewhere'))).toEqual([404, 'not_found_error'])
    expect(await type(await fetch(`${deployed.baseUrl}/openai/v1/models`))).toEqual([401, 'authentication_error'])
    expect((await fetch(`${deployed.baseUrl}/anthropic`, { method: 'HEAD' })).status).toBe(401)
    expect((await deployed.request('/openai/v1/responses')).status).toBe(426)
  })

  it('is a 502 in the provider’s own form if nobody listens there', async () => {
    deployed.upstream = (request) => request.socket.destroy()
    const response = await deployed.request('/provider-a/v1/models')
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  })
})

describe('the platform around it', () => {
  it('accepts our headers, renames its own, and keeps cookies separate', async () => {
    deployed.upstream = (_request, response) => {
      response.writeHead(200, [
        ...['date', 'Thu, 01 Jan 1970 00:00:00 GMT', 'server', 'up', 'content-length', '2'],
        ...['www-authenticate', 'Bearer', 'x-amzn-remapped-date', 'x', 'x-amzn-requestid', 'r'],
        ...['set-cookie', 'a=1, 2', 'set-cookie', 'b=2', 'connection', 'close'],
      ])
      response.end('{}')
    }
    const { status, headers } = await deployed.request('/provider-a/v1/models')
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual(['a=1, 2', 'b=2'])
    expect(headers.get('x-amzn-remapped-date')).toBe('Thu, 01 Jan 1970 00:00:00 GMT')
    expect(headers.get('x-amzn-remapped-server')).toBe('up')
    expect(headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer')
  })

  it('refuses a body that is too large before a function sees it', async () => {
    const quotes = JSON.stringify('"'.repeat(maxEventBytes / 3))
    expect((await deployed.post('/provider-a/v1/messages', `{"x":${quotes}}`)).status).toBe(413)
    deployed.upstream = async (request, response) => response.end(String((await bodyOf(request)).length))
    const plain = JSON.stringify({ x: 'x'.repeat(maxEventBytes - 10_000) })
    expect(await (await deployed.post('/provider-a/v1/messages', plain)).text()).toBe(String(plain.length))
  })
})
