// Which credential goes upstream. A credential goes to the party it was given for, or nowhere; none appears in a message.

import { hash } from 'node:crypto'
import type { Headers, Inbound } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import { serviceKeyHeader, upstreamKeyHeader } from '../http/service-headers.ts'
import type { CredentialHeader, Provider } from './provider.ts'
import { parameterValues } from './query-parameters.ts'

export interface Credential {
  /** Lower-case names; empty when no header carries one. */
  readonly headers: Headers
  /** Query parameters that must not go along. */
  readonly withheldParameters: readonly string[]
  /** SHA-256 of the key or token itself, hex; absent when there is none. */
  readonly fingerprint?: string
}

const refuse = (message: string): Refusal => new Refusal('request-invalid', message)

/** How `Authorization` spells a key (RFC 9110 11.6.2), and how a caller is told of it. */
const authorizationForms = {
  bearer: { pattern: /^bearer +(\S+)$/i, form: 'Bearer <token>' },
  any: { pattern: /^[\w!#$%&'*+.^`|~-]+ +(\S.*)$/, form: '<scheme> <credentials>' },
} as const

const secretIn = (value: string, { scheme }: CredentialHeader): string => {
  if (scheme === 'none') return value
  const { pattern, form } = authorizationForms[scheme]
  const secret = pattern.exec(value)?.[1]
  if (secret === undefined) throw refuse(`Authorization must have the form \`${form}\`.`)
  return secret
}

/** The header with a bare key in it, as the provider takes it first. */
export const keyHeader = ({ credential }: Provider, key: string): { readonly [name: string]: string } => {
  const [{ name, scheme }] = credential.headers
  return { [name]: scheme === 'none' ? key : `Bearer ${key}` }
}

/** A header that was sent empty was not sent. */
const sent = (value: string | undefined): string | undefined => value?.trim() || undefined

interface Found extends Pick<Credential, 'headers' | 'withheldParameters'> {
  readonly secrets: readonly string[]
}

const fromUpstreamKey = (key: string, provider: Provider): Found => {
  if (!/^\S+$/.test(key)) throw refuse('X-Service-Upstream-Key must be the bare key, without a scheme or spaces.')
  return { headers: keyHeader(provider, key), withheldParameters: provider.credential.parameters, secrets: [key] }
}

// A header that is not one of this provider's does not go along: it can only hold a key for another provider.
const asArrived = ({ headers, query }: Pick<Inbound, 'headers' | 'query'>, { credential }: Provider): Found => {
  const arrived: Record<string, string> = {}
  const secrets: string[] = []
  for (const header of credential.headers) {
    const value = sent(headers[header.name])
    if (value === undefined) continue
    secrets.push(secretIn(value, header))
    arrived[header.name] = value
  }
  const inQuery = parameterValues(query, credential.parameters).filter((value) => value !== '')
  return { headers: arrived, withheldParameters: [], secrets: [...secrets, ...inQuery] }
}

/**
 * The upstream credential of a request: whatever arrived where this provider takes one. `X-Service-Upstream-Key` replaces all
 * of that, unjudged. Throws `request-invalid` for a malformed `Authorization` or key.
 */
export const upstreamCredential = (inbound: Pick<Inbound, 'headers' | 'query'>, provider: Provider): Credential => {
  const upstreamKey = inbound.headers[upstreamKeyHeader]
  const found = upstreamKey === undefined ? asArrived(inbound, provider) : fromUpstreamKey(upstreamKey.trim(), provider)
  const { secrets, ...credential } = found
  const serviceKey = sent(inbound.headers[serviceKeyHeader])
  // An SDK that was handed the service key as its API key would give it away to the provider.
  if (serviceKey !== undefined && secrets.includes(serviceKey))
    throw refuse('The upstream credential must be the key of the provider, not the service key.')
  const [secret] = secrets
  return secret === undefined ? credential : { ...credential, fingerprint: hash('sha256', secret) }
}
