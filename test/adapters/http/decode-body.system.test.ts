// Answers that come encoded although `identity` was requested.

import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from '../../../adapters/http/decode-body.ts'
import { createEgress } from '../../../adapters/http/egress.ts'
import { answering, collect, httpUpstream, outboundTo, patient, rawUpstream, until } from './outbound.ts'

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

const answer = async (head: string, body: Uint8Array, method = 'POST', status = '200 OK') => {
  const upstream = await rawUpstream(
    answering(Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n`), body]), (socket) => socket.end()),
  )
  return createEgress()(outboundTo(upstream.origin, { method }), patient())
}

describe.each(encodings)('$name', ({ encoding, encoded }) => {
  it('is decoded however it is cut in two, and byte by byte', async () => {
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

  it('throws when the body has another encoding', async () => {
    await expect(collect(decodeBody(pieces(Buffer.from('{"error":"plain"}'), 5), encoding))).rejects.toThrow()
  })

  it('is empty when the answer is empty', async () => {
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

describe('an answer that fails to decode', () => {
  const failing = async (raw: Buffer) => {
    let open = 0
    const upstream = await rawUpstream((socket) => {
      open += 1
      socket.on('close', () => (open -= 1))
      // The connection stays open: only its reader can end it.
      answering(raw)(socket)
    })
    return { upstream, open: () => open }
  }

  it.each([
    ['is not what its encoding says', Buffer.from('no gzip at all')],
    ['has bytes behind its end', Buffer.concat([zlib.gzipSync('x'), Buffer.from('and more')])],
  ])('%s: its connection is closed, and is not used again', async (_why, bytes) => {
    const head = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bytes.length + 9}\r\n\r\n`)
    const { upstream, open } = await failing(Buffer.concat([head, bytes]))
    const send = createEgress()
    for (let turn = 0; turn < 20; turn += 1)
      await expect(collect((await send(outboundTo(upstream.origin), patient())).body)).rejects.toThrow()
    await until(() => open() === 0)
    expect(upstream.connections()).toBe(20)
  })

  it.each(['gzip', 'br', 'deflate', 'zstd'] as const)(
    '%s: gives every byte that came before the break',
    async (encoding) => {
      const words = 'a line of the answer that is flushed\n'.repeat(3_000)
      const encoder = {
        gzip: zlib.createGzip,
        br: zlib.createBrotliCompress,
        deflate: zlib.createDeflate,
        zstd: zlib.createZstdCompress,
      }[encoding]()
      const parts: Buffer[] = []
      encoder.on('data', (part: Buffer) => parts.push(part))
      encoder.write(words)
      await new Promise<void>((resolve) => encoder.flush(() => resolve()))
      const { body } = await answer(`content-encoding: ${encoding}\r\ncontent-length: 999999`, Buffer.concat(parts))
      let got = 0
      await expect(
        (async () => {
          for await (const part of body) got += part.byteLength
        })(),
      ).rejects.toThrow()
      expect(got).toBe(words.length)
    },
  )
})

describe('something else in the middle of an answer', () => {
  const events = Array.from({ length: 2_000 }, (_, index) => `data: {"text":"word ${(index * 7_919) % 100_003}"}\n\n`)

  it.each([
    ['br', () => zlib.createBrotliCompress()],
    ['zstd', () => zlib.createZstdCompress()],
  ] as const)('%s: costs no more than the last two kilobytes of what came with it', async (encoding, create) => {
    const encoder = create()
    const parts: Buffer[] = []
    encoder.on('data', (part: Buffer) => parts.push(part))
    for (const event of events) {
      encoder.write(event)
      await new Promise<void>((resolve) => encoder.flush(() => resolve()))
    }
    const encoded = Buffer.concat(parts)
    const text = events.join('')
    const most = (2_048 * 2 * text.length) / encoded.length
    for (let size = 2_000; size <= encoded.length; size += 3_001) {
      let got = ''
      await expect(
        (async () => {
          const broken = Buffer.concat([encoded, Buffer.from('{"error":"the gateway has crashed"}')])
          for await (const part of decodeBody(pieces(broken, size), encoding)) got += Buffer.from(part).toString()
        })(),
      ).rejects.toThrow()
      expect(text.startsWith(got)).toBe(true)
      expect(text.length - got.length, `in chunks of ${size}`).toBeLessThan(most)
    }
  })
})

describe('a wrong checksum', () => {
  const text = 'data: 0\n\n'.repeat(5_000)
  const checked = {
    gzip: zlib.gzipSync(text),
    deflate: zlib.deflateSync(text),
  }

  it.each(['gzip', 'deflate'] as const)('of %s comes behind everything that was decoded', async (encoding) => {
    const wrong = Buffer.from(checked[encoding])
    // A trailer of gzip has the length behind the checksum.
    const at = wrong.length - (encoding === 'gzip' ? 8 : 4)
    wrong[at] = (wrong[at] ?? 0) ^ 1
    let got = ''
    await expect(
      (async () => {
        for await (const part of decodeBody(pieces(wrong, 1_000_000), encoding)) got += Buffer.from(part).toString()
      })(),
    ).rejects.toThrow()
    expect(got).toBe(text)
  })
})

describe('gzip', () => {
  const one = zlib.gzipSync('data: 0\n\n')
  const two = zlib.gzipSync('data: 1\n\n')
  /** With a head that has everything a head may have. */
  const named = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x1f, 0, 0, 0, 0, 0, 3, 3, 0, 7, 0, 9]),
    Buffer.from('name\0comment\0'),
    Buffer.from([1, 2]),
    one.subarray(10),
  ])

  /** What is given, and whether it ends well. */
  const given = async (bytes: Buffer, size: number): Promise<[string, boolean]> => {
    let got = ''
    try {
      for await (const part of decodeBody(pieces(bytes, size), 'gzip')) got += Buffer.from(part).toString()
      return [got, true]
    } catch {
      return [got, false]
    }
  }

  it.each([1, 3, 7, 20, 1_000])(
    'gives all that was decoded before something else, in chunks of %i bytes',
    async (size) => {
      for (const other of ['and more', '\x1f', '\x1f\x8b', '\x1f\x8b\x08', '\x1fno'])
        expect(await given(Buffer.concat([one, Buffer.from(other, 'latin1')]), size), other).toEqual([
          'data: 0\n\n',
          false,
        ])
      const odd = Buffer.concat([one, Buffer.from([0x1f, 0x8b, 8, 0xe0]), two.subarray(4)])
      expect(await given(odd, size)).toEqual(['data: 0\n\n', false])
      expect(await given(Buffer.concat([one, two.subarray(0, -9)]), size)).toEqual(['data: 0\n\ndata: 1\n\n', false])
    },
  )

  it.each([1, 3, 7, 20, 1_000])('of several members gives each, in chunks of %i bytes', async (size) => {
    expect(await given(Buffer.concat([named, two, named]), size)).toEqual(['data: 0\n\ndata: 1\n\ndata: 0\n\n', true])
    expect(await given(Buffer.concat([one, Buffer.alloc(30)]), size)).toEqual(['data: 0\n\n', true])
  })

  it.each([
    ['checksum', -8],
    ['length', -1],
  ])('of another %s throws, behind all that it gives', async (_what, at) => {
    const wrong = Buffer.from(one)
    wrong[wrong.length + at] = (wrong.at(at) ?? 0) ^ 1
    for (const size of [1, 1_000]) expect(await given(wrong, size)).toEqual(['data: 0\n\n', false])
  })

  it('whose head does not end is broken off', async () => {
    const head = Buffer.from([0x1f, 0x8b, 8, 0x08, 0, 0, 0, 0, 0, 3])
    let taken = 0
    const endless = async function* () {
      yield head
      for (;;) {
        taken += 1
        yield Buffer.alloc(10_000, 'n')
      }
    }
    await expect(collect(decodeBody(endless(), 'gzip'))).rejects.toThrow('too long')
    expect(taken).toBeLessThan(10)
  })
})

describe('zstd of several frames', () => {
  const frames = ['data: 0\n\n', 'data: 1\n\n', 'data: 2\n\n'].map((part) => zlib.zstdCompressSync(part))
  const whole = Buffer.concat(frames)

  it.each([1, 3, 7, 20, 1_000])('gives each, in chunks of %i bytes', async (size) => {
    const decoded = await collect(decodeBody(pieces(whole, size), 'zstd'))
    expect(decoded.toString()).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n')
  })

  it('throws when the last one breaks off, or something else follows', async () => {
    for (const body of [whole.subarray(0, -3), Buffer.concat([whole, Buffer.from('and more')])])
      for (const size of [1, 7, 1_000]) await expect(collect(decodeBody(pieces(body, size), 'zstd'))).rejects.toThrow()
  })
})

describe('very many frames', () => {
  const frameOf = (bytes: string | Buffer): Buffer => zlib.zstdCompressSync(Buffer.from(bytes))
  const memberOf = (text: string): Buffer => zlib.gzipSync(Buffer.from(text))
  const nothing = Buffer.from('28b52ffd2000010000', 'hex')
  const skipped = Buffer.from('502a4d1800000000', 'hex')
  const repeated = (frame: Buffer, times: number): Buffer => Buffer.concat(Array<Buffer>(times).fill(frame))

  it.each([
    ['zstd', frameOf],
    ['gzip', memberOf],
  ])('of %s pass where each holds an event', async (encoding, make) => {
    const event = `data: ${'x'.repeat(80)}\n\n`
    const all = await collect(decodeBody(pieces(repeated(make(event), 3_000), 4_096), encoding))
    expect(all.toString()).toBe(event.repeat(3_000))
  })

  it.each([
    ['zstd', 'nothing', nothing],
    ['zstd', 'what is skipped', skipped],
    ['zstd', 'next to nothing', frameOf('x')],
    ['gzip', 'nothing', memberOf('')],
    ['gzip', 'next to nothing', memberOf('x')],
  ])('of %s are broken off, and their source closed, where they hold %s', async (encoding, _what, frame) => {
    let taken = 0
    let isClosed = false
    const endless: AsyncIterableIterator<Uint8Array> = {
      async next() {
        taken += 1
        return { done: false, value: repeated(frame, 500) }
      },
      async return() {
        isClosed = true
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
    await expect(collect(decodeBody(endless, encoding))).rejects.toThrow('too many frames')
    expect([taken < 10, isClosed]).toEqual([true, true])
  })
})

describe('other encodings', () => {
  it.each(['identity', 'Identity, ', ''])('%j does not come back as an encoding', async (encoding) => {
    const head = `content-encoding: ${encoding}\r\ncontent-length: 2`
    const { status, headers, body } = await answer(head, Buffer.from('ok'))
    expect([status, headers]).toEqual([200, [['content-length', '2']]])
    expect((await collect(body)).toString()).toBe('ok')
  })

  it.each(['compress', 'none', 'utf-8', 'aws-chunked', 'constructor', 'gzip, compress', 'gzip, gzip, gzip, gzip'])(
    '%j cannot be undone: the bytes are relayed as they came, under its name',
    async (encoding) => {
      const { status, headers, body } = await answer(
        `content-encoding: ${encoding}\r\ncontent-length: 2`,
        Buffer.from('xx'),
      )
      expect([status, (await collect(body)).toString()]).toEqual([200, 'xx'])
      expect(headers).toContainEqual(['content-encoding', encoding])
    },
  )

  it('a part of an encoded body is relayed as it came, with its encoding, length and range', async () => {
    const part = zlib.gzipSync(text).subarray(10, 30)
    const head = 'content-encoding: gzip\r\ncontent-range: bytes 10-29/90\r\ncontent-length: 20'
    const { status, headers, body } = await answer(head, part, 'GET', '206 Partial Content')
    expect([status, headers, await collect(body)]).toEqual([
      206,
      head.split('\r\n').map((line) => line.split(': ')),
      part,
    ])
  })

  it('several encodings are decoded, the last one first', async () => {
    const two = zlib.brotliCompressSync(zlib.gzipSync(text))
    const three = zlib.deflateSync(two)
    for (const [encoding, encoded] of [
      ['gzip, br', two],
      ['identity, gzip, br', two],
      ['gzip\r\ncontent-encoding: br', two],
      ['gzip, br, deflate', three],
    ] as const) {
      const head = `content-encoding: ${encoding}\r\ncontent-length: ${encoded.length}`
      const { status, headers, body } = await answer(head, encoded)
      expect((await collect(body)).toString(), encoding).toBe(text)
      expect([status, headers]).toEqual([200, []])
    }
  })

  it.each(['gzip', 'br, gzip'])('%s of an answer without a body only removes the headers', async (encoding) => {
    const head = `etag: "x"\r\ncontent-encoding: ${encoding}\r\ncontent-length: 20`
    const { status, headers, body } = await answer(head, Buffer.alloc(0), 'HEAD')
    expect([status, headers, (await collect(body)).length]).toEqual([200, [['etag', '"x"']], 0])
  })
})
