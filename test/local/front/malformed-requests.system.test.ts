// Connections whose bytes are not HTTP, stop coming, or go on behind a whole request.

import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { healthPaths } from '../../../local/front/health.ts'
import { exchange, frontOver, headerOf, opened, openSocket, type Script, untilOver } from '../front.ts'

/** Ten pieces, and the end. */
const slowly: Script = async (_event, stream) => {
  const begun = opened(stream, { statusCode: 200 })
  for (let piece = 0; piece < 10; piece += 1) {
    begun.write(`piece ${piece};`)
    await wait(30)
  }
  begun.end()
}
const wholeRequest = 'POST /anthropic/v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n'

describe('bytes behind a whole request', () => {
  it.each([
    ['in the last request of a connection', `${wholeRequest}connection: close\r\n\r\n{}`, 'GET / HTTP/1.1\r\n\r\n'],
    ['that are not HTTP', `${wholeRequest}\r\n{}`, '\0\0\r\n\r\n'],
    ['that begin a request without an end', `${wholeRequest}\r\n{}`, 'POST / HTTP/1.1\r\ncontent-length: 2x\r\n\r\n'],
  ])('%s leave its answer as it is, and end the connection behind it', async (_what, request, rest) => {
    const front = await frontOver(slowly)
    const socket = await openSocket(front.port)
    const answered = untilOver(socket)
    socket.write(request)
    await wait(100)
    for (let piece = 0; piece < 3; piece += 1) socket.write(rest)
    const { status, body } = await answered

    expect(status).toBe(200)
    expect(body.toString()).not.toContain('HTTP/1.1')
    expect(body.toString().match(/piece \d;/g)).toHaveLength(10)
    expect(body.toString()).toMatch(/\r\n0\r\n\r\n$/)
    expect(front.called).toHaveLength(1)
  })
})

describe('a request that never ends', () => {
  it('is answered 408 when an exchange would be over, and reaches no handler', async () => {
    const front = await frontOver(slowly, { invocationMilliseconds: 1_000 })
    const [head, body] = await Promise.all([
      exchange(front.port, 'POST / HTTP/1.1\r\nhost: x\r\n'),
      exchange(front.port, `${wholeRequest}\r\n{`),
    ])

    for (const { status, body: text } of [head, body]) {
      expect(status).toBe(408)
      expect(JSON.parse(text.toString())).toMatchObject({ error: { type: 'invalid_request_error' } })
    }
    expect(front.called).toEqual([])
  }, 15_000)
})

describe('a connection that was told what is wrong', () => {
  it('ends, though its client keeps its own side open', async () => {
    const { port } = await frontOver(slowly)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.write('hello\r\n\r\n')
    socket.resume()
    await once(socket, 'end')
    await wait(2_200)
    // The first is answered by a reset, which the second meets.
    socket.write('x')
    await wait(100)
    socket.write('x')
    const [error] = await once(socket, 'error')
    expect(['ECONNRESET', 'EPIPE']).toContain(error.code)
  })
})

describe('a request line without a version', () => {
  it('is answered 400, and reaches no handler', async () => {
    const front = await frontOver(slowly)
    const { status, head } = await exchange(
      front.port,
      'POST /anthropic/v1/messages\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}',
    )

    expect([status, headerOf(head, 'cache-control')]).toEqual([400, ['no-store']])
    expect(front.called).toEqual([])
  })
})

describe('the paths of the front itself', () => {
  it.each([
    ['without a version', 'GET /healthz\r\nhost: x\r\n\r\n'],
    ['with an encoding besides chunks', 'GET /healthz HTTP/1.1\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ])('answer 400 to a request %s, and the connection ends: nothing behind it is read', async (_what, request) => {
    const front = await frontOver(slowly, { own: healthPaths(() => true) })
    const { status, head, body } = await exchange(
      front.port,
      `${request}GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )

    expect([status, headerOf(head, 'connection')]).toEqual([400, ['close']])
    expect(body.toString()).not.toContain('HTTP/1.1')
  })
})
