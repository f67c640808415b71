// A frozen function: the clock goes on, but timers and sockets do not.

import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgress } from '../../../adapters/http/egress.ts'
import { collect, httpUpstream, outboundTo, patient, sleep } from './outbound.ts'

const counting = () => httpUpstream((_, response) => response.end('x'))

describe('after a gap of the wall clock', () => {
  it.each([
    [3_999, 1],
    [4_001, 2],
    [3_600_000, 2],
    [-3_600_000, 2],
  ])('of %i ms the next request goes out on connection %i', async (gap, connections) => {
    const upstream = await counting()
    let time = 1_763_700_000_000
    const send = createEgress({ now: () => time })
    const once = async () => collect((await send(outboundTo(upstream.origin), patient())).body)
    await once()
    await sleep(5)
    time += gap
    expect((await once()).toString()).toBe('x')
    expect(upstream.connections()).toBe(connections)
  })

  it('exchanges in flight are not touched', async () => {
    let finish = (): void => {}
    const upstream = await httpUpstream((request, response) => {
      if (request.url === '/slow') {
        response.write('first, ')
        finish = () => response.end('last')
      } else response.end('x')
    })
    let time = 0
    const send = createEgress({ now: () => time })
    const slow = await send(outboundTo(upstream.origin, { path: '/slow' }), patient())
    time += 60_000
    await collect((await send(outboundTo(upstream.origin), patient())).body)
    finish()
    expect((await collect(slow.body)).toString()).toBe('first, last')
  })

  it('counts an exchange as over however it ended', async () => {
    const upstream = await httpUpstream((request, response) => {
      if (request.url === '/cut') request.socket.destroy()
      else response.end('x')
    })
    let time = 0
    const send = createEgress({ now: () => time })
    const stop = new AbortController()
    const aborted = send(outboundTo(upstream.origin), stop.signal)
    stop.abort()
    await expect(aborted).rejects.toThrow()
    await expect(send(outboundTo(upstream.origin, { path: '/cut' }), patient())).rejects.toThrow()
    await (await send(outboundTo(upstream.origin), patient())).body[Symbol.asyncIterator]().return?.()
    await collect((await send(outboundTo(upstream.origin), patient())).body)
    await sleep(20)
    const before = upstream.connections()
    time += 60_000
    await collect((await send(outboundTo(upstream.origin), patient())).body)
    expect(upstream.connections()).toBe(before + 1)
  })
})

describe('a connection that is idle for too long', () => {
  it('is closed, whatever the upstream hints', async () => {
    const upstream = await httpUpstream((_, response) => {
      response.writeHead(200, { 'keep-alive': 'timeout=600' }).end('x')
    })
    const send = createEgress({ keepAliveMs: 100, now: () => 0 })
    await collect((await send(outboundTo(upstream.origin), patient())).body)
    await sleep(400)
    await collect((await send(outboundTo(upstream.origin), patient())).body)
    expect(upstream.connections()).toBe(2)
  })
})

/** An upstream in its own thread: what it does to a connection 50 ms after its first answer, also while this thread stands still. */
const upstreamOfItsOwn = async (then: string): Promise<string> => {
  const worker = new Worker(
    `const { createServer } = require('node:http')
     const { parentPort } = require('node:worker_threads')
     const server = createServer((request, response) => {
       const { socket } = request
       response.on('finish', () => setTimeout(() => socket.destroyed || ${then}, 50))
       response.end('x')
     })
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  onTestFinished(() => worker.terminate().then(() => {}))
  const port = await new Promise((resolve) => worker.once('message', resolve))
  return `http://127.0.0.1:${port}`
}

const standStill = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
}

/** Resolves while the events of the network are handed out, as requests come. */
const eventOfTheNetwork = async (origin: string): Promise<void> => {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.destroy()
}

describe('a thread that stood still', () => {
  const ways = [
    ['resets it', 'socket.resetAndDestroy()'],
    ['ends it', 'socket.end()'],
    ['answers what nobody asked', "socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: 1\\r\\n\\r\\n!')"],
  ] as const
  it.each(ways)('does not send on a connection whose upstream %s meanwhile', async (_name, then) => {
    const origin = await upstreamOfItsOwn(then)
    for (const awaken of [() => sleep(2), () => eventOfTheNetwork(origin)]) {
      const send = createEgress({ keepAliveMs: 1_000 })
      for (let turn = 0; turn < 3; turn += 1) {
        await awaken()
        if (turn > 0) standStill()
        const answer = await send(outboundTo(origin), patient())
        expect((await collect(answer.body)).toString()).toBe('x')
      }
    }
  })
})
