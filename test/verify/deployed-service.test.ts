// How a check reaches the stub: with an override in each provider's form, or without one if the stub is the default.

import { expect, it } from 'vitest'
import { Skipped } from '../../testkit/skipped.ts'
import { deployedServiceOf } from '../../verify/deployed-service.ts'

const facts = { baseUrl: 'https://service.example', serviceKey: 'ak_1', providers: {} }

it('goes to the stub with an override, or by default', () => {
  const overridden = deployedServiceOf({ ...facts, stub: 'https://stub.example/' })
  expect(overridden.toStub('anthropic')['X-Service-Upstream-Url']).toBe('https://stub.example')
  expect(overridden.toStub('openai')['X-Service-Upstream-Url']).toBe('https://stub.example/v1')
  expect(deployedServiceOf({ ...facts, stub: 'default' }).toStub('anthropic')).toEqual({
    'X-Service-Auth-Token': 'ak_1',
  })
})

it('gives the stub no key of a real provider', () => {
  const providers = { anthropic: { key: 'sk_real', model: 'm' }, openai: { key: 'sk_real', model: 'm' } }
  const deployment = deployedServiceOf({ ...facts, providers, stub: 'https://stub.example' })
  for (const provider of ['anthropic', 'openai'] as const)
    expect(JSON.stringify(deployment.stubRequest(provider))).not.toContain('sk_real')
})

it('says what it needs if there is no stub', () => {
  expect(() => deployedServiceOf(facts).toStub('anthropic')).toThrow(Skipped)
})
