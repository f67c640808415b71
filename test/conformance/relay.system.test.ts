// The answer, byte for byte: chunkings, statuses, headers, breaks, and a client that reads slowly or leaves.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { instruct } from '../../testkit/provider/instruction.ts'
import { latinValue, oddStream, utf8Value } from '../../testkit/provider/odd-bytes.ts'
import { receivedHeader } from '../../testkit/provider/server.ts'
import { type ServiceUnderTest, startService } from './service.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
let service: ServiceUnderTest
const stream = oddStream()
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const ask = async (
  headers: Record<string, string>,
  method = 'POST',
  path = '/provider-a/v1/messages',
): Promise<IncomingMessage> => {
  const request = httpRequest(`${service.baseUrl}${path}`, {
    method,
    headers: {
      'x-service-auth-token': service.serviceKey,
      'x-api-key': 'k',
      'content-type': 'application/json',
      ...headers,
    },
  })
  request.end(method === 'POST' ? '{"model":"m","messages":[]}' : undefined)
  const [response] = await once(request, 'response')
  return response
}
const bytesOf = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('the relay', () => {
  it('gives the client the upstream’s bytes, for every chunking', async () => {
    for (const size of [1, 2, 3, 5, 7, 11, 16, 31, 64, stream.length])
      expect(sha256(await bytesOf(await ask(instruct('bytes', size, 1, 0))))).toBe(sha256(stream))
  })

  it('decodes an encoding that nobody asked for', async () => {
    const response = await ask(instruct('encoded'))
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(sha256(await bytesOf(response))).toBe(sha256(stream))
  })

  it('gives the client exactly what came before a break, and then breaks', async () => {
    for (const size of [1, 10, 57, stream.length]) {
      const response = await ask(instruct('break', size, 20))
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      const [error] = await once(response, 'error')
      expect(error.code).toBe('ECONNRESET')
      expect(Buffer.concat(chunks).equals(stream.subarray(0, size))).toBe(true)
    }
  })

  it('returns status and headers as received, without the hop-by-hop ones, and adds none', async () => {
    const response = await ask(instruct('headers', 418))
    await bytesOf(response)
    expect(response.statusCode).toBe(418)
    const { connection, 'keep-alive': keepAlive, ...headers } = response.headers
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-twice': 'a, b',
      'set-cookie': ['a=1; Path=/', 'b=2'],
      'retry-after': '7',
      'request-id': 'req_1',
      'anthropic-ratelimit-unified-status': 'rejected',
      'x-ratelimit-remaining': '9',
      'x-should-retry': 'false',
      'www-authenticate': 'Bearer realm="stub"',
      date: 'Tue, 01 Jan 2030 00:00:00 GMT',
      server: 'upstream/1',
      'content-length': '2',
      location: 'https://elsewhere.example/',
      'x-latin': latinValue,
      'x-utf8': utf8Value,
      [receivedHeader]: expect.stringMatching(/^27 /),
    })
    expect([connection, keepAlive].join()).not.toContain('timeout=9')
  })

  it.each([204, 304])('passes an empty %i', async (status) => {
    const response = await ask(instruct('empty', status))
    expect([response.statusCode, (await bytesOf(response)).length]).toEqual([status, 0])
  })

  it('passes HEAD without a body', async () => {
    const response = await ask(instruct('headers', 418), 'HEAD')
    expect([response.statusCode, response.headers['content-length'], (await bytesOf(response)).length]).toEqual([
      418,
      '2',
      0,
    ])
  })

  it('slows the upstream down for a slow reader', async () => {
    const response = await ask(instruct('flood', 64))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const held = service.provider.counts.taken
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(service.provider.counts.taken).toBe(held)
    expect(held).toBeLessThan(30_000_000)
    expect((await bytesOf(response)).length).toBe(64_000_000)
  })

  it('leaves the upstream when the client leaves its stream, with a receipt of what was used until then', async () => {
    const { id } = service.session()
    const before = service.written().length
    const response = await ask({ ...instruct('stream', 100, 100), 'x-service-session-id': id })
    await once(response, 'data')
    response.destroy()

    expect((await service.receipts(id, 1))[0]).toMatchObject({
      status: 200,
      outcome: 'cut',
      reason: 'client-left',
      usage: { inputTokens: 100 },
    })
    await vi.waitFor(() => expect(service.provider.counts.open).toBe(0))
    expect(service.written().slice(before)).not.toContain('The answer was cut.')
  })

  it.each([
    { path: '/provider-a/v1/messages', last: 'event: message_stop' },
    { path: '/provider-b/v1/responses', last: 'event: response.completed' },
    { path: '/provider-b/v1/chat/completions', last: 'data: [DONE]' },
  ])('counts an answer of $path as whole when its client leaves at the last event', async ({ path, last }) => {
    const { id } = service.session()
    const response = await ask(
      { ...instruct('stream', 3, 0, 30_000), authorization: 'Bearer k', 'x-service-session-id': id },
      'POST',
      path,
    )
    let text = ''
    for await (const chunk of response) {
      text += chunk
      if (text.includes(last) && text.endsWith('\n\n')) break
    }

    const [receipt] = await service.receipts(id, 1)
    expect(receipt).toMatchObject({ status: 200, outcome: 'verbatim' })
    expect(receipt?.reason).toBeUndefined()
    await vi.waitFor(() => expect(service.provider.counts.open).toBe(0))
  })

  it('leaves the upstream when the client leaves before the first byte', async () => {
    const { id } = service.session()
    const request = httpRequest(`${service.baseUrl}/provider-a/v1/messages`, {
      method: 'POST',
      headers: {
        'x-service-auth-token': service.serviceKey,
        'x-api-key': 'k',
        'x-service-session-id': id,
        ...instruct('endless', id, 10, 'silent'),
      },
    })
    request.on('error', () => {}).end('{"model":"m","messages":[]}')
    await vi.waitFor(() => expect(service.provider.counts.endings.get(id)).toBeDefined())
    request.destroy()

    expect((await service.receipts(id, 1))[0]).toMatchObject({ outcome: 'cut', reason: 'client-left', status: 499 })
    await vi.waitFor(() => expect(service.provider.counts.endings.get(id)?.ended).toBe('left'))
  })
})

describe('a request that is not valid HTTP', () => {
  const raw = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
    socket.end(text)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    return Buffer.concat(chunks).toString('latin1')
  }
  const head = 'POST /provider-a/v1/messages HTTP/1.1\r\nHost: x\r\n'

  it.each([
    { why: 'two lengths', text: `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}` },
    {
      why: 'a length and chunks',
      text: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    },
    { why: 'a header without a colon', text: `${head}nonsense\r\n\r\n` },
    { why: 'no HTTP at all', text: 'hello\r\n\r\n' },
  ])('$why: 400, and nothing goes upstream', async ({ text }) => {
    expect(await raw(text)).toMatch(/^HTTP\/1\.1 400 /)
  })
})
