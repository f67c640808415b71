// What comes back: status, headers, body, its breaks, and what can stop it.

import { describe, expect, it } from 'vitest'
import { createEgress } from '../../../adapters/http/egress.ts'
import { answering, collect, httpUpstream, outboundTo, patient, rawUpstream, sleep, until } from './outbound.ts'

const exchange = async (answer: string | Uint8Array, method = 'POST') => {
  const upstream = await rawUpstream(answering(answer))
  return createEgress()(outboundTo(upstream.origin, { method }), patient())
}

describe('the answer', () => {
  it('comes with every header as it was written, in latin1, repeated ones separate', async () => {
    const head = ['Set-Cookie: a=1; Expires=Wed, 21', 'set-cookie: b', 'Vary: a', 'vary:  b']
    const raw = `HTTP/1.1 529 Overloaded\r\n${head.join('\r\n')}\r\nx-l: caf\u00e9\u00ff\r\ncontent-length: 2\r\n\r\nno`
    const answer = await exchange(Buffer.from(raw, 'latin1'))
    expect(answer.status).toBe(529)
    expect(answer.headers).toEqual([
      ['set-cookie', 'a=1; Expires=Wed, 21'],
      ['set-cookie', 'b'],
      ['vary', 'a'],
      ['vary', 'b'],
      ['x-l', 'caf\u00e9\u00ff'],
      ['content-length', '2'],
    ])
    expect((await collect(answer.body)).toString()).toBe('no')
  })

  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\ncontent-length: 1234\r\n\r\n', 200],
    ['POST', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
    ['GET', 'HTTP/1.1 304 Not Modified\r\netag: "x"\r\ncontent-length: 99\r\n\r\n', 304],
    ['POST', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 200],
    ['POST', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 200],
  ])('to %s %j has no body', async (method, raw, status) => {
    const answer = await exchange(raw, method)
    expect(answer.status).toBe(status)
    const length = /content-length: (\d+)/.exec(raw)?.[1]
    expect(new Map(answer.headers).get('content-length')).toBe(length)
    expect((await collect(answer.body)).length).toBe(0)
  })

  it('comes in as few pieces as its reader takes it in, whatever chunks it was sent in', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
    const { body } = await exchange(`${chunked}${'1\r\na\r\n'.repeat(100_000)}0\r\n\r\n`)
    const pieces: Uint8Array[] = []
    for await (const piece of body) {
      pieces.push(piece)
      await sleep(5)
    }
    expect(Buffer.concat(pieces).toString()).toBe('a'.repeat(100_000))
    expect(pieces.length).toBeLessThan(200)
  })

  it('says whether all of the request has been handed over', async () => {
    const upstream = await httpUpstream((request, response) => {
      response.writeHead(200).write('{')
      request.resume()
    })
    const whole = await createEgress()(outboundTo(upstream.origin), patient())
    expect(whole.isSent?.()).toBe(true)

    // Answers before it reads.
    const early = await rawUpstream((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n')
      socket.pause()
    })
    const half = await createEgress()(outboundTo(early.origin, { body: Buffer.alloc(30_000_000) }), patient())
    expect(half.isSent?.()).toBe(false)
    await half.body[Symbol.asyncIterator]().return?.()
  })

  it.each(['HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n'])(
    'is the final one, after %j',
    async (interim) => {
      const answer = await exchange(`${interim}${interim}HTTP/1.1 201 Created\r\ncontent-length: 1\r\n\r\nx`)
      expect([answer.status, answer.headers]).toEqual([201, [['content-length', '1']]])
      expect((await collect(answer.body)).toString()).toBe('x')
    },
  )

  it.each([
    ['POST', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhellomore', 'hello'],
    ['POST', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nmore', 'hello'],
    [
      'POST',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nmore',
      'hello',
    ],
    [
      'POST',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n2\r\nll\r\n1\r\no\r\n0\r\n\r\nmore',
      'hello',
    ],
    ['HEAD', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello', ''],
    ['POST', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello', ''],
  ])('to %s %j is whole, whatever comes behind it', async (method, raw, body) => {
    const upstream = await rawUpstream(answering(raw))
    const send = createEgress()
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await send(outboundTo(upstream.origin, { method }), patient())
      expect((await collect(answer.body)).toString()).toBe(body)
    }
    expect(upstream.connections()).toBe(2)
  })

  it('has every one of two thousand headers', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `x-${index}: ${index}\r\n`).join('')
    const { headers } = await exchange(`HTTP/1.1 200 OK\r\n${many}x-last: yes\r\ncontent-length: 0\r\n\r\n`)
    expect(headers).toHaveLength(2_002)
    expect(headers).toContainEqual(['x-last', 'yes'])
  })

  it('ends with the connection if it declares no length', async () => {
    const upstream = await rawUpstream(answering('HTTP/1.1 200 OK\r\n\r\nuntil the end', (socket) => socket.end()))
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    expect((await collect(body)).toString()).toBe('until the end')
  })

  it('arrives chunk by chunk, as it is written', async () => {
    const writes: ((text: string) => void)[] = []
    const upstream = await httpUpstream((_, response) => {
      response.flushHeaders()
      writes.push((text) => (text === '' ? response.end() : response.write(text)))
    })
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    const reader = body[Symbol.asyncIterator]()
    for (const text of ['data: 1\n\n', 'data: 2\n\n', 'data: ü\n\n']) {
      writes[0]?.(text)
      expect(Buffer.from((await reader.next()).value ?? []).toString()).toBe(text)
    }
    writes[0]?.('')
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })

  it.each([
    ['a chunk that stops', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwor'],
    ['chunks without their end', 'transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n3\r\nwor\r\n'],
    ['a length not reached', 'content-length: 100\r\n\r\nhellowor'],
  ])('throws after its last byte when it breaks off: %s', async (_, rest) => {
    const upstream = await rawUpstream(answering(`HTTP/1.1 200 OK\r\n${rest}`, (socket) => socket.end()))
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    await sleep(50)
    let text = ''
    const reading = (async () => {
      for await (const chunk of body) text += Buffer.from(chunk).toString()
    })()
    await expect(reading).rejects.toThrow('broke off')
    expect(text).toBe('hellowor')
  })

  it.each([
    ['with a length', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello'],
    ['in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
    ['that ends with its connection', 'HTTP/1.1 200 OK\r\n\r\nhello'],
    ['that says so', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhello'],
    ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhello'],
  ])('throws when the connection is reset during an answer %s', async (_name, bytes) => {
    const upstream = await rawUpstream(
      answering(bytes, (socket) => {
        setTimeout(() => socket.resetAndDestroy(), 30)
      }),
    )
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    await expect(collect(body)).rejects.toThrow('broke off')
  })

  it('slows the upstream down while nobody reads', async () => {
    const total = 64 * 1024 * 1024
    let written = 0
    const upstream = await httpUpstream((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const more = (): void => {
        while (written < total) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    const reader = body[Symbol.asyncIterator]()
    await reader.next()
    await sleep(300)
    const stoppedAt = written
    expect(stoppedAt).toBeLessThan(total / 4)
    await sleep(100)
    expect(written).toBe(stoppedAt)
    let rest = 0
    for (let step = await reader.next(); step.done !== true; step = await reader.next()) rest += step.value.length
    expect(written).toBe(total)
    expect(rest).toBeGreaterThan(total - 1024 * 1024)
  })

  it('that broke off has every byte that arrived before, also for a reader that comes late', async () => {
    const sent = Buffer.alloc(300_000, 'data: x\n\n')
    const upstream = await rawUpstream((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 300001\r\n\r\n')
        socket.end(sent)
      }),
    )
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    await sleep(100)
    const chunks: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of body) chunks.push(chunk)
    })()
    await expect(reading).rejects.toThrow('broke off')
    expect(Buffer.concat(chunks).equals(sent)).toBe(true)
  })

  it('that breaks off within one piece of the network has every chunk of it', async () => {
    const { body } = await exchange(
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhe\r\n2\r\nll\r\nno size',
    )
    const chunks: Uint8Array[] = []
    const reading = (async () => {
      for await (const chunk of body) chunks.push(chunk)
    })()
    await expect(reading).rejects.toThrow('broke off')
    expect(Buffer.concat(chunks).toString()).toBe('hell')
  })

  const endless = async () => {
    let closed = false
    const upstream = await httpUpstream((request, response) => {
      const timer = setInterval(() => response.write('data: x\n\n'), 5)
      request.socket.on('close', () => {
        closed = true
        clearInterval(timer)
      })
    })
    return { origin: upstream.origin, closed: () => closed }
  }

  it('closes the connection when the reader leaves', async () => {
    const upstream = await endless()
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    for await (const chunk of body) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    await until(upstream.closed)
  })

  it('closes the connection when the reader leaves without ever reading', async () => {
    const upstream = await endless()
    const { body } = await createEgress()(outboundTo(upstream.origin), patient())
    const reader = body[Symbol.asyncIterator]()
    await reader.return?.()
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    await until(upstream.closed)
  })

  it('is cut by the signal, also while it waits for a chunk', async () => {
    const upstream = await endless()
    const stop = new AbortController()
    const { body } = await createEgress()(outboundTo(upstream.origin), stop.signal)
    const reading = collect(body)
    setTimeout(() => stop.abort(new Error('deadline')), 30)
    await expect(reading).rejects.toThrow('cut')
    await until(upstream.closed)
  })
})
