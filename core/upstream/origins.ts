// Deployment configuration of upstreams, judged once at the start: a default that may not be used stops the function, not a request.

import { type Destination, judgeUpstreamUrl } from './override-url.ts'
import { type ProviderId, providerIds } from './providers.ts'

export interface UpstreamConfiguration {
  /** Default upstream of every provider; `provider-a`: a host root, `provider-b`: a base that includes `/v1`. */
  readonly defaults: Readonly<Record<ProviderId, string>>
  /** Origins that defaults may have although they are plain http or private. */
  readonly trustedForDefaults: readonly string[]
  /** The same for `X-Service-Upstream-Url`. */
  readonly trustedForOverrides: readonly string[]
}

export interface UpstreamOrigins {
  readonly defaults: Readonly<Record<ProviderId, Destination>>
  readonly trustedForOverrides: readonly string[]
}

/** Throws when a default upstream is neither public https nor trusted. */
export const upstreamOrigins = (configuration: UpstreamConfiguration): UpstreamOrigins => {
  const judged = (id: ProviderId): Destination => {
    const destination = judgeUpstreamUrl(configuration.defaults[id], configuration.trustedForDefaults)
    if (typeof destination === 'string') throw new Error(`The default upstream of ${id} ${destination}.`)
    return destination
  }
  const [a, b] = providerIds
  return { defaults: { [a]: judged(a), [b]: judged(b) }, trustedForOverrides: configuration.trustedForOverrides }
}
