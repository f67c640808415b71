import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mintServiceKey } from '../../../core/access/keys/api-key.ts'
import { defined } from '../../../core/collections/defined.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { addressOutbound } from '../../../core/upstream/address.ts'
import { upstreamOrigins } from '../../../core/upstream/origins.ts'
import { providerOf } from '../../../core/upstream/providers.ts'
import { resolveUpstream } from '../../../core/upstream/resolve.ts'
import { inboundWith } from './inbound.ts'

const origins = upstreamOrigins({
  defaults: { anthropic: 'https://api.anthropic.com', openai: 'https://api.openai.com/v1' },
  trustedForDefaults: [],
  trustedForOverrides: [],
  cachingAsProvider: [],
})

const outboundOf = (path: string, query = '', more: Readonly<Record<string, string>> = {}) => {
  const selected = providerOf(path)
  if (selected === undefined) throw new Error('no provider')
  const headers: Record<string, string> = more.authorization === undefined ? { 'x-service-upstream-key': 'k' } : {}
  const inbound = inboundWith(
    { ...headers, 'anthropic-beta': 'b', 'content-type': 'application/json', ...more },
    { path, query },
  )
  const upstream = resolveUpstream(inbound, selected.provider, origins)
  return addressOutbound(inbound, upstream, selected.provider, selected.rest, '{"a":1}')
}

describe('addressOutbound', () => {
  it('gives origin, path, headers and body', () => {
    expect(outboundOf('/provider-a/v1/messages', 'beta=true')).toEqual({
      method: 'POST',
      origin: 'https://api.anthropic.com',
      path: '/v1/messages?beta=true',
      overridden: false,
      trusted: false,
      headers: {
        'anthropic-beta': 'b',
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'x-api-key': 'k',
      },
      body: '{"a":1}',
    })
  })

  it.each([
    ['/provider-b/v1/chat/completions', undefined, '/v1/chat/completions'],
    ['/provider-b/v1/responses', undefined, '/v1/responses'],
    ['/openai/v1/models', undefined, '/v1/models'],
    ['/provider-b/models', undefined, '/v1/models'],
    ['/provider-b/v1', undefined, '/v1'],
    ['/provider-b/v1/', undefined, '/v1/'],
    ['/provider-b', undefined, '/v1'],
    ['/provider-b/v1beta/x', undefined, '/v1/v1beta/x'],
    ['/provider-b/v1/v1/x', undefined, '/v1/v1/x'],
    ['/provider-b/files/v1/x', undefined, '/v1/files/v1/x'],
    ['/provider-a', undefined, '/'],
    ['/provider-a/', undefined, '/'],
    ['/anthropic/v1/messages/count_tokens', undefined, '/v1/messages/count_tokens'],
    ['/provider-a/v1/messages', 'https://gateway.example.com/anthropic/', '/anthropic/v1/messages'],
    ['/provider-a', 'https://gateway.example.com/anthropic', '/anthropic'],
    ['/provider-b/v1/chat/completions', 'https://gateway.example.com/v1', '/v1/chat/completions'],
    ['/provider-b/v1/chat/completions', 'https://gateway.example.com/eu/v1/', '/eu/v1/chat/completions'],
    ['/provider-b/v1/responses', 'https://gateway.example.com/v1', '/v1/responses'],
    ['/provider-b/v1/files/abc/content', 'https://gateway.example.com', '/files/abc/content'],
    ['/provider-a//v1/../a/./b;c=%2F%20//', undefined, '//v1/../a/./b;c=%2F%20//'],
  ])('%s to %s goes to %s', (path, override, expected) => {
    expect(outboundOf(path, '', defined({ 'x-service-upstream-url': override })).path).toBe(expected)
  })

  it('changes no byte of path or query', () => {
    const byte = fc.integer({ min: 0x21, max: 0xff }).filter((code) => code !== 0x23)
    const bytes = fc.string({ unit: byte.map((code) => String.fromCharCode(code)) })
    fc.assert(
      fc.property(bytes, bytes, (rest, query) => {
        const expected = query === '' ? `/${rest}` : `/${rest}?${query}`
        expect(outboundOf(`/provider-a/${rest}`, query).path).toBe(expected)
      }),
    )
  })

  it.each([
    ['/provider-a/a b', ''],
    ['/provider-a/v1/..#a', ''],
    ['/provider-a/a', 'b#c'],
    ['/provider-a/a\r\nx: y', ''],
    ['/provider-a/a', 'b\nc'],
    ['/provider-a/\u0000', ''],
    ['/provider-a/\u4f60', ''],
  ])('refuses characters that no request line may have: %j %j', (path, query) => {
    expect(() => outboundOf(path, query)).toThrow(Refusal)
  })

  it.each([
    ['x-api-key-2', (key: string) => key],
    ['api-key', (key: string) => key],
    ['x-goog-api-key', (key: string) => `prefix ${key}, suffix`],
    ['x_service_auth_token', (key: string) => key],
    ['anthropic-beta', (key: string) => `Bearer ${key}`],
  ])('refuses to send a service key in %s, whoever it belongs to', (name, spell) => {
    const { secret } = mintServiceKey(new Uint8Array(32).fill(7))
    expect(() => outboundOf('/provider-a/v1/messages', '', { [name]: spell(secret) })).toThrow(
      'A service API key may only be sent in X-Service-Auth-Token.',
    )
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    expect(() => outboundOf('/provider-a/v1/messages', '', { [name]: spell(mistyped) })).not.toThrow()
  })

  it.each([
    ['a password', (key: string) => `:${key}`],
    ['a name', (key: string) => `${key}:`],
  ])('refuses to send a service key as %s', (_what, spell) => {
    const { secret } = mintServiceKey(new Uint8Array(32).fill(9))
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    expect(() => outboundOf('/provider-a/v1/models', '', basic(spell(secret)))).toThrow('A service API key')
    expect(() => outboundOf('/provider-a/v1/models', '', basic(spell('sk-other')))).not.toThrow()
  })

  it('refuses to send a service key in path or query', () => {
    const { secret } = mintServiceKey(new Uint8Array(32).fill(8))
    expect(() => outboundOf(`/provider-a/v1/${secret}`, '')).toThrow('A service API key')
    expect(() => outboundOf('/provider-a/v1/models', `api-key=${secret}`)).toThrow('A service API key')
    const encoded = secret.replace('k_', '%6b%5F')
    expect(() => outboundOf(`/provider-a/v1/${encoded}`, '')).toThrow('A service API key')
    expect(() => outboundOf('/provider-a/v1/models', `q=${encodeURIComponent(`key=${encoded}`)}`)).toThrow('A service')
  })
})
