// Which credential goes upstream. A credential goes to the party it was given for, or nowhere; none appears in a message.

import { hash } from 'node:crypto'
import type { Headers } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import { serviceKeyHeader, upstreamKeyHeader } from '../http/service-headers.ts'
import type { Provider } from './providers.ts'

export interface Credential {
  /** Lower-case names; empty when there is none. */
  readonly headers: Headers
  /** SHA-256 of the key or token itself, hex; absent when there is none. */
  readonly fingerprint?: string
}

const refuse = (message: string): Refusal => new Refusal('request-invalid', message)

const given = (headers: Headers, secret: string, serviceKey: string | undefined): Credential => {
  // An SDK that was handed the service key as its API key would give it away to the provider.
  if (secret === serviceKey)
    throw refuse('The upstream credential must be the key of the provider, not the service key.')
  return { headers, fingerprint: hash('sha256', secret) }
}

const fromUpstreamKey = (key: string, provider: Provider, serviceKey: string | undefined): Credential => {
  if (!/^\S+$/.test(key)) throw refuse('X-Service-Upstream-Key must be the bare key, without a scheme or spaces.')
  const value = provider.credentialHeader === 'authorization' ? `Bearer ${key}` : key
  return given({ [provider.credentialHeader]: value }, key, serviceKey)
}

// `x-api-key` does not go along: on these routes it can only be a key for another provider.
const fromBearer = (authorization: string, serviceKey: string | undefined): Credential => {
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw refuse('Authorization must have the form `Bearer <token>`.')
  return given({ authorization }, token, serviceKey)
}

// Both are this provider's own ways to carry a key, and some clients send both: the provider decides between them.
const fromEither = (
  apiKey: string | undefined,
  authorization: string | undefined,
  serviceKey: string | undefined,
): Credential => {
  const fromApiKey = apiKey === undefined ? undefined : given({ 'x-api-key': apiKey }, apiKey, serviceKey)
  if (authorization === undefined) return fromApiKey ?? { headers: {} }
  const credentials = /^[\w!#$%&'*+.^`|~-]+ +(\S.*)$/.exec(authorization)?.[1]
  if (credentials === undefined) throw refuse('Authorization must have the form `<scheme> <credentials>`.')
  const fromAuthorization = given({ authorization }, credentials, serviceKey)
  if (fromApiKey === undefined) return fromAuthorization
  return { ...fromApiKey, headers: { ...fromApiKey.headers, authorization } }
}

/** A header that was sent empty was not sent. */
const sent = (value: string | undefined): string | undefined => value?.trim() || undefined

/**
 * The upstream credential of a request. `X-Service-Upstream-Key` replaces whatever else arrived, unjudged.
 * Throws `request-invalid` for a malformed `Authorization` or key.
 */
export const upstreamCredential = (headers: Headers, provider: Provider): Credential => {
  const serviceKey = sent(headers[serviceKeyHeader])
  const upstreamKey = headers[upstreamKeyHeader]
  if (upstreamKey !== undefined) return fromUpstreamKey(upstreamKey.trim(), provider, serviceKey)
  const authorization = sent(headers.authorization)
  if (provider.credentialHeader === 'x-api-key') {
    return fromEither(sent(headers['x-api-key']), authorization, serviceKey)
  }
  return authorization === undefined ? { headers: {} } : fromBearer(authorization, serviceKey)
}
