import { describe, expect, it } from 'vitest'
import { providerOf, providers } from '../../../core/upstream/providers.ts'

describe('providerOf', () => {
  it.each([
    ['/provider-a/v1/messages', 'provider-a', '/v1/messages'],
    ['/anthropic/v1/messages', 'provider-a', '/v1/messages'],
    ['/provider-b/v1/chat/completions', 'provider-b', '/v1/chat/completions'],
    ['/openai/v1/models', 'provider-b', '/v1/models'],
    ['/provider-a', 'provider-a', ''],
    ['/provider-a/', 'provider-a', '/'],
    ['/openai//v1/../x;y/%2F', 'provider-b', '//v1/../x;y/%2F'],
    ['/provider-a/provider-b/x', 'provider-a', '/provider-b/x'],
  ])('%s', (path, id, rest) => {
    expect(providerOf(path)).toEqual({ provider: providers[id === 'provider-a' ? 'provider-a' : 'provider-b'], rest })
  })

  it.each([
    '',
    '/',
    '/v1/compress',
    '/provider-ax',
    '/provider-c/x',
    '/Provider-A/x',
    '//provider-a/x',
    'provider-a/x',
  ])('%s belongs to none', (path) => {
    expect(providerOf(path)).toBeUndefined()
  })
})

describe('failureBody', () => {
  it('is what the SDKs of each provider parse', () => {
    expect(JSON.parse(providers['provider-a'].failureBody(false, 'down'))).toEqual({
      type: 'error',
      error: { type: 'api_error', message: 'down' },
    })
    expect(JSON.parse(providers['provider-a'].failureBody(true, 'late'))).toEqual({
      type: 'error',
      error: { type: 'timeout_error', message: 'late' },
    })
    expect(JSON.parse(providers['provider-b'].failureBody(false, 'down'))).toEqual({
      error: { message: 'down', type: 'server_error', param: null, code: 'upstream_unreachable' },
    })
    expect(JSON.parse(providers['provider-b'].failureBody(true, 'late'))).toEqual({
      error: { message: 'late', type: 'server_error', param: null, code: 'upstream_timeout' },
    })
  })
})
