import type { LookupAddress } from 'node:dns'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { isIP } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createEgress, type EgressOptions } from '../../../adapters/http/egress.ts'
import { listen } from '../../../testkit/listen.ts'
import { collect, failureOf, httpUpstream, outboundTo, patient, rawUpstream, sleep, until } from './outbound.ts'

// One loopback address stands for the public internet, and 127.0.0.1 for what must never be reached. (macOS has no
// 127.0.0.2.)
const open = process.platform === 'darwin' ? '::1' : '127.0.0.2'
const isPublic = (address: string): boolean => address === open
const leadingTo =
  (...turns: string[][]): EgressOptions['resolve'] & {} =>
  async () =>
    ((turns.length > 1 ? turns.shift() : turns[0]) ?? []).map((address) => ({ address, family: isIP(address) }))

const inside = () => rawUpstream((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ninside'))
const send = (options: EgressOptions, origin: string) =>
  createEgress({ isPublic, ...options })(outboundTo(origin, { trusted: false }), patient())

describe('an untrusted destination', () => {
  it('is reached at the judged address only', async () => {
    const outside = await httpUpstream((_, response) => response.end('outside'), open)
    const origin = `http://gateway.example.com:${outside.port}`
    const { body } = await send({ resolve: leadingTo([open]) }, origin)
    expect((await collect(body)).toString()).toBe('outside')
    expect(outside.connections()).toBe(1)
  })

  it('is reached at a literal address that is public, which nobody looks up', async () => {
    const outside = await httpUpstream((_, response) => response.end('outside'), open)
    const host = isIP(open) === 6 ? `[${open}]` : open
    const resolve = () => Promise.reject(new Error('looked up'))
    const { body } = await send({ resolve }, `http://${host}:${outside.port}`)
    expect((await collect(body)).toString()).toBe('outside')
  })

  it.each([[['127.0.0.1']], [[open, '127.0.0.1']], [['127.0.0.1', open]]])(
    'is not reached when its name leads to %j',
    async (addresses) => {
      const victim = await inside()
      const sent = send({ resolve: leadingTo(addresses) }, `http://gateway.example.com:${victim.port}`)
      expect(await failureOf(sent)).toMatchObject({ kind: 'address-rejected', reached: false })
      expect(victim.connections()).toBe(0)
    },
  )

  it('cannot change its address between two calls', async () => {
    const victim = await inside()
    let requests = 0
    const outside = await rawUpstream((socket) => {
      requests += 1
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'))
    }, open)
    const egress = createEgress({ isPublic, resolve: leadingTo([open], ['127.0.0.1']) })
    const outbound = outboundTo(`http://rebinding.example.com:${outside.port}`, { trusted: false })
    await collect((await egress(outbound, patient())).body)
    expect(await failureOf(egress(outbound, patient()))).toMatchObject({ kind: 'address-rejected', reached: false })
    expect(requests).toBe(1)
    expect(victim.connections()).toBe(0)
  })

  it('is not reached at a literal address', async () => {
    const victim = await inside()
    for (const origin of [victim.origin, 'http://[::ffff:127.0.0.1]:9', 'http://[fd00:ec2::254]']) {
      const sent = send({ resolve: leadingTo([open]) }, origin)
      expect(await failureOf(sent)).toMatchObject({ kind: 'address-rejected', reached: false })
    }
    expect(victim.connections()).toBe(0)
  })

  it('gets no byte of the request if the socket reaches another address than the judged one', async () => {
    let bytes = 0
    let closed = 0
    const victim = await rawUpstream((socket) =>
      socket.on('data', (chunk) => (bytes += chunk.length)).on('close', () => (closed += 1)),
    )
    const verdicts = [true, false]
    const options = { resolve: leadingTo(['127.0.0.1']), isPublic: () => verdicts.shift() ?? false }
    const sent = send(options, `http://gateway.example.com:${victim.port}`)
    expect(await failureOf(sent)).toMatchObject({ kind: 'address-rejected', reached: false })
    await until(() => closed === 1)
    expect([verdicts, victim.connections(), bytes]).toEqual([[], 1, 0])
  })

  it('is judged by the real table and the real resolver when nothing is injected', async () => {
    const victim = await inside()
    for (const host of ['localhost', '127.0.0.1']) {
      const outbound = outboundTo(`http://${host}:${victim.port}`, { trusted: false })
      expect(await failureOf(createEgress()(outbound, patient()))).toMatchObject({ kind: 'address-rejected' })
    }
    expect(victim.connections()).toBe(0)
    const trusted = await createEgress()(outboundTo(victim.origin), patient())
    expect((await collect(trusted.body)).toString()).toBe('inside')
  })

  it.each([301, 302, 303, 307, 308])(
    'returns its %i to the caller, and the redirect is not followed',
    async (status) => {
      const victim = await inside()
      const outside = await httpUpstream((_, response) => {
        response.writeHead(status, { location: victim.origin }).end('moved')
      }, open)
      const options = { resolve: leadingTo([open]) }
      const answer = await send(options, `http://gateway.example.com:${outside.port}`)
      expect(answer.status).toBe(status)
      expect(answer.headers).toContainEqual(['location', victim.origin])
      expect((await collect(answer.body)).toString()).toBe('moved')
      expect(victim.connections()).toBe(0)
    },
  )

  it('gets nothing if the caller gave up while the socket connected', async () => {
    let bytes = 0
    const outside = await rawUpstream((socket) => socket.on('data', (chunk) => (bytes += chunk.length)), open)
    const resolve = async (): Promise<LookupAddress[]> => {
      await sleep(100)
      return [{ address: open, family: isIP(open) }]
    }
    const outbound = outboundTo(`http://gateway.example.com:${outside.port}`, { trusted: false })
    const sent = createEgress({ isPublic, resolve })(outbound, AbortSignal.timeout(20))
    expect(await failureOf(sent)).toMatchObject({ kind: 'timeout', reached: false })
    await until(() => outside.connections() === 1)
    await sleep(50)
    expect(bytes).toBe(0)
  })

  it('has an error that says how its name failed to resolve', async () => {
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const origin = 'https://gateway.example.com'
    const failed = await failureOf(send({ resolve: () => Promise.reject(notFound) }, origin))
    expect(failed).toMatchObject({ kind: 'unreachable', reached: false })
    const none = await failureOf(send({ resolve: leadingTo([]) }, origin))
    expect(none).toMatchObject({ kind: 'unreachable', reached: false })
    const hanging = send({ resolve: () => new Promise(() => {}), lookupTimeoutMs: 30 }, origin)
    expect(await failureOf(hanging)).toMatchObject({ kind: 'timeout', reached: false })
  })
})

describe('TLS', () => {
  const fixture = (file: string): string => readFileSync(new URL(`../../fixtures/tls/${file}`, import.meta.url), 'utf8')
  const before = getCACertificates('default')
  beforeAll(() => setDefaultCACertificates([...before, fixture('certificate.pem')]))
  afterAll(() => setDefaultCACertificates(before))

  const secureUpstream = async () => {
    const seen: unknown[] = []
    const server = createServer({ key: fixture('key.pem'), cert: fixture('certificate.pem') }, (request, response) => {
      seen.push([(request.socket as TLSSocket).servername, request.headers.host, request.httpVersion])
      response.end('secure')
    })
    const { port } = await listen(server, { address: open, finallyDo: onTestFinished })
    return { port, seen }
  }

  it('pins the address and keeps the name in SNI, in the certificate and in Host', async () => {
    const { port, seen } = await secureUpstream()
    const { body } = await send({ resolve: leadingTo([open]) }, `https://gateway.example.test:${port}`)
    expect((await collect(body)).toString()).toBe('secure')
    expect(seen).toEqual([['gateway.example.test', `gateway.example.test:${port}`, '1.1']])
  })

  it('sends nothing to a host with a certificate for another name', async () => {
    const { port, seen } = await secureUpstream()
    const sent = send({ resolve: leadingTo([open]) }, `https://other.example.test:${port}`)
    expect(await failureOf(sent)).toMatchObject({ kind: 'unreachable', reached: false })
    expect(seen).toEqual([])
  })
})
