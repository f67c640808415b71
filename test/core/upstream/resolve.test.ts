import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Headers } from '../../../core/http/inbound.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { upstreamOrigins } from '../../../core/upstream/origins.ts'
import { type ProviderId, providers } from '../../../core/upstream/providers.ts'
import { resolveUpstream } from '../../../core/upstream/resolve.ts'
import { inboundWith } from './inbound.ts'

const defaults = { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com/v1' }
const origins = upstreamOrigins({
  defaults,
  trustedForDefaults: [],
  trustedForOverrides: ['http://127.0.0.1:9000'],
  cachingAsProvider: [],
})

const resolve = (id: ProviderId, headers: Headers) => resolveUpstream(inboundWith(headers), providers[id], origins)
const refusalOf = (id: ProviderId, headers: Headers): Refusal => {
  try {
    resolve(id, headers)
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('not refused')
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The headers that carry a credential to any provider. */
const withheld = { headers: ['x-api-key', 'authorization'], parameters: [] }
const override = { 'x-service-upstream-url': 'https://gateway.example.com/anthropic/' }

describe('upstreamOrigins', () => {
  it('throws if a default upstream may not be used', () => {
    const start = (a: string, trusted: string[] = []) =>
      upstreamOrigins({
        defaults: { ...defaults, anthropic: a },
        trustedForDefaults: trusted,
        trustedForOverrides: [a],
        cachingAsProvider: [],
      })
    expect(() => start('http://127.0.0.1:9000')).toThrow(/default upstream of anthropic must use https/)
    expect(() => start('https://10.0.0.1')).toThrow(/private/)
    expect(() => start('https://api.example.com?x')).toThrow(/query/)
    expect(start('http://127.0.0.1:9000/a/', ['http://127.0.0.1:9000']).defaults.anthropic).toEqual({
      origin: 'http://127.0.0.1:9000',
      host: '127.0.0.1:9000',
      basePath: '/a',
      trusted: true,
      elsewhere: false,
    })
  })
})

describe('resolveUpstream', () => {
  it('takes the default upstream with the credential of its provider', () => {
    expect(resolve('anthropic', { 'x-api-key': 'sk-a' })).toEqual({
      origin: 'https://api.anthropic.com',
      host: 'api.anthropic.com',
      basePath: '',
      trusted: false,
      overridden: false,
      elsewhere: false,
      credential: { 'x-api-key': 'sk-a' },
      withheld,
      keyFingerprint: sha256('sk-a'),
    })
    expect(resolve('openai', { authorization: 'Bearer sk-b' })).toEqual({
      origin: 'https://api.openai.com',
      host: 'api.openai.com',
      basePath: '/v1',
      trusted: false,
      overridden: false,
      elsewhere: false,
      credential: { authorization: 'Bearer sk-b' },
      withheld,
      keyFingerprint: sha256('sk-b'),
    })
  })

  it('takes the override once it is judged', () => {
    expect(resolve('anthropic', { ...override, 'x-api-key': 'sk-a' })).toMatchObject({
      origin: 'https://gateway.example.com',
      basePath: '/anthropic',
      trusted: false,
      overridden: true,
      elsewhere: true,
      credential: { 'x-api-key': 'sk-a' },
    })
    expect(resolve('openai', { 'x-service-upstream-url': 'http://127.0.0.1:9000/v1' })).toMatchObject({
      origin: 'http://127.0.0.1:9000',
      basePath: '/v1',
      trusted: true,
      overridden: true,
    })
  })

  it('knows what is not the provider’s own: public hosts of other domains, and all others that a caller chooses', () => {
    const isElsewhere = (defaultUpstream: string, chosen?: string): boolean => {
      const configuration = {
        defaults: { openai: defaultUpstream },
        trustedForDefaults: ['http://10.0.0.7:4000', 'http://llm:4000'],
        trustedForOverrides: ['http://10.0.0.7:4000'],
        cachingAsProvider: [],
      }
      const headers = {
        authorization: 'Bearer k',
        ...(chosen === undefined ? {} : { 'x-service-upstream-url': chosen }),
      }
      return resolveUpstream(inboundWith(headers), providers.openai, upstreamOrigins(configuration)).elsewhere
    }
    const own = 'https://api.openai.com/v1'
    const regions = ['https://eu.api.openai.com/v1', 'https://eu.openai.com/v1', 'https://api.openai.com:8443/v1']
    for (const near of [own, ...regions, 'http://10.0.0.7:4000/v1', 'http://llm:4000'])
      expect(isElsewhere(near), near).toBe(false)
    expect(isElsewhere(own, 'https://us.api.openai.com/v1')).toBe(false)
    const gateways = ['https://gateway.example.com', 'https://gateway.example.com:8443']
    for (const far of ['https://api.deepseek.com', ...gateways, 'https://openai.com.example.com'])
      expect([isElsewhere(far), isElsewhere(own, far)], far).toEqual([true, true])
    expect(isElsewhere(own, 'http://10.0.0.7:4000/v1')).toBe(true)
  })

  it('takes an origin for a way to the provider of which the deployment says that it caches so, by default and chosen', () => {
    const isElsewhere = (anthropic: string, cachingAsProvider: string[], chosen?: string): boolean => {
      const headers = { 'x-api-key': 'k', ...(chosen === undefined ? {} : { 'x-service-upstream-url': chosen }) }
      const said = {
        defaults: { ...defaults, anthropic },
        trustedForDefaults: [],
        trustedForOverrides: [],
        cachingAsProvider,
      }
      return resolveUpstream(inboundWith(headers), providers.anthropic, upstreamOrigins(said)).elsewhere
    }
    const gateway = 'https://gateway.example.com'
    expect(isElsewhere(`${gateway}/anthropic`, [])).toBe(true)
    expect(isElsewhere(`${gateway}/anthropic`, [gateway])).toBe(false)
    expect(isElsewhere(defaults.anthropic, [gateway], `${gateway}/anthropic/`)).toBe(false)
    for (const other of [`${gateway}:8443`, `${gateway}.example.org`, 'https://other.example.com'])
      expect(isElsewhere(defaults.anthropic, [gateway], other), other).toBe(true)
  })

  it.each(['', ' ', 'https://10.0.0.1', 'http://example.com', 'http://127.0.0.1:9001', 'https://u:canary@example.com'])(
    'refuses the override %j',
    (url) => {
      const refusal = refusalOf('anthropic', { 'x-service-upstream-url': url, 'x-api-key': 'k' })
      expect(refusal).toMatchObject({ code: 'upstream-url-rejected', status: 400 })
      expect(refusal.message).toMatch(/^X-Service-Upstream-Url must /)
      expect(refusal.message).not.toContain('canary')
    },
  )

  it('does not trust an override because the same default is trusted', () => {
    const trusting = upstreamOrigins({
      defaults: { ...defaults, anthropic: 'http://127.0.0.1:9000' },
      trustedForDefaults: ['http://127.0.0.1:9000'],
      trustedForOverrides: [],
      cachingAsProvider: [],
    })
    const inbound = inboundWith({ 'x-service-upstream-url': 'http://127.0.0.1:9000' })
    expect(() => resolveUpstream(inbound, providers.anthropic, trusting)).toThrow(Refusal)
  })
})

describe('credentials', () => {
  it.each([
    ['anthropic', { 'x-api-key': 'old', authorization: 'Bearer old' }, { 'x-api-key': 'new' }],
    ['openai', { 'x-api-key': 'old', authorization: 'Bearer old' }, { authorization: 'Bearer new' }],
    ['anthropic', { authorization: 'malformed' }, { 'x-api-key': 'new' }],
    ['openai', { authorization: 'Basic malformed' }, { authorization: 'Bearer new' }],
    ['openai', {}, { authorization: 'Bearer new' }],
  ] as const)('X-Service-Upstream-Key replaces everything on %s %j', (id, headers, credential) => {
    const upstream = resolve(id, { ...headers, 'x-service-upstream-key': 'new' })
    expect(upstream.credential).toEqual(credential)
    expect(upstream.keyFingerprint).toBe(sha256('new'))
  })

  it.each([
    [{ 'x-api-key': 'k' }, { 'x-api-key': 'k' }, 'k'],
    [{ authorization: 'Bearer t' }, { authorization: 'Bearer t' }, 't'],
    [{ authorization: 'Custom a=b, c="d e"' }, { authorization: 'Custom a=b, c="d e"' }, 'a=b, c="d e"'],
    [{ 'x-api-key': 'k', authorization: 'Bearer t' }, { 'x-api-key': 'k', authorization: 'Bearer t' }, 'k'],
    [{ 'x-api-key': '', authorization: 'Bearer t' }, { authorization: 'Bearer t' }, 't'],
  ])('provider-a takes %j', (headers, credential, secret) => {
    const upstream = resolve('anthropic', headers)
    expect(upstream.credential).toEqual(credential)
    expect(upstream.keyFingerprint).toBe(sha256(secret))
  })

  it.each(['Bearer t', 'bearer t', 'BEARER   t'])('provider-b takes %j unchanged', (authorization) => {
    const upstream = resolve('openai', { authorization })
    expect(upstream.credential).toEqual({ authorization })
    expect(upstream.keyFingerprint).toBe(sha256('t'))
  })

  it('does not forward a key for the other provider', () => {
    const upstream = resolve('openai', { 'x-api-key': 'sk-ant', authorization: 'Bearer sk-b' })
    expect(upstream.credential).toEqual({ authorization: 'Bearer sk-b' })
    expect(resolve('openai', { ...override, 'x-api-key': 'sk-ant' }).credential).toEqual({})
  })

  it.each(['t', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer,t', 'Token t'])(
    'provider-b refuses Authorization %j, to an override too',
    (authorization) => {
      for (const headers of [{ authorization }, { ...override, authorization }]) {
        expect(refusalOf('openai', headers)).toMatchObject({ code: 'request-invalid', status: 400 })
      }
    },
  )

  it.each(['t', 'Bearer', 'Bearer ', 'a/b c', '"quoted" x'])('provider-a refuses Authorization %j', (authorization) => {
    expect(refusalOf('anthropic', { authorization, 'x-api-key': 'k' })).toMatchObject({ code: 'request-invalid' })
  })

  it.each(['', ' ', 'Bearer k', 'a b'])('refuses X-Service-Upstream-Key %j', (key) => {
    const headers = { ...override, 'x-service-upstream-key': key, 'x-api-key': 'k' }
    expect(refusalOf('anthropic', headers)).toMatchObject({ code: 'request-invalid' })
  })

  it('names a missing credential, and needs none for an override', () => {
    expect(refusalOf('anthropic', {}).message).toContain('x-api-key')
    expect(refusalOf('openai', {}).message).toContain('Authorization: Bearer')
    expect(refusalOf('openai', { 'x-api-key': 'k' })).toMatchObject({ code: 'request-invalid', status: 400 })
    for (const id of ['anthropic', 'openai'] as const) {
      const upstream = resolve(id, override)
      expect(upstream.credential).toEqual({})
      expect(upstream).not.toHaveProperty('keyFingerprint')
    }
  })

  it.each([
    ['anthropic', { 'x-api-key': 'ak_service' }],
    ['anthropic', { authorization: 'Bearer ak_service' }],
    ['openai', { authorization: 'Bearer ak_service' }],
    ['openai', { 'x-service-upstream-key': 'ak_service' }],
  ] as const)('never sends the service key upstream: %s %j', (id, headers) => {
    const refusal = refusalOf(id, headers)
    expect(refusal).toMatchObject({ code: 'request-invalid', status: 400 })
    expect(refusal.message).not.toContain('ak_service')
  })
})
