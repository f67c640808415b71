// What the front accepts, and what it refuses before a handler is called.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { maxEventBytes } from '../../lambdas/routes.ts'
import { exchangeLine } from '../../local/exchange-lines.ts'
import { eventBytes } from '../../local/front/function-url-event.ts'
import { answer, exchange, type Front, frontOver, headerOf, openSocket, untilOver } from './front.ts'

const head = (headers: string): string =>
  `POST /v1/compress HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n`
const whole = (body: string): string =>
  head(`connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`) + body

/** A request of so many headers. */
const headers = (count: number): string => {
  const [first, last] = ['host: x\r\n', 'connection: close\r\n']
  return `GET /a HTTP/1.1\r\n${first}${Array.from({ length: count - 2 }, (_, at) => `x-${at}: y\r\n`).join('')}${last}\r\n`
}
const tooManyHeaders = 'The request headers are too large: at most 64 KB in all, in at most 1,000 headers.'

const echoing = (): Promise<Front> => frontOver(answer({ statusCode: 200 }, 'taken'))

const tooLarge = {
  error: { type: 'request_too_large', message: expect.stringContaining('6291456 bytes'), limit_bytes: 6_291_456 },
}

describe('the limit', () => {
  it('is judged by content-length, before the body has arrived', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    socket.write(head(`content-length: ${maxEventBytes + 1}\r\n`))
    const start = performance.now()
    const [bytes]: Buffer[] = await once(socket, 'data')
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(bytes?.toString()).toMatch(/^HTTP\/1.1 413 /)
    expect(front.called).toEqual([])
    // What the terminal shows of it.
    expect(front.logged.map(exchangeLine)).toEqual([
      expect.stringMatching(/ 413 {2}The request is too large: at most 6291456\n +bytes \(6 MB\)\.$/),
    ])
  })

  it('reaches a client that sends everything before it listens', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    const length = 40_000_000
    socket.write(head(`content-length: ${length}\r\n`))
    for (let sent = 0; sent < length; sent += 1_000_000) {
      if (!socket.write(Buffer.alloc(1_000_000, 'x'))) await once(socket, 'drain')
    }
    const { status, body, head: answered, end } = await untilOver(socket)
    expect({ status, end }).toEqual({ status: 413, end: 'end' })
    expect(headerOf(answered, 'connection')).toEqual(['close'])
    expect(JSON.parse(body.toString())).toEqual(tooLarge)
  })

  it('holds for a body without a declared length', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    socket.write(head('transfer-encoding: chunked\r\n'))
    for (let sent = 0; sent < 8; sent += 1) socket.write(`f4240\r\n${'x'.repeat(1_000_000)}\r\n`)
    socket.write('0\r\n\r\n')
    const { status, body } = await untilOver(socket)
    expect(status).toBe(413)
    expect(JSON.parse(body.toString())).toEqual(tooLarge)
    expect(front.called).toEqual([])
  })

  it('is exact on the event, after escaping', async () => {
    let overhead = 0
    const front = await frontOver(async (event, stream) => {
      overhead = eventBytes({ ...event, body: '' })
      stream.write('taken')
      stream.end()
    })
    // Quotes double. The digits of the length are part of the event, so the first request has as many of them.
    await exchange(front.port, whole('"'.repeat(3_100_000)))
    const free = maxEventBytes - overhead
    const fits = '"'.repeat(Math.floor(free / 2)) + 'x'.repeat(free % 2)
    expect((await exchange(front.port, whole(fits))).status).toBe(200)
    expect((await exchange(front.port, whole(`${fits}x`))).status).toBe(413)
    expect(front.called).toHaveLength(2)
  })

  it('counts a third more for what is not text', async () => {
    const front = await echoing()
    const send = (length: number) =>
      exchange(
        front.port,
        `POST /a HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(length)}`,
      )
    expect((await send(4_700_000)).status).toBe(200)
    expect((await send(4_720_000)).status).toBe(413)
  })

  it('lets a large body of plain text pass whole', async () => {
    const front = await frontOver(async (event, stream) => {
      stream.write(String(event.body?.length))
      stream.end()
    })
    const body = JSON.stringify({ text: 'x'.repeat(6_200_000) })
    expect((await exchange(front.port, whole(body))).body.toString()).toContain(String(body.length))
  })
})

describe('Expect: 100-continue', () => {
  it('is continued, and the answer follows', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    socket.write(head('expect: 100-continue\r\nconnection: close\r\ncontent-length: 2\r\n'))
    const [interim]: Buffer[] = await once(socket, 'data')
    expect(interim?.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('{}')
    expect((await untilOver(socket)).status).toBe(200)
  })

  it('is answered 413 at once if the body would be too large', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    socket.write(head(`expect: 100-continue\r\ncontent-length: ${maxEventBytes + 1}\r\n`))
    const [answer]: Buffer[] = await once(socket, 'data')
    expect(answer?.toString()).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('with another value is ignored', async () => {
    const front = await echoing()
    const bytes = head('expect: wonders\r\nconnection: close\r\ncontent-length: 0\r\n')
    expect((await exchange(front.port, bytes)).status).toBe(200)
  })
})

describe('requests of other kinds', () => {
  it('reach the handler as plain requests when they ask for a WebSocket', async () => {
    const front = await echoing()
    const { status, body } = await exchange(
      front.port,
      'GET /provider-b/v1/responses HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 13\r\n\r\n',
    )
    expect({ status, called: front.called }).toEqual({ status: 200, called: ['responses'] })
    expect(body.toString()).toContain('taken')
  })

  it('may arrive byte by byte', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    const bytes = whole('{"a":"é"}')
    for (const byte of Buffer.from(bytes)) {
      socket.write(Buffer.of(byte))
      await wait(0)
    }
    expect((await untilOver(socket)).status).toBe(200)
  })

  it('may follow one another on one connection without waiting', async () => {
    const front = await frontOver(async (event, stream) => {
      await wait(event.rawPath === '/first' ? 60 : 0)
      stream.write(event.rawPath)
      stream.end()
    })
    const { body } = await exchange(
      front.port,
      'GET /first HTTP/1.1\r\nhost: x\r\n\r\nGET /second HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    )
    expect(body.toString()).toMatch(/\/first.*\/second/s)
  })

  it('that name no host reach a handler as any other', async () => {
    const front = await echoing()
    const { status } = await exchange(front.port, 'GET /provider-a/x HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(status).toBe(200)
    expect(front.called).toEqual(['pass-through'])
  })

  it('may have a thousand headers', async () => {
    const front = await echoing()
    const { status } = await exchange(front.port, headers(1_000))
    expect(status).toBe(200)
  })

  it('that break off never reach a handler', async () => {
    const front = await echoing()
    const socket = await openSocket(front.port)
    socket.write(`${head('content-length: 10\r\n')}{`)
    await wait(30)
    socket.destroy()
    await wait(30)
    expect(front.called).toEqual([])
  })

  it.each([
    ['are not HTTP', 'hello\r\n\r\n', 'The request is not valid HTTP.'],
    [
      'contradict themselves',
      head('content-length: 2\r\ntransfer-encoding: chunked\r\n'),
      'The request is not valid HTTP.',
    ],
    [
      'are compressed for the way',
      `${head('transfer-encoding: gzip, Chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`,
      'The request is not valid HTTP.',
    ],
    ['have a head that is too large', head(`x: ${'y'.repeat(70_000)}\r\n`), tooManyHeaders],
    ['have too many headers', headers(1_001), tooManyHeaders],
  ])('that %s are a 400 in our own words', async (_name, bytes, message) => {
    const front = await echoing()
    const answered = await exchange(front.port, bytes)
    expect(answered.status).toBe(400)
    expect(JSON.parse(answered.body.toString())).toEqual({ error: { type: 'invalid_request_error', message } })
    expect(front.called).toEqual([])
  })
})

it('a client that takes the service for an HTTP proxy is told what to set in its place', async () => {
  const front = await echoing()
  const { status, body } = await exchange(
    front.port,
    'CONNECT api.openai.com:443 HTTP/1.1\r\nhost: api.openai.com:443\r\n\r\n',
  )
  expect(status).toBe(405)
  const { error } = JSON.parse(body.toString())
  expect(error).toMatchObject({ type: 'method_not_allowed', message: expect.stringContaining('HTTPS_PROXY') })
  expect(front.called).toEqual([])
  expect(front.logged.map((line) => JSON.parse(line))).toMatchObject([{ method: 'CONNECT', status: 405 }])
})

describe('draining', () => {
  it('lets a running exchange end and refuses new connections', async () => {
    const { promise: go, resolve: release } = Promise.withResolvers<void>()
    let settled = false
    const front = await frontOver(async (_event, stream) => {
      stream.write('one')
      await go
      stream.end('two')
      await wait(50)
      settled = true
    })
    const socket = await openSocket(front.port)
    socket.write('GET /a HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    const drained = front.drain(5_000)
    await expect(fetch(front.baseUrl)).rejects.toThrow()
    const over = untilOver(socket)
    release()
    await drained
    expect(settled).toBe(true)
    expect((await over).end).toBe('end')
  })

  it('waits no longer than allowed', async () => {
    const front = await frontOver(async (_event, stream) => {
      stream.write('one')
      await wait(2_000)
    })
    const socket = await openSocket(front.port)
    socket.write('GET /a HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    const start = performance.now()
    await front.drain(100)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
