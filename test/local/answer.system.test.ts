// The HTTP that a handler's stream becomes.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'aws-lambda'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HttpResponseStream, type ResponseStream } from '../../local/front/awslambda.ts'
import { answer, exchange, frontOver, headerOf, opened, openSocket, untilOver } from './front.ts'

const request = (method = 'GET', version = '1.1', path = '/provider-a/x'): string =>
  `${method} ${path} HTTP/${version}\r\nhost: x\r\nconnection: close\r\n\r\n`

describe('status and headers', () => {
  it('are exactly those given, byte for byte and in order', async () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': '2',
      date: 'Thu, 01 Jan 1970 00:00:00 GMT',
      server: 'upstream',
      'x-latin': '\xfc\xc3\xbc',
      'x-empty': '',
    }
    const front = await frontOver(answer({ statusCode: 529, headers, cookies: ['a=1; Path=/, x', 'b=2'] }, '{}'))
    const { status, head, body } = await exchange(front.port, request())
    expect(status).toBe(529)
    const given = head.split('\r\n').slice(1)
    expect(given.slice(0, 8)).toEqual([
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'set-cookie: a=1; Path=/, x',
      'set-cookie: b=2',
    ])
    expect(headerOf(head, 'date')).toHaveLength(1)
    expect(headerOf(head, 'transfer-encoding')).toEqual([])
    expect(body.toString()).toBe('{}')
  })

  it('arrive with an empty first write, before any body', async () => {
    const front = await frontOver(async (_event, stream) => {
      const begun = opened(stream, { statusCode: 200, headers: { 'x-latin': '\xff' } })
      await wait(1_000)
      begun.end('x')
    })
    const socket = await openSocket(front.port)
    const start = performance.now()
    socket.write(request())
    const [first]: Buffer[] = await once(socket, 'data')
    expect(performance.now() - start).toBeLessThan(800)
    expect(first?.toString('latin1')).toContain('x-latin: \xff\r\n')
  })

  it('are lost without a write, as in the runtime', async () => {
    const lost = await frontOver(async (_event, stream) => {
      HttpResponseStream.from(stream, { statusCode: 429 }).end('x')
    })
    expect((await exchange(lost.port, request())).status).toBe(502)
    const bare = await frontOver(async (_event, stream) => {
      HttpResponseStream.from(stream, { statusCode: 429 }).end()
    })
    expect((await exchange(bare.port, request())).status).toBe(200)
  })

  it('are those of the last prelude before the first write', async () => {
    const front = await frontOver(async (_event, stream) => {
      HttpResponseStream.from(stream, { statusCode: 500 })
      opened(stream, { statusCode: 429 }).end()
    })
    expect((await exchange(front.port, request())).status).toBe(429)
  })
})

describe('an answer without a body', () => {
  it.each([
    ['HEAD', 200, { 'content-length': '1234' }],
    ['GET', 204, {}],
    ['GET', 304, { etag: '"x"', 'content-length': '1234' }],
  ])('to %s %i ends at once and keeps its headers', async (method, statusCode, headers) => {
    const front = await frontOver(answer({ statusCode, headers }))
    const { status, head, body } = await exchange(front.port, request(method))
    expect(status).toBe(statusCode)
    for (const [name, value] of Object.entries(headers)) expect(headerOf(head, name)).toEqual([value])
    expect(headerOf(head, 'transfer-encoding')).toEqual([])
    expect(body).toHaveLength(0)
  })

  it('leaves the connection usable', async () => {
    const front = await frontOver(answer({ statusCode: 204 }))
    const socket = await openSocket(front.port)
    socket.write('HEAD /a HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    socket.write(request())
    expect((await untilOver(socket)).status).toBe(204)
  })
})

describe('a handler that fails', () => {
  it('before its first byte is a 502', async () => {
    const front = await frontOver(async () => {
      throw new Error('no')
    })
    expect(await exchange(front.port, request())).toMatchObject({ status: 502, end: 'end' })
    expect(front.reported).toEqual(['pass-through: no'])
  })

  it('after its first byte breaks the connection after everything that was written', async () => {
    const front = await frontOver(async (_event, stream) => {
      const begun = opened(stream, { statusCode: 200 })
      begun.write('x'.repeat(1_000_000))
      throw new Error('no')
    })
    const { status, body } = await exchange(front.port, request())
    expect(status).toBe(200)
    expect(body.toString()).toBe(`f4240\r\n${'x'.repeat(1_000_000)}\r\n`)
  })

  it('breaks the connection also if the length was declared', async () => {
    const front = await frontOver(async (_event, stream) => {
      opened(stream, { statusCode: 200, headers: { 'content-length': '10' } }).write('12345')
      throw new Error('no')
    })
    expect((await exchange(front.port, request())).body.toString()).toBe('12345')
    await expect(fetch(`${front.baseUrl}/provider-a/x`).then((response) => response.text())).rejects.toThrow()
  })

  it('resets the connection for HTTP/1.0, where an end would mean a complete answer', async () => {
    const front = await frontOver(async (_event, stream) => {
      opened(stream, { statusCode: 200 }).write('12345')
      throw new Error('no')
    })
    expect(await exchange(front.port, request('GET', '1.0'))).toMatchObject({ status: 200, end: 'reset' })
  })

  it('includes one that never ends its answer', async () => {
    const front = await frontOver(async (_event, stream) => {
      opened(stream, { statusCode: 200 }).write('x')
    })
    expect((await exchange(front.port, request())).body.toString()).toBe('1\r\nx\r\n')
  })

  it('is a 500 in our own words if it was never reached', async () => {
    const front = await frontOver(answer({ statusCode: 200 }), { only: ['messages'] })
    const { status, body } = await exchange(front.port, request())
    expect(status).toBe(500)
    expect(JSON.parse(body.toString())).toEqual({
      error: { type: 'internal_error', message: 'The service failed on this request.' },
    })
  })

  it('loses its client when its time is up', async () => {
    const front = await frontOver(
      async (_event, stream) => {
        opened(stream, { statusCode: 200 }).write('x')
        await wait(3_000)
        stream.end()
      },
      { invocationMilliseconds: 150 },
    )
    const start = performance.now()
    await expect(fetch(`${front.baseUrl}/provider-a/x`).then((response) => response.text())).rejects.toThrow()
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('the time that a handler has left', () => {
  it('is told in whole milliseconds, by a clock that nobody sets', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const left: number[] = []
    const front = await frontOver(
      async (_event, stream, context) => {
        for (const hours of [1, -2]) {
          vi.setSystemTime(Date.now() + hours * 3_600_000)
          left.push((context as Context).getRemainingTimeInMillis())
        }
        opened(stream, { statusCode: 200 }).end()
      },
      { invocationMilliseconds: 60_000 },
    )
    await exchange(front.port, request())
    for (const milliseconds of left) expect(Math.abs(milliseconds - 55_000)).toBeLessThan(5_001)
    expect(left.filter(Number.isInteger)).toHaveLength(2)
  })
})

describe('a client', () => {
  it('that reads slowly slows the writer down', async () => {
    let held = false
    const front = await frontOver(async (_event, stream) => {
      const begun = opened(stream, { statusCode: 200 })
      for (let count = 0; count < 400; count += 1) {
        if (begun.write(Buffer.alloc(100_000))) continue
        held = true
        await once(begun, 'drain')
      }
      begun.end()
    })
    const socket = await openSocket(front.port)
    socket.pause()
    socket.write(request('GET', '1.0'))
    await wait(200)
    expect(held).toBe(true)
    expect((await untilOver(socket.resume())).body).toHaveLength(40_000_000)
  })

  it('that has left never makes the handler wait: it writes and drains to its end', async () => {
    let written = 0
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const front = await frontOver(async (_event, stream) => {
      const begun = opened(stream, { statusCode: 200 })
      for (let count = 0; count < 50; count += 1) {
        if (!begun.write(Buffer.alloc(1_000_000))) await once(begun, 'drain')
        written += 1
      }
      begun.end()
      finish()
    })
    const socket = await openSocket(front.port)
    socket.pause()
    socket.write(request())
    await wait(100)
    expect(written).toBeLessThan(50)
    socket.destroy()
    await finished
    expect(written).toBe(50)
  })

  it('that leaves is told to the handler, once, and one that has everything before the end of the answer is not', async () => {
    const told: boolean[] = []
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const front = await frontOver(async (event, stream) => {
      stream.on('close', () => {
        told.push(stream.writableEnded)
        resolve()
      })
      const begun = opened(stream, { statusCode: 200 })
      if (event.rawPath.endsWith('/leave')) await over
      begun.end()
    })
    const socket = await openSocket(front.port)
    socket.write(request('GET', '1.1', '/provider-a/leave'))
    await once(socket, 'data')
    socket.destroy()
    await over
    expect(told).toEqual([false])

    await exchange(front.port, request())
    expect(told).toEqual([false, true])
  })

  it('that leaves before the first byte does not make it fail either', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const front = await frontOver(async (_event, stream) => {
      await wait(100)
      const begun = opened(stream, { statusCode: 200 })
      begun.write('x')
      begun.end()
      finish()
    })
    const socket = await openSocket(front.port)
    socket.write(request())
    await wait(30)
    socket.resetAndDestroy()
    await finished
  })

  it.each([
    ['whole', (stream: ResponseStream) => stream.end()],
    [
      'broken',
      () => {
        throw new Error('no')
      },
    ],
  ])('that never reads the rest of an answer that is %s is disconnected when its time is up', async (_how, end) => {
    const front = await frontOver(
      async (_event, stream) => {
        const begun = opened(stream, { statusCode: 200 })
        begun.write(Buffer.alloc(20_000_000))
        end(begun)
      },
      { invocationMilliseconds: 300 },
    )
    const socket = await openSocket(front.port)
    socket.pause()
    socket.write(request())
    await wait(1_000)
    expect((await untilOver(socket.resume())).body.length).toBeLessThan(20_000_000)
  })
})
