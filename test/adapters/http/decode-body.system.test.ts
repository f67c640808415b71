// Answers that come encoded although `identity` was asked for.

import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../../adapters/http/decode-body.ts'
import { createEgress } from '../../../adapters/http/egress.ts'
import { answering, collect, failureOf, httpUpstream, outboundTo, patient, rawUpstream, until } from './outbound.ts'

const text = 'event: x\ndata: {"text":"é 你 😀"}\n\n'.repeat(3)
const encoders = {
  gzip: zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  deflate: zlib.deflateSync,
  'deflate (bare)': zlib.deflateRawSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
}
const encodings = Object.entries(encoders).map(([name, encode]) => {
  const encoding = name.replace(' (bare)', '')
  return { name, encoding, encoded: encode(Buffer.from(text)) }
})

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const answer = async (head: string, body: Uint8Array, method = 'POST') => {
  const upstream = await rawUpstream(
    answering(Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), body]), (socket) => socket.end()),
  )
  return createEgress()(outboundTo(upstream.origin, { method }), patient())
}

describe.each(encodings)('$name', ({ encoding, encoded }) => {
  it('is decoded for every way to cut it in two, and byte by byte', async () => {
    for (let size = 1; size <= encoded.length; size += 1) {
      expect((await collect(decodeBody(pieces(encoded, size), encoding))).toString(), `pieces of ${size}`).toBe(text)
    }
    for (let cut = 1; cut < encoded.length; cut += 1) {
      const halves = async function* () {
        yield encoded.subarray(0, cut)
        yield encoded.subarray(cut)
      }
      expect((await collect(decodeBody(halves(), encoding))).toString(), `cut at ${cut}`).toBe(text)
    }
  })

  it('comes back without its header and its length', async () => {
    const head = `content-type: text/plain\r\nContent-Encoding: ${encoding.toUpperCase()} \r\ncontent-length: ${encoded.length}`
    const { headers, body } = await answer(head, encoded)
    expect(headers).toEqual([['content-type', 'text/plain']])
    expect((await collect(body)).toString()).toBe(text)
  })

  it('throws when it breaks off, at every byte', async () => {
    for (let cut = 1; cut < encoded.length; cut += 1) {
      await expect(collect(decodeBody(pieces(encoded.subarray(0, cut), 7), encoding)), `${cut}`).rejects.toThrow()
    }
    const head = `content-encoding: ${encoding}\r\ncontent-length: ${encoded.length + 1}`
    await expect(collect((await answer(head, encoded)).body)).rejects.toThrow()
  })

  it('throws when it is something else', async () => {
    await expect(collect(decodeBody(pieces(Buffer.from('{"error":"plain"}'), 5), encoding))).rejects.toThrow()
  })

  it('is nothing when there is nothing', async () => {
    expect(
      await collect((await answer(`content-encoding: ${encoding}\r\ncontent-length: 0`, Buffer.alloc(0))).body),
    ).toHaveLength(0)
  })
})

describe.each([
  ['gzip', () => zlib.createGzip()],
  ['deflate', () => zlib.createDeflate()],
  ['br', () => zlib.createBrotliCompress()],
  ['zstd', () => zlib.createZstdCompress()],
] as const)('a stream in %s', (encoding, createEncoder) => {
  const flushed = async () => {
    const encoder = createEncoder()
    let closed = false
    const upstream = await httpUpstream((request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      encoder.pipe(response)
      request.socket.on('close', () => (closed = true))
    })
    const write = (part: string) => {
      encoder.write(part)
      encoder.flush()
    }
    write('data: 0\n\n')
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    return { write, end: () => encoder.end(), reader: body[Symbol.asyncIterator](), closed: () => closed }
  }

  it('flows flush by flush', async () => {
    const { write, end, reader } = await flushed()
    for (let event = 0; event < 4; event += 1) {
      const expected = `data: ${event}\n\n`
      let part = ''
      while (part.length < expected.length) part += Buffer.from((await reader.next()).value ?? '!').toString()
      expect(part).toBe(expected)
      write(`data: ${event + 1}\n\n`)
    }
    end()
    expect(Buffer.from((await reader.next()).value ?? []).toString()).toBe('data: 4\n\n')
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })

  it('is closed when the reader leaves, before and after the first chunk', async () => {
    const early = await flushed()
    await early.reader.return?.()
    await until(early.closed)
    const late = await flushed()
    await late.reader.next()
    await late.reader.return?.()
    await until(late.closed)
    expect(await late.reader.next()).toEqual({ done: true, value: undefined })
  })
})

describe('other encodings', () => {
  it('identity is none', async () => {
    const { headers, body } = await answer('content-encoding: identity\r\ncontent-length: 2', Buffer.from('ok'))
    expect(headers).toContainEqual(['content-length', '2'])
    expect((await collect(body)).toString()).toBe('ok')
  })

  it.each(['compress', 'gzip, br', 'aws-chunked', 'gzip\r\ncontent-encoding: gzip', 'constructor'])(
    '%j cannot be undone: no answer, and the connection is closed',
    async (encoding) => {
      let closed = false
      const upstream = await rawUpstream((socket) => {
        socket.on('close', () => (closed = true))
        answering(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: 100\r\n\r\nxx`)(socket)
      })
      const failed = await failureOf(createEgress()(outboundTo(upstream.origin), patient()))
      expect(failed).toMatchObject({ kind: 'unreachable', reached: true })
      await until(() => closed)
    },
  )

  it.each(['gzip', 'compress'])('%s of an answer without a body only loses its headers', async (encoding) => {
    const head = `etag: "x"\r\ncontent-encoding: ${encoding}\r\ncontent-length: 20`
    const { status, headers, body } = await answer(head, Buffer.alloc(0), 'HEAD')
    expect([status, headers, (await collect(body)).length]).toEqual([200, [['etag', '"x"']], 0])
  })
})
