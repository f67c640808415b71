// The front that shows what would go of each request: it passes on what it gets, and says so once the answer has ended.

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { bind } from '../../../adapters/process/bind.ts'
import { mintServiceKey } from '../../../core/access/keys/api-key.ts'
import { openShowingFront, type ShowingFront } from '../../../local/show/front.ts'
import { exchange, headerOf, openSocket, untilOver } from '../front.ts'

const orders = JSON.stringify(
  Array.from({ length: 40 }, (_, at) => ({ id: at, title: `Order ${at}`, note: null, tags: [], etag: `x${at}` })),
)
const body = JSON.stringify({
  model: 'm',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'lookup', input: { id: 7 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: orders }] },
  ],
})

describe('the front that shows', () => {
  const open: { server?: Server; front?: ShowingFront } = {}
  afterEach(async () => {
    open.front?.kill()
    await open.front?.end()
    open.server?.closeAllConnections()
    open.server?.close()
  })

  const start = async (): Promise<{ base: string; got: string[]; shown: string[] }> => {
    const [got, shown]: [string[], string[]] = [[], []]
    open.server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      got.push(`${request.method} ${request.url} ${request.headers['x-api-key']} ${text}`)
      if (request.url === '/broken') return response.destroy()
      if (request.url === '/unknown') return response.writeHead(401).end('no')
      response.writeHead(201, { 'content-type': 'text/event-stream', 'x-own': 'yes' })
      response.write('one')
      return setTimeout(() => response.end('two'), 20)
    })
    const target = await bind(open.server, 0)
    open.front = await openShowingFront({ port: 0, target, show: (line) => shown.push(line) })
    return { base: `http://127.0.0.1:${open.front.port}`, got, shown }
  }
  const { secret } = mintServiceKey(new Uint8Array(32))
  const post = (url: string, text: string, key = secret) =>
    fetch(url, { method: 'POST', body: text, headers: { 'x-api-key': 'k', 'x-service-auth-token': key } })

  it('passes the request and its answer on, and then says what would go', async () => {
    const { base, got, shown } = await start()
    const answer = await post(`${base}/anthropic/v1/messages`, body)
    expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([201, 'yes', 'onetwo'])
    expect(got).toEqual([`POST /anthropic/v1/messages k ${body}`])
    await expect.poll(() => shown.length).toBeGreaterThan(1)
    expect(shown[0]).toMatch(
      /^\/anthropic\/v1\/messages: of [\d,]+ tokens in 1 text, [\d,]+ would go \(\d+(\.\d)? %\)$/,
    )
    expect(shown[1]).toMatch(/^ {2}message 2: [\d,]+ → [\d,]+ tokens {2}\(records, depth at most 0\.\d+ of 1\)$/)
    expect(shown.join()).not.toContain('Order 1')
  })

  it('names a path without its query, which may hold a key', async () => {
    const { base, shown } = await start()
    await (await post(`${base}/anthropic/v1/messages?key=secret`, body)).text()
    await expect.poll(() => shown.length).toBeGreaterThan(1)
    expect(shown[0]).toMatch(/^\/anthropic\/v1\/messages: of /)
  })

  it('says nothing of what holds no conversation', async () => {
    const { base, got, shown } = await start()
    await (await post(`${base}/v1/compress`, '{"model":"helene-1"}')).text()
    await (await fetch(`${base}/health`)).text()
    expect(got).toEqual(['POST /v1/compress k {"model":"helene-1"}', 'GET /health undefined '])
    expect(shown).toEqual([])
  })

  it('looks at nothing that comes without a key, or with one that is not known', async () => {
    const { base, got, shown } = await start()
    await (await post(`${base}/a`, body, 'ak_none')).text()
    await (await post(`${base}/unknown`, body)).text()
    await (await post(`${base}/b`, body)).text()
    await expect.poll(() => shown.length).toBeGreaterThan(0)
    expect([got.length, shown[0]?.startsWith('/b: ')]).toEqual([3, true])
  })

  it('breaks the client’s connection where the answer breaks', async () => {
    const { base } = await start()
    await expect(post(`${base}/broken`, body)).rejects.toThrow()
  })

  it('ends when the running exchanges have ended', async () => {
    const { base } = await start()
    const answer = await post(`${base}/x`, body)
    const ended = open.front?.end()
    expect(await answer.text()).toBe('onetwo')
    await ended
    const server = open.server
    server?.closeAllConnections()
    server?.close()
    if (server?.listening === true) await once(server, 'close')
    await expect(fetch(base)).rejects.toThrow()
  })

  describe('of connections', () => {
    /** Over functions that answer so. */
    const startOver = async (listener: RequestListener): Promise<number> => {
      open.server = createServer({ maxHeaderSize: 65_536 }, listener)
      const target = await bind(open.server, 0)
      open.front = await openShowingFront({ port: 0, target, show: () => {} })
      return open.front.port
    }
    const asking = (headers: readonly string[] = ['connection: close']): string =>
      `${['GET /x HTTP/1.1', 'host: x', ...headers].join('\r\n')}\r\n\r\n`

    it('passes heads of any size that the functions take, and every byte of them', async () => {
      const large = 'y'.repeat(60_000)
      const port = await startOver((request, response) => {
        response.writeHead(200, {
          'x-got': String(request.headers['x-own']?.length),
          'x-large': large,
          'x-latin': '\xe9\xff',
        })
        response.end()
      })
      const { status, head } = await exchange(port, asking(['connection: close', `x-own: ${large}`]))
      expect(status).toBe(200)
      expect([headerOf(head, 'x-got'), headerOf(head, 'x-latin')]).toEqual([['60000'], ['\xe9\xff']])
      expect(headerOf(head, 'x-large')).toEqual([large])
    })

    it('ends that of a client of HTTP/1.0 behind an answer without chunks, and resets it where the answer breaks', async () => {
      const port = await startOver((request, response) => {
        response.write('one')
        setTimeout(() => (request.url === '/x' ? response.end('two') : response.destroy()), 20)
      })
      const old = (path: string): string => `GET ${path} HTTP/1.0\r\nhost: x\r\n\r\n`
      const whole = await exchange(port, old('/x'))
      expect([whole.status, whole.body.toString(), whole.end]).toEqual([200, 'onetwo', 'end'])
      expect([headerOf(whole.head, 'transfer-encoding'), headerOf(whole.head, 'connection')]).toEqual([[], ['close']])
      expect((await exchange(port, old('/broken'))).end).toBe('reset')
    })

    it('lets one rest as long as the functions say', async () => {
      const port = await startOver((_request, response) => response.end('ok'))
      const socket = await openSocket(port)
      socket.write(asking([]))
      await once(socket, 'data')
      await wait(6_500)
      socket.write(asking())
      expect((await untilOver(socket)).status).toBe(200)
    }, 15_000)
  })
})
