// The answer, byte for byte: every chunking, every status, headers, breaks, and a client that reads slowly or leaves.

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oddStream as stream } from '../../testkit/provider/protocol.ts'
import { type ServiceUnderTest, startService } from './service.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const megabyte = Buffer.alloc(1_000_000, 'x')

let written = 0
const drainedOrClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
const behaviours: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void> = {
  async chunks(request, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const size = Number(request.headers['x-size'])
    for (let at = 0; at < stream.length; at += size) {
      response.write(stream.subarray(at, at + size))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  },
  async endless(_, response) {
    written = 0
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (let turn = 0; turn < 64 && !response.destroyed; turn += 1) {
      written += megabyte.length
      if (!response.write(megabyte)) await drainedOrClosed(response)
    }
    response.end()
  },
  async break(request, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(stream.subarray(0, Number(request.headers['x-size'])))
    await new Promise((resolve) => setTimeout(resolve, 20))
    response.destroy()
  },
  headers(_, response) {
    response.writeHead(418, [
      ...[
        'Content-Type',
        'application/json',
        'X-Twice',
        'a',
        'X-Twice',
        'b',
        'Set-Cookie',
        'a=1; Path=/',
        'Set-Cookie',
        'b=2',
      ],
      ...['Retry-After', '287441', 'Anthropic-Ratelimit-Unified-Status', 'rejected', 'X-Should-Retry', 'false'],
      ...[
        'WWW-Authenticate',
        'Bearer',
        'Date',
        'Tue, 01 Jan 2030 00:00:00 GMT',
        'Server',
        'upstream/1',
        'Content-Length',
        '2',
      ],
      ...[
        'Location',
        'https://elsewhere.example',
        'X-Latin',
        Buffer.from('Gr\u00fc\u00dfe', 'latin1').toString('latin1'),
        'Keep-Alive',
        'timeout=9',
      ],
    ])
    // Bytes: for a string Node would write the head in that string's encoding.
    response.end(Buffer.from('{}'))
  },
  compressed(_, response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.end(gzipSync(stream))
  },
  empty(request, response) {
    response.writeHead(Number(request.headers['x-size'])).end()
  },
}

let service: ServiceUnderTest
const upstream = createServer((request, response) => {
  request.resume()
  void behaviours[String(request.headers['x-behaviour'])]?.(request, response)
})
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const address = upstream.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  service = await startService(`http://127.0.0.1:${address.port}`)
})
afterAll(async () => {
  await service.close()
  upstream.closeAllConnections()
  upstream.close()
})

const ask = async (
  behaviour: string,
  size = 1,
  more: Record<string, string> = {},
  method = 'POST',
): Promise<IncomingMessage> => {
  const request = httpRequest(`${service.baseUrl}/provider-a/v1/messages`, {
    method,
    headers: {
      'x-service-auth-token': service.serviceKey,
      'x-api-key': 'k',
      'content-type': 'application/json',
      'x-behaviour': behaviour,
      'x-size': String(size),
      ...more,
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
      expect(sha256(await bytesOf(await ask('chunks', size)))).toBe(sha256(stream))
  })

  it('undoes an encoding that nobody asked for', async () => {
    const response = await ask('compressed')
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(sha256(await bytesOf(response))).toBe(sha256(stream))
  })

  it('gives the client exactly what came before a break, and then breaks', async () => {
    for (const size of [1, 10, 57, stream.length]) {
      const response = await ask('break', size)
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      const [error] = await once(response, 'error')
      expect(error.code).toBe('ECONNRESET')
      expect(Buffer.concat(chunks).equals(stream.subarray(0, size))).toBe(true)
    }
  })

  it('returns status and headers as received, less the hop-by-hop ones, and adds none', async () => {
    const response = await ask('headers')
    await bytesOf(response)
    expect(response.statusCode).toBe(418)
    const { connection, 'keep-alive': keepAlive, ...headers } = response.headers
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-twice': 'a, b',
      'set-cookie': ['a=1; Path=/', 'b=2'],
      'retry-after': '287441',
      'anthropic-ratelimit-unified-status': 'rejected',
      'x-should-retry': 'false',
      'www-authenticate': 'Bearer',
      date: 'Tue, 01 Jan 2030 00:00:00 GMT',
      server: 'upstream/1',
      'content-length': '2',
      location: 'https://elsewhere.example',
      'x-latin': 'Gr\u00fc\u00dfe',
    })
    expect([connection, keepAlive].join()).not.toContain('timeout=9')
  })

  it.each([204, 304])('passes an empty %i', async (status) => {
    const response = await ask('empty', status)
    expect([response.statusCode, (await bytesOf(response)).length]).toEqual([status, 0])
  })

  it('passes HEAD without a body', async () => {
    const response = await ask('headers', 1, {}, 'HEAD')
    expect([response.statusCode, response.headers['content-length'], (await bytesOf(response)).length]).toEqual([
      418,
      '2',
      0,
    ])
  })

  it('lets a slow reader slow the upstream down', async () => {
    const response = await ask('endless')
    await new Promise((resolve) => setTimeout(resolve, 500))
    const held = written
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(written).toBe(held)
    expect(held).toBeLessThan(30_000_000)
    expect((await bytesOf(response)).length).toBe(64_000_000)
  })

  it('runs an exchange to its end although the client has left, with a receipt', async () => {
    const { id } = service.session()
    const response = await ask('endless', 1, { 'x-service-session-id': id })
    response.destroy()
    expect((await service.receipts(id, 1))[0]).toMatchObject({ status: 200, outcome: 'verbatim' })
    expect(written).toBe(64_000_000)
  })
})

describe('requests that are no proper HTTP', () => {
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
