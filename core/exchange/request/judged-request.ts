// What a request asks for, and where it goes, judged: what every later step of the pipeline is told of it.

import type { Grant } from '../../access/account.ts'
import type { Inbound } from '../../http/inbound.ts'
import type { Upstream } from '../../upstream/outbound.ts'
import type { ProviderPath } from '../../upstream/providers.ts'
import { resolveUpstream } from '../../upstream/resolve.ts'
import type { Deployment, ProxyRoute } from '../deployment.ts'
import { type RequestOptions, readRequestOptions } from './request-options.ts'
import { targetOf } from './request-target.ts'

/** A request that may be sent: who asks, what for, and where it goes. */
export interface JudgedRequest {
  readonly route: ProxyRoute
  readonly inbound: Inbound
  readonly grant: Grant
  readonly options: RequestOptions
  readonly target: ProviderPath
  readonly upstream: Upstream
}

/** Judges all but the caller and the body. Throws `Refusal`. */
export const judgedRequest = (
  route: ProxyRoute,
  inbound: Inbound,
  grant: Grant,
  { origins }: Pick<Deployment, 'origins'>,
): JudgedRequest => {
  const target = targetOf(inbound, origins.providers)
  const options = readRequestOptions(inbound.headers)
  const upstream = resolveUpstream(inbound, target.provider, origins)
  return { route, inbound, grant, options, target, upstream }
}
