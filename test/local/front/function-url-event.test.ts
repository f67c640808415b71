// What the event of a function URL says of a request, whatever the socket under it.

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { functionUrlEvent, localEvent } from '../../../local/front/function-url-event.ts'

const received = { requestId: 'r', at: Date.UTC(2026, 10, 3) }
const request = (url: string, rawHeaders: readonly string[] = []): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url, rawHeaders: [...rawHeaders] })
const eventOf = (url: string, headers: readonly string[] = [], body: Uint8Array | string = '') =>
  functionUrlEvent(request(url, headers), Buffer.from(body), received)

describe('the event of a request', () => {
  it.each([
    ['/a%2Fb//c;d?x=1&&y=%2B', '/a%2Fb//c;d', 'x=1&&y=%2B'],
    ['/a?b?c', '/a', 'b?c'],
    ['?b', '/', 'b'],
    ['HTTPS://example.com/a', '/a', ''],
    ['http://example.com', '/', ''],
    ['//v1', '//v1', ''],
  ])('has path and query of %s as they came', (url, path, query) => {
    const { rawPath, rawQueryString, requestContext } = eventOf(url)
    expect([rawPath, rawQueryString, requestContext.http.path]).toEqual([path, query, path])
  })

  it('has headers in lower case, what is repeated in one, and cookies apart', () => {
    const { headers, cookies } = eventOf('/', [
      'X-A',
      '1',
      'x-a',
      '2',
      'Cookie',
      'a=1; b=2;',
      'cookie',
      'c',
      'Host',
      'h',
    ])
    expect(headers).toMatchObject({ 'x-a': '1,2', host: 'h' })
    expect(Object.keys(headers)).not.toContain('cookie')
    expect(cookies).toEqual(['a=1', 'b=2', 'c'])
  })

  it('says itself who has called, and by which way: a caller adds to the addresses alone', () => {
    const claimed = ['x-forwarded-proto', 'https', 'x-forwarded-port', '443', 'x-forwarded-for', '192.0.2.1']
    expect(eventOf('/', claimed).headers).toMatchObject({
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '',
      'x-forwarded-for': '192.0.2.1, ',
    })
  })

  it('takes no header and no parameter for a member of ours, whatever its name', () => {
    const { headers, queryStringParameters } = eventOf('/?__proto__=1&constructor=2&constructor=3', ['__proto__', 'x'])
    expect(Object.entries(headers)).toContainEqual(['__proto__', 'x'])
    expect(Object.entries(queryStringParameters ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2,3'],
    ])
  })

  it.each([
    ['application/json', 'Größe', false],
    ['application/vnd.x+json; charset=utf-8', '{}', false],
    ['application/json', Uint8Array.of(0xff), true],
    ['application/octet-stream', 'text', true],
    ['application/jsonl', 'text', true],
  ])('has a body of %s as text where that gives the same bytes: %s', (type, body, isBase64Encoded) => {
    const event = eventOf('/', ['content-type', type], body)
    expect(event.isBase64Encoded).toBe(isBase64Encoded)
    expect(Buffer.from(event.body ?? '', isBase64Encoded ? 'base64' : 'utf8')).toEqual(Buffer.from(body))
  })

  it('has the bytes themselves for a handler in the same process, and no body where there is none', () => {
    const body = Buffer.from('{}')
    expect(localEvent(request('/'), body, received).bytes).toBe(body)
    expect(eventOf('/')).not.toHaveProperty('body')
  })
})
