import { describe, expect, it } from 'vitest'
import { providerOf, providers } from '../../../core/upstream/providers.ts'

describe('providerOf', () => {
  it.each([
    ['/provider-a/v1/messages', 'anthropic', '/v1/messages'],
    ['/anthropic/v1/messages', 'anthropic', '/v1/messages'],
    ['/provider-b/v1/chat/completions', 'openai', '/v1/chat/completions'],
    ['/openai/v1/models', 'openai', '/v1/models'],
    ['/provider-a', 'anthropic', ''],
    ['/provider-a/', 'anthropic', '/'],
    ['/openai//v1/../x;y/%2F', 'openai', '//v1/../x;y/%2F'],
    ['/provider-a/provider-b/x', 'anthropic', '/provider-b/x'],
  ])('%s belongs to %s, with the rest %s', (path, id, rest) => {
    expect(providerOf(path)).toEqual({ provider: providers[id === 'anthropic' ? 'anthropic' : 'openai'], rest })
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
  ])('%s belongs to no provider', (path) => {
    expect(providerOf(path)).toBeUndefined()
  })
})

describe('failureBody', () => {
  it('has the form that the SDKs of each provider parse', () => {
    expect(JSON.parse(providers.anthropic.failureBody('unreachable', 'down'))).toEqual({
      type: 'error',
      error: { type: 'api_error', message: 'down' },
    })
    expect(JSON.parse(providers.anthropic.failureBody('timeout', 'late'))).toEqual({
      type: 'error',
      error: { type: 'timeout_error', message: 'late' },
    })
    expect(JSON.parse(providers.openai.failureBody('unreachable', 'down'))).toEqual({
      error: { message: 'down', type: 'server_error', param: null, code: 'upstream_unreachable' },
    })
    expect(JSON.parse(providers.openai.failureBody('timeout', 'late'))).toEqual({
      error: { message: 'late', type: 'server_error', param: null, code: 'upstream_timeout' },
    })
  })
})

describe('the list of providers', () => {
  it('is keyed by ids that can be part of a variable’s name', () => {
    for (const [key, { id }] of Object.entries(providers)) {
      expect(id).toBe(key)
      expect(id).toMatch(/^[a-z][a-z0-9]*$/)
    }
  })

  it('has each prefix once', () => {
    const prefixes = Object.values(providers).flatMap((provider) => provider.prefixes)
    expect(new Set(prefixes).size).toBe(prefixes.length)
  })

  it('has credential headers in lower case', () => {
    const names = Object.values(providers).flatMap(({ credential }) => credential.headers.map(({ name }) => name))
    expect(names).toEqual(names.map((name) => name.toLowerCase()))
  })
})
