import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DenyList,
  forClient,
  forUpstream as forUpstreamWithout,
  requestDenyList,
  responseDenyList,
} from '../../../core/http/header-policy.ts'
import type { Headers } from '../../../core/http/inbound.ts'

const credentialNames = ['authorization', 'x-api-key']
const forUpstream = (headers: Headers, credential: Headers): Headers =>
  forUpstreamWithout(headers, credential, credentialNames)

const denied = (list: DenyList): string[] => [...list.names, ...list.prefixes.map((prefix) => `${prefix}anything`)]
const isDenied = (list: DenyList, name: string): boolean =>
  list.names.has(name) || list.prefixes.some((prefix) => name.startsWith(prefix))

const hopByHop = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

const token = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789-_!#$%&'*+.^`|~"),
  minLength: 1,
  maxLength: 20,
})
const unknownName = (list: DenyList) =>
  fc
    .oneof(token, fc.constantFrom('__proto__', 'constructor', 'toString', 'x-claude-code-session-id', 'anthropic-beta'))
    .filter((name) => !isDenied(list, name) && name !== 'set-cookie')
/** Any bytes that a header may have, as latin1. */
const value = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })

const headersOf = (entries: readonly (readonly [string, string])[]): Record<string, string> => {
  const headers: Record<string, string> = Object.create(null)
  for (const [name, text] of entries) headers[name] = text
  return headers
}

describe('forUpstream', () => {
  const inbound = (name: string) => fc.constant(name)
  const anyHeaders = fc
    .array(
      fc.tuple(
        fc.oneof(unknownName(requestDenyList), ...[...denied(requestDenyList), ...credentialNames].map(inbound)),
        value,
      ),
    )
    .map(headersOf)
  const credential = fc.constantFrom<Record<string, string>>(
    {},
    { 'x-api-key': 'k' },
    { authorization: 'Bearer t' },
    { 'x-api-key': 'k', authorization: 'Bearer t' },
  )

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyHeaders, credential, (headers, given) => {
        const once = forUpstream(headers, given)
        expect(forUpstream(once, given)).toEqual(once)
      }),
    )
  })

  it('passes every unknown header unchanged, and adds only accept-encoding and the credential', () => {
    fc.assert(
      fc.property(anyHeaders, credential, (headers, given) => {
        const unknown = Object.entries(headers).filter(
          ([name]) => !isDenied(requestDenyList, name) && !credentialNames.includes(name),
        )
        expect(forUpstream(headers, given)).toEqual(
          headersOf([...unknown, ['accept-encoding', 'identity'], ...Object.entries(given)]),
        )
      }),
    )
  })

  it.each([
    ...hopByHop,
    'host',
    'content-length',
    'expect',
    'cookie',
    'x-service-auth-token',
    'x-service-upstream-key',
    'x-service-upstream-url',
    'x-service-session-id',
    'x-service-compaction',
    'x-service-of-tomorrow',
    'x-forwarded-for',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'x-vercel-forwarded-for',
    'x-envoy-external-address',
    'x-appengine-user-ip',
    'x-azure-clientip',
    'x-azure-socketip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-connecting-ipv6',
    'fastly-client-ip',
    'fly-client-ip',
    'do-connecting-ip',
    'x-amzn-trace-id',
    'x-amzn-tls-version',
    'x-amz-cf-id',
    'cloudfront-viewer-country',
    'cdn-loop',
    'x-origin-verify',
    'authorization',
    'x-api-key',
  ])('withholds %s', (name) => {
    expect(Object.keys(forUpstream({ [name]: 'x' }, {}))).toEqual(['accept-encoding'])
  })

  it('passes the headers of known clients', () => {
    const headers = {
      'user-agent': 'claude-cli/2.1.197',
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'content-encoding': 'zstd',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'a,b',
      'provider-a-version': '2023-06-01',
      'openai-organization': 'org',
      'x-stainless-retry-count': '0',
      'x-claude-code-session-id': 'id',
      'x-codex-turn-metadata': '{"a":1}',
      'chatgpt-account-id': 'acct',
      'idempotency-key': 'x',
      priority: 'u=1',
      // What only holds the beginning of one that is withheld.
      'my-x-forwarded-for': '1',
      'my-x-service-id': '1',
      'a-x-amz-date': '1',
    }
    expect(forUpstream(headers, {})).toEqual({ ...headers, 'accept-encoding': 'identity' })
  })

  it('passes end-to-end headers even if Connection names them', () => {
    const headers = {
      connection: 'close, anthropic-version, content-type',
      'anthropic-version': '1',
      'content-type': 'a/b',
    }
    expect(forUpstream(headers, {})).toMatchObject({ 'anthropic-version': '1', 'content-type': 'a/b' })
  })

  it('replaces all received credentials by the given one', () => {
    const arrived = { authorization: 'Bearer other', 'x-api-key': 'other' }
    expect(forUpstream(arrived, { 'x-api-key': 'given' })).toEqual({
      'accept-encoding': 'identity',
      'x-api-key': 'given',
    })
  })
})

describe('forClient', () => {
  it('takes the length from an answer that has no content', () => {
    const list = [
      ['content-length', '2'],
      ['request-id', 'r'],
    ] as const
    expect(forClient(list, 204)).toEqual({ headers: { 'request-id': 'r' }, cookies: [] })
    expect(forClient([['content-length', '2']], 304).headers).toEqual({ 'content-length': '2' })
  })

  const anyList = fc.array(
    fc.tuple(
      fc.oneof(unknownName(responseDenyList), fc.constantFrom('set-cookie', ...denied(responseDenyList))),
      value,
    ),
  )

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const once = forClient(list)
        const again = forClient([
          ...Object.entries(once.headers),
          ...once.cookies.map((cookie) => ['set-cookie', cookie] as const),
        ])
        expect(again).toEqual(once)
      }),
    )
  })

  it('passes every unknown header, joins repeated ones in order, keeps cookies apart, and adds nothing', () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const joined = new Map<string, string[]>()
        for (const [name, text] of list) {
          if (!isDenied(responseDenyList, name)) joined.set(name, [...(joined.get(name) ?? []), text])
        }
        const cookies = joined.get('set-cookie') ?? []
        joined.delete('set-cookie')
        const headers = headersOf([...joined].map(([name, texts]) => [name, texts.join(', ')]))
        expect(forClient(list)).toEqual({ headers, cookies })
      }),
    )
  })

  it('withholds what the upstream’s Connection header names, however it is spelled', () => {
    const list = [
      ['x-route', 'hop'],
      ['connection', 'close, X-Route'],
      ['connection', 'x-other'],
      ['x-other', 'hop'],
      ['set-cookie', 'a=1'],
      ['x-end', 'to end'],
    ] as const
    expect(forClient(list)).toEqual({ headers: { 'x-end': 'to end' }, cookies: ['a=1'] })
  })

  it.each([...hopByHop, 'x-amzn-remapped-date', 'x-amzn-remapped-www-authenticate'])('withholds %s', (name) => {
    expect(forClient([[name, 'x']])).toEqual({ headers: {}, cookies: [] })
  })

  it('passes the headers that a provider sends', () => {
    const list = [
      ['date', 'now'],
      ['server', 'cloudflare'],
      ['content-length', '12'],
      // Of a body that could not be decoded.
      ['content-encoding', 'compress'],
      ['retry-after', '7'],
      ['request-id', 'req_1'],
      ['anthropic-ratelimit-unified-status', 'rejected'],
      ['x-amzn-requestid', 'r'],
      ['x-should-retry', 'false'],
      ['www-authenticate', 'Bearer'],
      ['alt-svc', 'h3=":443"'],
      ['location', '/elsewhere'],
      // It names others, and is not Connection.
      ['vary', 'date, server'],
      ['my-x-amzn-remapped-date', 'then'],
    ] as const
    expect(forClient(list)).toEqual({ headers: Object.fromEntries(list), cookies: [] })
  })

  it('never joins cookies, which contain commas', () => {
    const cookies = ['a=1; expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2']
    const { headers, cookies: kept } = forClient(cookies.map((cookie) => ['set-cookie', cookie] as const))
    expect(kept).toEqual(cookies)
    expect(headers).toEqual({})
  })
})
