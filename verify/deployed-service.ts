// The deployment that is verified: where it is, what the checks may use, and how a check asks it. Prints and judges
// nothing.

import { randomUUID } from 'node:crypto'
import { keyHeader } from '../core/upstream/credential.ts'
import { type ProviderId, providers } from '../core/upstream/providers.ts'
import { Skipped } from '../testkit/skipped.ts'
import { stubKey } from './canary.ts'
import { exchange, type WireAnswer, type WireRequest } from './exchange.ts'
import type { Ledger } from './ledger.ts'

export interface DeployedServiceFacts {
  readonly baseUrl: string
  readonly serviceKey: string
  /** URL of the stub upstream; `default`: the stub is the deployment's default upstream. */
  readonly stub?: string
  /** A key that admits one request a minute. */
  readonly limitedKey?: string
  /** A key of an account without entitlements. */
  readonly unentitledKey?: string
  /** A function's own address. */
  readonly functionUrl?: string
  /** The dashboard's own origin. */
  readonly dashboardUrl?: string
  /** Real keys of the default upstreams, and the models to ask for. */
  readonly providers: Readonly<Partial<Record<ProviderId, { readonly key: string; readonly model: string }>>>
  /** Seconds of silence before the stub's first byte, in the check of silence. */
  readonly silenceSeconds?: number
  readonly ledger?: Ledger
}

type HeaderValues = Readonly<Record<string, string>>

export interface DeployedService extends DeployedServiceFacts {
  /** Asks with the service key, unless the request says otherwise. */
  ask(request: WireRequest): Promise<WireAnswer>
  /** The headers that send a client's request to the stub. Throws `Skipped` if there is no stub. */
  toStub(provider: ProviderId): HeaderValues
  /** The same for an exchange outside the SDKs: with credential and content type. */
  stubRequest(provider: ProviderId): HeaderValues
}

/** The header with the key that the stub takes for the provider's. */
export const stubCredential = (provider: ProviderId): HeaderValues => keyHeader(providers[provider], stubKey)

/** A new session id, and the header that carries it. */
export const newSession = (): { readonly id: string; readonly headers: HeaderValues } => {
  const id = randomUUID()
  return { id, headers: { 'X-Service-Session-Id': id } }
}

export const deployedServiceOf = (facts: DeployedServiceFacts): DeployedService => {
  const { baseUrl, serviceKey, stub } = facts
  const toStub = (provider: ProviderId): HeaderValues => {
    if (stub === undefined) throw new Skipped('needs --stub-upstream')
    const root = stub.replace(/\/+$/, '')
    const override = { 'X-Service-Upstream-Url': `${root}${providers[provider].versionInBase}` }
    return { 'X-Service-Auth-Token': serviceKey, ...(stub === 'default' ? {} : override) }
  }
  return {
    ...facts,
    toStub,
    ask: (request) =>
      exchange(baseUrl, { ...request, headers: { 'X-Service-Auth-Token': serviceKey, ...request.headers } }),
    stubRequest: (provider) => ({
      ...toStub(provider),
      ...stubCredential(provider),
      'content-type': 'application/json',
    }),
  }
}
