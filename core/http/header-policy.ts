// THE header policy: which headers stop at this service, each with its reason. Everything that is not named here passes
// with its value untouched, in both directions. Knows nothing of who sends or what a value means. The headers that carry a
// provider's key are no part of the list: they stand in the provider's row, in upstream/providers.ts.

import type { Headers } from './inbound.ts'
import { serviceHeaderPrefix } from './service-headers.ts'

export interface DenyList {
  readonly names: ReadonlySet<string>
  readonly prefixes: readonly string[]
}

// RFC 9110 7.6.1 and its predecessors: these describe one connection. Of a request the list is fixed: what its `Connection` header
// names is not consulted, or a caller could have an end-to-end header (a credential, a version) taken off by naming it there.
const hopByHop = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const

/** Caller to upstream. */
export const requestDenyList: DenyList = {
  names: new Set([
    ...hopByHop,
    // These name this service, this body, this hop; the sender writes its own.
    'host',
    'content-length',
    'expect',
    // Replaced by `identity`: an encoded answer cannot be metered, and a function URL would take the encoding off unasked.
    'accept-encoding',
    // Cookies belong to the name that the client talks to, which is ours; no provider's API takes one.
    'cookie',
    // These say who called and by which way: the upstream need not know it, and anyone can forge it.
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'x-vercel-forwarded-for',
    'x-envoy-external-address',
    'x-appengine-user-ip',
    'x-azure-clientip',
    'x-azure-socketip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-connecting-ipv6',
    'fastly-client-ip',
    'fly-client-ip',
    'do-connecting-ip',
    'cdn-loop',
    // Proves to the functions that a request came through the distribution: a secret.
    'x-origin-verify',
  ]),
  prefixes: [
    // The service key, the upstream key, the override: everything that is said to this service alone.
    serviceHeaderPrefix,
    'x-forwarded-',
    // Written by the platform in front of the functions.
    'x-amzn-',
    'x-amz-',
    'cloudfront-',
  ],
}

/** Upstream to caller. */
export const responseDenyList: DenyList = {
  names: new Set(hopByHop),
  prefixes: [
    // A function URL answers 500 to a handler that sends one, as an upstream behind a function URL does.
    'x-amzn-remapped-',
  ],
}

const stops = (list: DenyList, name: string): boolean =>
  list.names.has(name) || list.prefixes.some((prefix) => name.startsWith(prefix))

// Without a prototype: a header may be called `__proto__`.
const emptyHeaders = (): Record<string, string> => Object.create(null)

/**
 * The headers that go upstream: the caller's (lower-case names) less what stops here, with the upstream credential as
 * resolved and `accept-encoding: identity`. `credentialNames`: the headers in which any provider takes a credential; a
 * credential that arrived under one of them was given to one party, and only upstream/resolve.ts decides whether it goes out.
 */
export const forUpstream = (headers: Headers, credential: Headers, credentialNames: readonly string[]): Headers => {
  const passed = emptyHeaders()
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined || stops(requestDenyList, name) || credentialNames.includes(name)) continue
    passed[name] = value
  }
  passed['accept-encoding'] = 'identity'
  return Object.assign(passed, credential)
}

/** What the upstream itself says of its connection to us: a client would take it for its own. */
const namedByConnection = (list: readonly (readonly [name: string, value: string])[]): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const [name, value] of list)
    if (name === 'connection') for (const named of value.toLowerCase().split(/[\s,]+/)) names.add(named)
  return names
}

export interface ClientHeaders {
  /** A repeated header is one value, joined with a comma and a space. */
  readonly headers: Headers
  /** Every `set-cookie` on its own: their values hold commas. */
  readonly cookies: readonly string[]
}

/**
 * The headers that come back to the client: the upstream's (lower-case names, in order) less what stops here and what its
 * `Connection` header names. An answer of 204 has no content, so a length there says something that is not so.
 */
export const forClient = (list: readonly (readonly [name: string, value: string])[], status = 200): ClientHeaders => {
  const headers = emptyHeaders()
  const cookies: string[] = []
  const ofConnection = namedByConnection(list)
  for (const [name, value] of list) {
    if (ofConnection.has(name)) continue
    if (name === 'set-cookie') cookies.push(value)
    else if (!stops(responseDenyList, name) && (status !== 204 || name !== 'content-length')) {
      const earlier = headers[name]
      headers[name] = earlier === undefined ? value : `${earlier}, ${value}`
    }
  }
  return { headers, cookies }
}
