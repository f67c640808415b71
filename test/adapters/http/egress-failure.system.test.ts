// Upstreams that do not answer: the kind of failure, whether the request went out, and that it never goes out twice.

import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEgress } from '../../../adapters/http/egress.ts'
import { listen } from '../../../testkit/listen.ts'
import { collect, failureOf, httpUpstream, outboundTo, patient, rawUpstream, sleep, until } from './outbound.ts'

const closedOrigin = async (): Promise<string> => {
  const { origin, close } = await listen(createServer())
  await close()
  return origin
}

describe('an upstream that does not answer', () => {
  it('refuses connections: not reached', async () => {
    expect(await failureOf(createEgress()(outboundTo(await closedOrigin()), patient()))).toMatchObject({
      kind: 'unreachable',
      reached: false,
    })
  })

  it('does not exist: not reached', async () => {
    const sent = createEgress()(outboundTo('http://nowhere.invalid'), patient())
    expect(await failureOf(sent)).toMatchObject({ kind: 'unreachable', reached: false })
  })

  it('never finishes connecting: a timeout, not reached', async () => {
    const silent = await rawUpstream(() => {})
    const started = performance.now()
    const sent = createEgress({ connectTimeoutMs: 200 })(outboundTo(`https://127.0.0.1:${silent.port}`), patient())
    expect(await failureOf(sent)).toMatchObject({ kind: 'timeout', reached: false })
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('has five seconds to connect where nobody says how long', async () => {
    let hasCome = false
    const silent = await rawUpstream(() => (hasCome = true))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failure = failureOf(createEgress()(outboundTo(`https://127.0.0.1:${silent.port}`), patient()))
    let isOver = false
    failure.finally(() => (isOver = true))
    while (!hasCome) await setImmediate()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await failure).toMatchObject({ kind: 'timeout', reached: false })
  })

  it.each([
    ['closes', 'end'],
    ['resets', 'resetAndDestroy'],
  ] as const)('%s the connection once it has the request: reached', async (_, how) => {
    const upstream = await rawUpstream((socket) => socket.once('data', () => socket[how]()))
    const sent = createEgress()(outboundTo(upstream.origin), patient())
    expect(await failureOf(sent)).toMatchObject({ kind: 'broken', reached: true })
  })

  it.each([
    'SMTP ready\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: deflate\r\n\r\n',
  ])('answers %j, which is not an answer: malformed, reached', async (raw) => {
    const upstream = await rawUpstream((socket) => socket.once('data', () => socket.write(raw)))
    const sent = createEgress()(outboundTo(upstream.origin), patient())
    expect(await failureOf(sent)).toMatchObject({ kind: 'malformed', reached: true })
  })

  it('says without end that it is still at it: malformed, reached, and the connection ends', async () => {
    const closed: boolean[] = []
    const upstream = await rawUpstream((socket) => {
      socket.on('error', () => {}).on('close', () => closed.push(true))
      const say = (): void => {
        while (socket.writable && socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)));
      }
      socket.on('drain', say).once('data', say)
    })
    const sent = createEgress()(outboundTo(upstream.origin), patient())
    expect(await failureOf(sent)).toMatchObject({ kind: 'malformed', reached: true })
    await until(() => closed.length > 0)
  })

  it.each([1, 2])('gives %i interim answers before its own, cut anywhere: only its own is seen', async (count) => {
    const interim = Buffer.from('HTTP/1.1 100 Continue\r\nx-interim: 1\r\n\r\n'.repeat(count))
    const own = 'HTTP/1.1 100 is a body'
    const raw = Buffer.concat([interim, Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${own.length}\r\n\r\n${own}`)])
    for (let cut = 1; cut < interim.length + 20; cut += 1) {
      const upstream = await rawUpstream((socket) =>
        socket.once('data', async () => {
          socket.write(raw.subarray(0, cut))
          await sleep(2)
          socket.end(raw.subarray(cut))
        }),
      )
      const { status, body } = await createEgress()(outboundTo(upstream.origin), patient())
      expect([status, (await collect(body)).toString()], `cut at ${cut}`).toEqual([200, own])
    }
  })

  it('is abandoned by the signal before its headers: reached, connection closed', async () => {
    let closed = false
    const upstream = await httpUpstream((request) => request.socket.on('close', () => (closed = true)))
    const sent = createEgress()(outboundTo(upstream.origin), AbortSignal.timeout(100))
    expect(await failureOf(sent)).toMatchObject({ kind: 'timeout', reached: true })
    await until(() => closed)
  })

  it('is abandoned by the signal while it connects: at once, not reached, and nothing is sent later', async () => {
    let bytes = ''
    const slow = await rawUpstream((socket) => socket.on('data', (chunk) => (bytes += chunk.toString('latin1'))))
    const started = performance.now()
    const sent = createEgress({ connectTimeoutMs: 1_000 })(
      outboundTo(`https://127.0.0.1:${slow.port}`),
      AbortSignal.timeout(50),
    )
    expect(await failureOf(sent)).toMatchObject({ kind: 'timeout', reached: false })
    expect(performance.now() - started).toBeLessThan(500)
    await sleep(50)
    expect(bytes).not.toContain('POST')
  })

  it('is not called at all if the signal has already fired', async () => {
    const upstream = await httpUpstream((_, response) => response.end())
    const sent = createEgress()(outboundTo(upstream.origin), AbortSignal.abort())
    expect(await failureOf(sent)).toMatchObject({ kind: 'timeout', reached: false })
    await sleep(30)
    expect(upstream.connections()).toBe(0)
  })

  it.each(['GET', 'POST'])('gets a %s once, on a fresh and on a kept connection', async (method) => {
    let requests = 0
    const upstream = await httpUpstream((request, response) => {
      requests += 1
      if (requests === 2 || requests === 3) request.socket.resetAndDestroy()
      else response.end('x')
    })
    const send = createEgress()
    const once = () => send(outboundTo(upstream.origin, { method, body: '' }), patient())
    await collect((await once()).body)
    // The second request goes out on the first one's connection, the third on a new one.
    expect(await failureOf(once())).toMatchObject({ kind: 'broken', reached: true })
    expect(await failureOf(once())).toMatchObject({ kind: 'broken', reached: true })
    await sleep(50)
    expect(requests).toBe(3)
    expect((await once()).status).toBe(200)
  })

  it('has errors that quote nothing of what was sent', async () => {
    const secret = 'canary-4711'
    const origin = await closedOrigin()
    const headers = { 'x-api-key': secret, 'x-bad': `${secret}\n` }
    for (const more of [{ headers: { 'x-api-key': secret }, body: secret, path: `/${secret}` }, { headers }]) {
      const failed = await failureOf(createEgress()(outboundTo(origin, more), patient()))
      expect(`${failed.message} ${String(failed.cause)} ${failed.stack}`).not.toContain(secret)
    }
  })
})
