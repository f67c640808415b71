import { describe, expect, it } from 'vitest'
import { isAmong, nameInPath, servedPaths } from '../../../core/dialects/paths.ts'
import { dialects } from '../../../core/dialects/registry.ts'

describe('nameInPath', () => {
  it.each([
    ['/v1/messages', '/v1/messages', ''],
    ['/v1/messages', '/v1/messages/', undefined],
    ['/v1/messages', '/v1/Messages', undefined],
    ['/models/*:generate', '/models/m-1:generate', 'm-1'],
    ['/models/*:generate', '/models/m-1:generate:generate', 'm-1:generate'],
    ['/models/*:generate', '/models/:generate', undefined],
    ['/models/*:generate', '/models/a/b:generate', undefined],
    ['/models/*:generate', '/models/m-1:count', undefined],
    ['/models/*:generate', '/models:generate', undefined],
    ['/a*a', '/a', undefined],
    ['/models/*', '/models/m', 'm'],
  ])('of %s finds in %s: %s', (pattern, path, expected) => {
    expect(nameInPath(pattern, path)).toBe(expected)
  })
})

it('a dialect is served under every prefix of its provider, also without a version that the upstream’s base has', () => {
  const paths = servedPaths(dialects.responses)
  expect(paths).toEqual([
    '/provider-b/v1/responses',
    '/provider-b/responses',
    '/provider-b/v1/responses/compact',
    '/provider-b/responses/compact',
    '/openai/v1/responses',
    '/openai/responses',
    '/openai/v1/responses/compact',
    '/openai/responses/compact',
  ])
  expect(paths.every((path) => isAmong(paths, path))).toBe(true)
  expect(isAmong(paths, '/v1/responses')).toBe(false)
  expect(servedPaths(dialects.messages)).toEqual(['/provider-a/v1/messages', '/anthropic/v1/messages'])
})

it.each(Object.entries(dialects))('%s is registered under its own id', (key, { id }) => {
  expect(id).toBe(key)
})
