// What a caller can make the front hold before anybody knows who calls.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mintServiceKey } from '../../core/access/keys/api-key.ts'
import { carriesServiceKey } from '../../core/access/keys/authenticate.ts'
import { sharedBytes } from '../../core/runtime/shared-bytes.ts'
import { maxEventBytes } from '../../lambdas/routes.ts'
import { waitingBodies } from '../../local/front/waiting-bodies.ts'
import { answer, exchange, frontOver, headerOf, opened, openSocket, type Script, untilOver } from './front.ts'

const key = mintServiceKey(crypto.getRandomValues(new Uint8Array(32))).secret
const head = (headers: string): string => `POST /anthropic/v1/messages HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
const withKey = `x-service-auth-token: ${key}\r\n`

describe('a request that carries no key', () => {
  const bodies: (string | undefined)[] = []
  const refusing: Script = async (event, stream) => {
    bodies.push(event.body)
    await answer({ statusCode: 401, headers: { 'content-type': 'a/b' } }, 'no key')(event, stream)
  }
  const front = () => frontOver(refusing, { carriesKey: carriesServiceKey })
  const mistyped = `x-service-auth-token: ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}\r\n`

  it.each([
    ['a body that does not come', 'content-length: 100\r\n'],
    ['a body in chunks that do not come', 'transfer-encoding: chunked\r\n'],
    ['a body that waits to be asked for', 'expect: 100-continue\r\ncontent-length: 100\r\n'],
    ['a body that would be too large', `content-length: ${maxEventBytes + 1}\r\n`],
    ['a key that was mistyped', `${mistyped}content-length: 100\r\n`],
  ])('is answered from its head: %s', async (_what, headers) => {
    const { port } = await front()
    const socket = await openSocket(port)
    const start = performance.now()
    socket.write(head(headers))
    const [bytes]: Buffer[] = await once(socket, 'data')
    expect(performance.now() - start).toBeLessThan(1_000)
    const answered = bytes?.toString() ?? ''
    expect(answered).toMatch(/^HTTP\/1\.1 401 /)
    // A client that still sends knows where the answer ends, and that the connection does too.
    expect([headerOf(answered, 'content-length'), headerOf(answered, 'connection')]).toEqual([['6'], ['close']])
    expect(headerOf(answered, 'content-type')).toEqual(['a/b'])
    expect(bodies.pop()).toBeUndefined()
  })

  it('is answered though it sends everything before it listens, and nothing of that is held', async () => {
    const { port } = await front()
    const socket = await openSocket(port)
    socket.write(head(`content-length: ${maxEventBytes}\r\n`))
    for (let left = maxEventBytes; left > 0; left -= 65_536)
      if (!socket.write(Buffer.alloc(Math.min(left, 65_536), 'x'))) await once(socket, 'drain')
    const { status, body, end } = await untilOver(socket)
    expect([status, body.toString(), end]).toEqual([401, 'no key', 'end'])
    expect(bodies.pop()).toBeUndefined()
  })

  it('reaches its handler as any other where there is no body', async () => {
    const { port } = await front()
    const socket = await openSocket(port)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    const [bytes]: Buffer[] = await once(socket, 'data')
    expect(headerOf(bytes?.toString() ?? '', 'connection')).toEqual(['keep-alive'])
  })

  it('with what may be a key is received whole', async () => {
    const { port } = await front()
    await exchange(port, `${head(`${withKey}connection: close\r\ncontent-type: a/json\r\ncontent-length: 2\r\n`)}{}`)
    expect(bodies.pop()).toBeDefined()
  })
})

describe('a body', () => {
  it('whose client falls silent is answered 408, and its connection ends', async () => {
    const front = await frontOver(answer({ statusCode: 200 }), { receiving: { silenceMilliseconds: 200 } })
    const { status, body } = await exchange(front.port, `${head('content-length: 10\r\n')}{`)
    expect(status).toBe(408)
    expect(JSON.parse(body.toString()).error.message).toBe('The request did not come to an end in time.')
    expect(front.called).toEqual([])
  })

  it('that comes slowly is received', async () => {
    const front = await frontOver(answer({ statusCode: 200 }), { receiving: { silenceMilliseconds: 200 } })
    const socket = await openSocket(front.port)
    socket.write(head('connection: close\r\ncontent-length: 8\r\n'))
    for (let sent = 0; sent < 8; sent += 1) {
      await wait(60)
      socket.write('x')
    }
    expect((await untilOver(socket)).status).toBe(200)
  })

  it('that came while the process was busy is received', async () => {
    const front = await frontOver(answer({ statusCode: 200 }), { receiving: { silenceMilliseconds: 200 } })
    const socket = await openSocket(front.port)
    socket.write(`${head('connection: close\r\ncontent-length: 3\r\n')}x`)
    await wait(50)
    // Behind it come the timers, before what has arrived.
    await new Promise(setImmediate)
    socket.write('x')
    for (const end = performance.now() + 400; performance.now() < end; );
    await wait(50)
    socket.write('x')
    expect((await untilOver(socket)).status).toBe(200)
  })

  it('that needs the place of one that began before gets it', async () => {
    const front = await frontOver(answer({ statusCode: 200 }), { receiving: { bodies: sharedBytes(1_000) } })
    const first = await openSocket(front.port)
    first.write(head('content-length: 1000\r\n') + 'x'.repeat(900))
    await wait(50)
    const second = await exchange(front.port, head('connection: close\r\ncontent-length: 200\r\n') + 'x'.repeat(200))
    expect(second.status).toBe(200)
    const { status, head: answered } = await untilOver(first)
    expect([status, headerOf(answered, 'retry-after')]).toEqual([503, ['5']])
    expect(front.logged.map((line) => JSON.parse(line).status)).toEqual([503])
  })

  it('waits for its answer where there is room, and is let go of as soon as that begins', async () => {
    const begins: (() => void)[] = []
    const ends: (() => void)[] = []
    const slow: Script = async (_event, stream) => {
      await new Promise<void>((begin) => begins.push(begin))
      const out = opened(stream, { statusCode: 200 })
      await new Promise<void>((end) => ends.push(end))
      out.end()
    }
    const front = await frontOver(slow, { receiving: { waiting: waitingBodies(100_000) } })
    const body = 'x'.repeat(90_000)
    const ask = () => fetch(`${front.baseUrl}/anthropic/v1/messages`, { method: 'POST', body })
    const until = async (list: unknown[], length: number): Promise<void> => {
      while (list.length < length) await wait(5)
    }
    const first = ask()
    await until(begins, 1)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    begins[0]?.()
    await until(ends, 1)
    // It still streams, and holds nothing.
    const second = ask()
    await until(begins, 2)
    begins[1]?.()
    await until(ends, 2)
    for (const end of ends) end()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
  })

  it('of one key leaves room to that of another', async () => {
    let isHeld = 0
    const ending = Promise.withResolvers<void>()
    const slow: Script = async (_event, stream) => {
      isHeld += 1
      await ending.promise
      opened(stream, { statusCode: 200 }).end()
    }
    const front = await frontOver(slow, { receiving: { waiting: waitingBodies(300_000) } })
    const ask = (key: string) =>
      fetch(`${front.baseUrl}/anthropic/v1/messages`, {
        method: 'POST',
        body: 'x'.repeat(90_000),
        headers: { 'x-service-auth-token': key },
      })
    const served = [ask('busy'), ask('busy')]
    while (isHeld < 2) await wait(5)
    expect((await ask('busy')).status).toBe(503)
    served.push(ask('quiet'))
    while (isHeld < 3) await wait(5)
    ending.resolve()
    expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('is let go of where its handler fails before it answers', async () => {
    const fails: Script = async () => {
      throw new Error('broken')
    }
    const front = await frontOver(fails, { receiving: { waiting: waitingBodies(100_000) } })
    const ask = () => fetch(`${front.baseUrl}/anthropic/v1/messages`, { method: 'POST', body: 'x'.repeat(90_000) })
    expect([(await ask()).status, (await ask()).status]).toEqual([502, 502])
  })
})
