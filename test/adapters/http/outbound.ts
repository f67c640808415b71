// Requests and upstreams for the tests of this folder.

import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Outbound } from '../../../core/upstream/outbound.ts'
import { UpstreamFailed } from '../../../core/upstream/send.ts'
import { type Listening, listen } from '../../../testkit/listen.ts'

/** In the product only upstream/address.ts makes one. Here the egress is tested alone. */
export const outboundTo = (origin: string, more: Partial<Outbound> = {}): Outbound =>
  ({
    method: 'POST',
    origin,
    path: '/v1/messages',
    trusted: true,
    overridden: false,
    headers: {},
    body: '{}',
    ...more,
  }) as Outbound

export const patient = (): AbortSignal => new AbortController().signal

export const httpUpstream = (listener: RequestListener, address = '127.0.0.1'): Promise<Listening> =>
  listen(createServer({ keepAliveTimeout: 60_000 }, listener), { address, finallyDo: onTestFinished })

/** An upstream that speaks raw bytes; `talk` gets every connection. */
export const rawUpstream = (talk: (socket: Socket) => void, address = '127.0.0.1'): Promise<Listening> =>
  listen(createTcpServer(talk), { address, finallyDo: onTestFinished })

/** Answers every request on a connection with the same bytes, as soon as its head has arrived. */
export const answering =
  (bytes: string | Uint8Array, then: (socket: Socket) => void = () => {}) =>
  (socket: Socket): void => {
    socket.on('data', (chunk) => {
      if (chunk.includes('\r\n\r\n')) socket.write(bytes, () => then(socket))
    })
  }

export const collect = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const failureOf = async (sent: Promise<unknown>): Promise<UpstreamFailed> => {
  const outcome = await sent.then(
    () => new Error('it was answered'),
    (error: unknown) => error,
  )
  if (outcome instanceof UpstreamFailed) return outcome
  throw outcome
}

export const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

/** Waits until a condition holds, and fails the test if it never does. */
export const until = async (condition: () => boolean, milliseconds = 3_000): Promise<void> => {
  const end = performance.now() + milliseconds
  while (!condition()) {
    if (performance.now() > end) throw new Error('it never happened')
    await sleep(5)
  }
}
