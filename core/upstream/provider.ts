// What the service has to know of one provider, all of it data.

import type { ModelPrices } from '../caches/rows.ts'

/** Why a provider's answer is missing, as a client is told. */
export type AnswerFailure = 'timeout' | 'unreachable' | 'broken' | 'malformed'

/** A header in which a provider takes its key. */
export interface CredentialHeader {
  /** Lower-case. */
  readonly name: string
  /** `none`: the value is the key. `bearer`: `Bearer <key>`, and no other scheme is taken. `any`: a scheme and the credentials. */
  readonly scheme: 'none' | 'bearer' | 'any'
}

export interface ProviderCredential {
  /** All of them are forwarded. `X-Service-Upstream-Key` goes out in the first one, in place of whatever else arrived. */
  readonly headers: readonly [CredentialHeader, ...CredentialHeader[]]
  /** Query parameters in which the provider takes its key, too. */
  readonly parameters: readonly string[]
  /** How a client is told to send its key: what follows "send it". */
  readonly advice: string
}

export interface Provider {
  /** Small letters and digits: names of variables, settings and options are made of it. */
  readonly id: string
  /** First segments of the path that select it. */
  readonly prefixes: readonly [string, ...string[]]
  /** Where its API is, if the deployment says nothing else. */
  readonly defaultUpstream: string
  /** The version segment that its upstream base already contains. */
  readonly versionInBase: string
  readonly credential: ProviderCredential
  /** Paths behind the prefix where clients try a WebSocket first: `GET` is answered 426 there. */
  readonly webSocketPaths: readonly string[]
  /** Of its models; first match wins. */
  readonly prices: readonly ModelPrices[]
  /** The body of a 502 or 504 in the provider's own shape, so that its SDKs read it as one of its errors. */
  readonly failureBody: (kind: AnswerFailure, message: string) => string
}
