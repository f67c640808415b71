// The bytes that go out: request line, headers and body.

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEgress } from '../../../adapters/http/egress.ts'
import type { Outbound } from '../../../core/upstream/outbound.ts'
import { collect, httpUpstream, outboundTo, patient, rawUpstream, sleep } from './outbound.ts'

/** The bytes that arrive, as latin1. */
const sentBytes = async (more: Partial<Outbound>): Promise<{ text: string; host: string }> => {
  const received: Buffer[] = []
  const upstream = await rawUpstream((socket) => {
    socket.on('data', (chunk) => {
      received.push(chunk)
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  })
  const { body } = await createEgress()(outboundTo(upstream.origin, more), patient())
  await collect(body)
  return { text: Buffer.concat(received).toString('latin1'), host: `127.0.0.1:${upstream.port}` }
}

describe('the request', () => {
  it('is exactly what was addressed', async () => {
    const path = '/v1//files/../a%2Fb;c=%20?beta=true&x=%zz&&='
    const headers = { 'anthropic-beta': 'a, b', 'user-agent': 'claude-cli/2', 'accept-encoding': 'identity' }
    const { text, host } = await sentBytes({ path, headers, body: '{"a": 1.0}' })
    expect(text).toBe(
      [
        `POST ${path} HTTP/1.1`,
        `host: ${host}`,
        'connection: keep-alive',
        'anthropic-beta: a, b',
        'user-agent: claude-cli/2',
        'accept-encoding: identity',
        'content-length: 10',
        '',
        '{"a": 1.0}',
      ].join('\r\n'),
    )
  })

  it('carries a text body as UTF-8 and a byte body unchanged', async () => {
    const { text } = await sentBytes({ body: '{"a":"ü你😀"}' })
    expect(text.split('\r\n\r\n')[1]).toBe(Buffer.from('{"a":"ü你😀"}').toString('latin1'))
    const bytes = new Uint8Array([1, 2, 0, 255, 254, 3, 4]).subarray(1, 6)
    const sent = await sentBytes({ body: bytes, headers: { 'content-encoding': 'zstd' } })
    expect(sent.text).toContain('content-encoding: zstd\r\ncontent-length: 5\r\n')
    expect(sent.text.split('\r\n\r\n')[1]).toBe('\x02\x00\xff\xfe\x03')
  })

  it.each([
    ['GET', '', undefined],
    ['HEAD', '', undefined],
    ['DELETE', '', undefined],
    ['POST', '', 'content-length: 0'],
    ['PUT', '', 'content-length: 0'],
    ['MKCOL', '', 'content-length: 0'],
    ['GET', 'with', 'content-length: 4'],
    ['DELETE', 'with', 'content-length: 4'],
    ['PATCH', 'with', 'content-length: 4'],
  ])('%s with the body %j says %s', async (method, body, length) => {
    const { text } = await sentBytes({ method, body })
    const [head = '', sent] = text.split('\r\n\r\n')
    expect(head.split('\r\n').find((line) => line.startsWith('content-length'))).toBe(length)
    expect(head.toLowerCase()).not.toContain('transfer-encoding')
    expect(sent).toBe(body)
  })

  it.each([
    ['text', 'ü你😀 and more\n'.repeat(20_000)],
    ['bytes', new Uint8Array(300_000).map((_, index) => index * 31).subarray(1)],
  ])('carries a large %s body whole, with its length', async (_name, body) => {
    const hash = createHash('sha256')
    const upstream = await httpUpstream(async (request, response) => {
      for await (const chunk of request) hash.update(chunk)
      response.end(`${request.headers['content-length']} ${request.headers['transfer-encoding']}`)
    })
    const answer = await createEgress()(outboundTo(upstream.origin, { body }), patient())
    expect((await collect(answer.body)).toString()).toBe(`${Buffer.byteLength(body)} undefined`)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(body).digest('hex'))
  })

  it('a large body that the upstream does not want does not hide its answer', async () => {
    const upstream = await rawUpstream((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\nno'))
    })
    const answer = await createEgress()(outboundTo(upstream.origin, { body: 'x'.repeat(8_000_000) }), patient())
    expect(answer.status).toBe(413)
    expect((await collect(answer.body)).toString()).toBe('no')
  })

  it('carries header values byte for byte', async () => {
    const { text } = await sentBytes({ headers: { 'x-latin1': 'caf\u00e9 \u00ff', 'x-utf8': '你é' } })
    expect(text).toContain('x-latin1: caf\u00e9 \u00ff\r\n')
    expect(text).toContain(`x-utf8: ${Buffer.from('你é').toString('latin1')}\r\n`)
  })

  it.each([{ 'x-a': 'b\r\nx-c: d' }, { 'x-a': 'b\u0000' }, { 'x a': 'b' }, { 'x\r\n-a': 'b' }])(
    'with the header %j is not sent',
    async (headers) => {
      const upstream = await httpUpstream((_, response) => response.end())
      const sent = createEgress()(outboundTo(upstream.origin, { headers }), patient())
      await expect(sent).rejects.toMatchObject({ name: 'UpstreamFailed', kind: 'unreachable', reached: false })
      expect(upstream.connections()).toBe(0)
    },
  )

  it('goes out on a kept connection when there is one', async () => {
    const upstream = await httpUpstream((_, response) => response.end('x'))
    const send = createEgress()
    for (let turn = 0; turn < 3; turn += 1) {
      await collect((await send(outboundTo(upstream.origin), patient())).body)
      // The connection of an answer is free one turn of the event loop after its end.
      await sleep(5)
    }
    expect(upstream.connections()).toBe(1)
  })

  it('does not wait for another one', async () => {
    const answers: (() => void)[] = []
    const upstream = await httpUpstream((_, response) => {
      answers.push(() => response.end('x'))
      if (answers.length === 20) for (const answer of answers) answer()
    })
    const send = createEgress()
    const sent = Array.from({ length: 20 }, async () => {
      const { body } = await send(outboundTo(upstream.origin), patient())
      return (await collect(body)).toString()
    })
    expect(await Promise.all(sent)).toEqual(Array.from({ length: 20 }, () => 'x'))
  })
})
