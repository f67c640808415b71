import { expect, it } from 'vitest'
import type { Entitlement } from '../../../core/access/account.ts'
import { authorise } from '../../../core/access/authorise.ts'
import { Refusal } from '../../../core/http/refusal.ts'
import { grant } from './callers.ts'

const override = { 'x-service-upstream-url': 'https://example.com/v1' }
const emptyOverride = { 'x-service-upstream-url': '' }
const all: readonly Entitlement[] = ['proxy', 'compress', 'upstreamOverride']

it.each([
  ['the proxy', ['proxy'], 'proxy', {}],
  ['the compressor', ['compress'], 'compress', {}],
  ['the proxy with an override', ['proxy', 'upstreamOverride'], 'proxy', override],
  ['the compressor, where an override has no meaning', ['compress'], 'compress', override],
  ['everything', all, 'proxy', override],
] as const)('admits to %s with the entitlements %j', (_what, entitlements, use, headers) => {
  expect(authorise(grant({ entitlements }), use, headers)).toBeUndefined()
})

it.each([
  ['the proxy', [], 'proxy', {}, 'proxy'],
  ['the proxy without its own entitlement', ['compress', 'upstreamOverride'], 'proxy', {}, 'proxy'],
  ['the compressor', ['proxy', 'upstreamOverride'], 'compress', {}, 'compress'],
  ['an override', ['proxy', 'compress'], 'proxy', override, 'upstreamOverride'],
  ['an empty override', ['proxy'], 'proxy', emptyOverride, 'upstreamOverride'],
  ['an override alone', ['upstreamOverride'], 'proxy', override, 'proxy'],
] as const)('refuses %s with the entitlements %j', (_what, entitlements, use, headers, missing) => {
  const attempt = () => authorise(grant({ entitlements }), use, headers)

  expect(attempt).toThrow(Refusal)
  expect(attempt).toThrow(`(entitlement "${missing}")`)
  expect(attempt).toThrow(expect.objectContaining({ status: 403, code: 'not-entitled' }))
})
