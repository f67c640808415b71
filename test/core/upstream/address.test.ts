import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
})

const outboundOf = (path: string, query = '', override?: string) => {
  const selected = providerOf(path)
  if (selected === undefined) throw new Error('no provider')
  const headers = {
    'x-service-upstream-key': 'k',
    ...defined({ 'x-service-upstream-url': override }),
  }
  const inbound = inboundWith(
    { ...headers, 'anthropic-beta': 'b', 'content-type': 'application/json' },
    { path, query },
  )
  const upstream = resolveUpstream(inbound, selected.provider, origins)
  return addressOutbound(inbound, upstream, selected.provider, selected.rest, '{"a":1}')
}

describe('addressOutbound', () => {
  it('says where, what and with which headers', () => {
    expect(outboundOf('/provider-a/v1/messages', 'beta=true')).toEqual({
      method: 'POST',
      origin: 'https://api.anthropic.com',
      path: '/v1/messages?beta=true',
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
    expect(outboundOf(path, '', override).path).toBe(expected)
  })

  it('moves no byte of path or query', () => {
    const bytes = fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)) })
    fc.assert(
      fc.property(bytes, bytes, (rest, query) => {
        const expected = query === '' ? `/${rest}` : `/${rest}?${query}`
        expect(outboundOf(`/provider-a/${rest}`, query).path).toBe(expected)
      }),
    )
  })

  it.each([
    ['/provider-a/a b', ''],
    ['/provider-a/a\r\nx: y', ''],
    ['/provider-a/a', 'b\nc'],
    ['/provider-a/\u0000', ''],
    ['/provider-a/\u4f60', ''],
  ])('refuses what no request line carries: %j %j', (path, query) => {
    expect(() => outboundOf(path, query)).toThrow(Refusal)
  })
})
