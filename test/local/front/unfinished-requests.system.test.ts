// Connections on which no whole request has arrived: anyone can open many of them, and send most of a head on each.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { unfinishedRequests } from '../../../local/front/unfinished-requests.ts'
import { answer, frontOver, opened, openSocket, type Script } from '../front.ts'

const most = 3
const front = (script: Script) => frontOver(script, { receiving: { unfinished: unfinishedRequests(most) } })
const part = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(10_000)}`
const whole = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** As many as there may be. */
const strangers = async (port: number): Promise<Socket[]> => {
  const sockets: Socket[] = []
  for (let each = 0; each < most; each += 1) {
    const socket = await openSocket(port)
    socket.on('error', () => {}).resume()
    socket.write(part)
    sockets.push(socket)
  }
  await wait(50)
  return sockets
}

it('Beyond as many as there may be, the one that has waited longest goes', async () => {
  const { port } = await front(answer({ statusCode: 200 }))
  const [first, ...others] = await strangers(port)
  const closed = once(first as Socket, 'close')
  const next = await openSocket(port)
  await closed
  next.write(whole)
  const [bytes]: Buffer[] = await once(next, 'data')
  expect(bytes?.toString()).toMatch(/^HTTP\/1\.1 200 /)
  expect(others.map(({ closed: is }) => is)).toEqual([false, false])
})

it('A request that has arrived is answered, however many come behind it', async () => {
  const slow: Script = async (_event, stream) => {
    const begun = opened(stream, { statusCode: 200 })
    await wait(300)
    begun.write('all')
    begun.end()
  }
  const { port } = await front(slow)
  const asking = await openSocket(port)
  asking.write(whole)
  await once(asking, 'data')
  await strangers(port)
  await strangers(port)
  const [bytes]: Buffer[] = await once(asking, 'data')
  expect(bytes?.toString()).toContain('all')
})

it('A connection waits again once it is answered', async () => {
  const { port } = await front(answer({ statusCode: 200 }))
  const asking = await openSocket(port)
  asking.write(whole)
  await once(asking, 'data')
  asking.write(part)
  const closed = once(asking, 'close')
  await strangers(port)
  await closed
})
