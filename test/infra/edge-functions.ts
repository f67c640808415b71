// The code that CloudFront runs, exactly as deployed, with the events that CloudFront gives it.

import { runInNewContext } from 'node:vm'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { Refusal, refusalBody } from '../../core/http/refusal.ts'
import { maxEventBytes } from '../../lambdas/routes.ts'
import { oneNameCode } from '../../lib/dashboard/dashboard-front.ts'
import { viewerRequestCode, viewerResponseCode } from '../../lib/front/front-door.ts'
import { synthesise } from './synthesise.ts'

type Headers = Record<string, { value: string }>

/** Results come from another realm, so they are compared as JSON. */
const run = (code: string, event: unknown) => JSON.parse(JSON.stringify(runInNewContext(`${code};handler`)(event)))

const request = (headers: Headers) => ({
  version: '1.0',
  context: { eventType: 'viewer-request' },
  viewer: { ip: '198.51.100.7' },
  request: { method: 'POST', uri: '/v1/compress', querystring: {}, headers, cookies: {} },
})

const response = (headers: Headers) => ({
  version: '1.0',
  context: { eventType: 'viewer-response' },
  viewer: { ip: '198.51.100.7' },
  request: { method: 'POST', uri: '/v1/compress', querystring: {}, headers: {}, cookies: {} },
  response: { statusCode: 200, statusDescription: 'OK', headers, cookies: {} },
})

describe('on the way in', () => {
  const code = viewerRequestCode()

  it.each([
    { length: 0, why: 'no body' },
    { length: maxEventBytes, why: 'the limit itself' },
    { length: undefined, why: 'sent in chunks' },
  ])('a body of $length bytes passes: $why', ({ length }) => {
    const event = request(length === undefined ? {} : { 'content-length': { value: String(length) } })

    expect(run(code, event)).toEqual(event.request)
  })

  it('a larger body is refused in the service’s own form, which names the limit', () => {
    const { statusCode, headers, body } = run(code, request({ 'content-length': { value: String(maxEventBytes + 1) } }))
    const members = { limit_bytes: maxEventBytes }
    const refusal = new Refusal('request-too-large', JSON.parse(body.data).error.message, { members })

    expect(statusCode).toBe(refusal.status)
    expect(headers['content-type']).toEqual({ value: 'application/json' })
    expect(body).toEqual({ encoding: 'text', data: refusalBody(refusal) })
    expect(refusal.message).toContain(String(maxEventBytes))
  })

  it('accept-encoding is removed, and everything else stays', () => {
    const kept = { authorization: { value: 'Bearer key' }, 'x-service-auth-token': { value: 'ak_key' } }

    expect(run(code, request({ 'accept-encoding': { value: 'gzip, br' }, ...kept })).headers).toEqual(kept)
  })
})

describe('on the way back', () => {
  const code = viewerResponseCode()

  it('www-authenticate gets its name back, and the platform’s own copies are removed', () => {
    const kept = { 'content-type': { value: 'text/event-stream' }, 'x-request-id': { value: 'req_1' } }
    const event = response({
      ...kept,
      'x-amzn-remapped-www-authenticate': { value: 'Bearer realm="api"' },
      'x-amzn-remapped-date': { value: 'Sat, 21 Nov 2026 00:00:00 GMT' },
      'x-amzn-remapped-content-length': { value: '12' },
    })

    expect(run(code, event)).toEqual({
      ...event.response,
      headers: { ...kept, 'www-authenticate': { value: 'Bearer realm="api"' } },
    })
  })

  it('an answer without such headers passes unchanged', () => {
    const event = response({ 'content-type': { value: 'application/json' }, date: { value: 'now' } })

    expect(run(code, event)).toEqual(event.response)
  })
})

describe('the dashboard', () => {
  const code = oneNameCode('savings.example.com')
  const asked = (host: string, querystring: Record<string, { value: string }> = {}) => ({
    ...request({}),
    request: { method: 'GET', uri: '/device', querystring, headers: { host: { value: host } }, cookies: {} },
  })

  it('is served under its first name', () => {
    const event = asked('savings.example.com', { user_code: { value: 'ABCD' } })

    expect(run(code, event)).toEqual(event.request)
  })

  it.each([
    { query: {}, at: 'https://savings.example.com/device' },
    {
      query: { user_code: { value: 'AB%20CD' }, to: { value: '%2Fkeys' } },
      at: 'https://savings.example.com/device?user_code=AB%20CD&to=%2Fkeys',
    },
  ])('leads from any other name to $at: nobody could sign in there', ({ query, at }) => {
    for (const host of ['old.example.com', 'd111111abcdef8.cloudfront.net'])
      expect(run(code, asked(host, query))).toMatchObject({
        statusCode: 307,
        headers: { location: { value: at }, 'cache-control': { value: 'no-store' } },
      })
  })
})

/** What CloudFront's runtime documents beyond ES5, in esbuild's words. */
const beyondEs5 = { 'const-and-let': true, 'template-literal': true, arrow: true, 'rest-argument': true }

describe('the deployed functions', () => {
  it.each([viewerRequestCode(), viewerResponseCode(), oneNameCode('x.example.com')])(
    'use no syntax that their runtime lacks',
    (code) => {
      const asWritten = transformSync(code, { target: 'esnext' }).code

      // Newer syntax is an error here, or comes out rewritten.
      expect(transformSync(code, { target: 'es5', supported: beyondEs5 }).code).toBe(asWritten)
    },
  )

  it('fail this check if they use newer syntax', () => {
    const lowered = (code: string): string => transformSync(code, { target: 'es5', supported: beyondEs5 }).code

    expect(() => lowered('for (const name of names) use(name)')).toThrow('for-of')
    expect(() => lowered('const { request } = event')).toThrow('destructuring')
    expect(lowered('use({ request })')).not.toBe(transformSync('use({ request })').code)
  })

  it('are these files, in the runtime that they are written for, and within its size limit', () => {
    const deployed = synthesise().resources('AWS::CloudFront::Function')

    expect(deployed.map(([, { Properties }]) => Properties.FunctionCode)).toEqual([
      viewerRequestCode(),
      viewerResponseCode(),
    ])
    for (const [, { Properties }] of deployed) {
      expect(Properties.FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' })
      expect(String(Properties.FunctionCode).length).toBeLessThan(10_240)
    }
  })
})
