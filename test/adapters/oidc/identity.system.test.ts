// What an issuer, or somebody on the way, may say: everything but the truth is refused.

import { beforeAll, describe, expect, it } from 'vitest'
import { openidIdentity } from '../../../adapters/oidc/identity.ts'
import type { Identity } from '../../../core/people/identity.ts'
import { StoreUnreachable } from '../../../core/runtime/store-unreachable.ts'
import { afterSuite } from '../../../testkit/after-suite.ts'
import { type Lies, openHostileIssuer } from './hostile-issuer.ts'

const finallyDo = afterSuite()
let issuer: Awaited<ReturnType<typeof openHostileIssuer>>

const identityFor = (more: { readonly issuer?: string; readonly trustedOrigins?: readonly string[] } = {}): Identity =>
  openidIdentity({
    issuer: issuer.issuer,
    clientId: 'client',
    dashboardUrl: 'http://localhost:1',
    trustedOrigins: [issuer.issuer],
    ...more,
  })

beforeAll(async () => {
  issuer = await openHostileIssuer(finallyDo)
})

const signIn = async (lies: Lies, change: Readonly<Record<string, string>> = {}) => {
  const identity = identityFor()
  const { url, ...expected } = await identity.leave()
  issuer.lie(lies)
  return identity.return(issuer.back(url, change), expected)
}

const seconds = Math.floor(Date.now() / 1000)

describe('the way back from an issuer', () => {
  it('tells who signed in', async () => {
    const claims = { email: 'ana@example.com', email_verified: true, name: 'Ana' }
    expect(await signIn({ claims })).toEqual({
      issuer: issuer.issuer,
      subject: 'ana',
      email: 'ana@example.com',
      emailVerified: true,
      name: 'Ana',
    })
    expect(await signIn({})).toEqual({ issuer: issuer.issuer, subject: 'ana', emailVerified: false })
  })

  it('is judged by every key that the issuer publishes', async () => {
    const identity = identityFor()
    for (const rotates of [false, true]) {
      const { url, ...expected } = await identity.leave()
      issuer.lie({ rotates })
      expect((await identity.return(issuer.back(url), expected)).subject).toBe('ana')
    }
  })

  it.each<[string, Lies, Readonly<Record<string, string>>?]>([
    ['another state', {}, { state: 'another' }],
    ['another issuer beside the code', {}, { iss: 'https://evil.example' }],
    ['an error', {}, { error: 'access_denied', code: '' }],
    ['a code that it does not know', {}, { code: 'made-up' }],
    ['a token for another nonce', { claims: { nonce: 'another' } }],
    ['a token without nonce', { claims: { nonce: undefined } }],
    ['a token of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['a token for another client', { claims: { aud: 'another' } }],
    ['a token for two clients, given to the other', { claims: { aud: ['client', 'another'], azp: 'another' } }],
    ['a token that has expired', { claims: { iat: seconds - 7_200, exp: seconds - 3_600 } }],
    ['a token without subject', { claims: { sub: undefined } }],
    ['an unsigned token', { header: { alg: 'none' }, signature: 'none' }],
    ['a token without its signature', { signature: 'none' }],
    ['a token signed with its public key', { header: { alg: 'HS256' }, signature: 'hmac-with-public-key' }],
    ['a token signed by another key', { signature: 'another-key' }],
  ])('is refused with %s', async (_name, lies, change) => {
    await expect(signIn(lies, change)).rejects.toThrow()
  })

  it('is refused with a code that was used', async () => {
    const identity = identityFor()
    const { url, ...expected } = await identity.leave()
    issuer.lie({})
    const back = issuer.back(url)
    await identity.return(back, expected)
    await expect(identity.return(back, expected)).rejects.toThrow()
  })
})

describe('an issuer', () => {
  it('over plain http is refused unless its origin is trusted', async () => {
    await expect(identityFor({ trustedOrigins: [] }).leave()).rejects.toThrow()
  })

  it('that does not answer is an outage, and asked again', async () => {
    const identity = identityFor({ issuer: 'http://127.0.0.1:9', trustedOrigins: ['http://127.0.0.1:9'] })
    await expect(identity.leave()).rejects.toBeInstanceOf(StoreUnreachable)
    await expect(identity.leave()).rejects.toBeInstanceOf(StoreUnreachable)
  })
})
