// An HTTP request as the event of a function URL.

import { describe, expect, it } from 'vitest'
import { eventOf } from './front.ts'

const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`
const post = (type: string, body: Uint8Array | string): Promise<Awaited<ReturnType<typeof eventOf>>> =>
  eventOf(
    `POST /v1/compress HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n`,
    body,
  )
const json = 'content-type: application/json\r\n'

describe('path and query', () => {
  it.each([
    ['/provider-b/v1/files/a%2Fb%20c//d;e', '/provider-b/v1/files/a%2Fb%20c//d;e', ''],
    ['/a?x=1&x=2&&y=%2B+&z', '/a', 'x=1&x=2&&y=%2B+&z'],
    ['/a?', '/a', ''],
    ['/a?b?c', '/a', 'b?c'],
    ['//v1/messages', '//v1/messages', ''],
    ['http://example.com/a?b', '/a', 'b'],
    ['http://example.com', '/', ''],
  ])('%s stays unchanged', async (target, path, query) => {
    const event = await eventOf(get(target))
    expect([event.rawPath, event.rawQueryString]).toEqual([path, query])
  })

  it('has parameters only if there is a query', async () => {
    expect((await eventOf(get('/a?x=1&x=2&y=%20'))).queryStringParameters).toEqual({ x: '1,2', y: ' ' })
    expect(await eventOf(get('/a'))).not.toHaveProperty('queryStringParameters')
  })
})

describe('headers', () => {
  it('have lower-case names, and repeated ones are joined with a comma', async () => {
    const { headers } = await eventOf(get('/a', 'X-One: a\r\nx-one: b, c\r\nX-ONE: d\r\nAuthorization: Bearer k\r\n'))
    expect(headers).toMatchObject({ 'x-one': 'a,b, c,d', authorization: 'Bearer k', host: 'x' })
  })

  it('do not include cookies', async () => {
    const event = await eventOf(get('/a', 'Cookie: a=1; b=2\r\ncookie: c=3\r\n'))
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3'])
    expect(event.headers).not.toHaveProperty('cookie')
    expect(await eventOf(get('/a'))).not.toHaveProperty('cookies')
  })

  it('keep every byte as one character', async () => {
    expect((await eventOf(get('/a', 'x-name: \xfc\xc3\xbc\r\n'))).headers['x-name']).toBe('\xfc\xc3\xbc')
  })

  it('may have any name', async () => {
    const { headers } = await eventOf(get('/a', '__proto__: 1\r\nconstructor: 2\r\n'))
    expect(Object.entries(headers)).toEqual(
      expect.arrayContaining([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    )
  })

  it('say where the request came from, whatever the caller claims', async () => {
    const { headers, requestContext } = await eventOf(
      get('/a', 'x-forwarded-for: 1.2.3.4\r\nx-forwarded-proto: gopher\r\nuser-agent: tester\r\n'),
    )
    expect(headers).toMatchObject({ 'x-forwarded-for': '1.2.3.4, 127.0.0.1', 'x-forwarded-proto': 'http' })
    expect(requestContext.http).toEqual({
      method: 'GET',
      path: '/a',
      protocol: 'HTTP/1.1',
      sourceIp: '127.0.0.1',
      userAgent: 'tester',
    })
  })
})

describe('body', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON'],
    ['text/plain'],
    ['application/problem+json'],
    ['application/atom+xml;x=y'],
  ])('of %s is text', async (type) => {
    const body = '\ufeff{"a":"é 你 😀 \\ud800"}\r\n'
    const event = await post(`content-type: ${type}\r\n`, body)
    expect(event).toMatchObject({ body, isBase64Encoded: false })
  })

  it.each([
    ['application/octet-stream', 'plain'],
    ['multipart/form-data; boundary=json', 'plain'],
    ['image/png', 'plain'],
    ['application/jsonlines', 'plain'],
  ])('of %s is base64', async (type, body) => {
    const event = await post(`content-type: ${type}\r\n`, body)
    expect(event).toMatchObject({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })
  })

  it('without a type is base64', async () => {
    expect(await post('', '{}')).toMatchObject({ body: 'e30=', isBase64Encoded: true })
  })

  it('that is not UTF-8 is base64, whatever its type says', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d])
    expect(await post(json, bytes)).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true })
  })

  it('is absent if the request has none', async () => {
    for (const event of [await eventOf(get('/a')), await post(json, '')]) {
      expect(event).not.toHaveProperty('body')
      expect(event.isBase64Encoded).toBe(false)
    }
  })

  it('may come in chunks', async () => {
    const head = `POST /a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${json}transfer-encoding: chunked\r\n\r\n`
    expect((await eventOf(head, '3\r\n{"a\r\n1;x=y\r\n"\r\n3\r\n:1}\r\n0\r\nx-trailer: 1\r\n\r\n')).body).toBe(
      '{"a":1}',
    )
  })
})
