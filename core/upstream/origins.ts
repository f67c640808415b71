// Deployment configuration of upstreams, judged once at the start: a default that may not be used stops the function, not a request.

import { type Destination, judgeUpstreamUrl } from './override-url.ts'
import type { Provider } from './provider.ts'
import { providers } from './providers.ts'

export interface UpstreamConfiguration {
  /** Default upstreams by provider id; a provider that is not named is where its own data says. */
  readonly defaults: Readonly<Record<string, string>>
  /** Origins that defaults may have although they are plain http or private. */
  readonly trustedForDefaults: readonly string[]
  /** The same for `X-Service-Upstream-Url`. */
  readonly trustedForOverrides: readonly string[]
  /** Origins behind which prompts are cached as the provider itself caches them: gateways that lead to it, clouds that run its models. */
  readonly cachingAsProvider: readonly string[]
}

export interface UpstreamOrigins {
  /** Those that requests can select. */
  readonly providers: readonly Provider[]
  /** By provider id. */
  readonly defaults: Readonly<Record<string, Destination>>
  /** The domains of the providers themselves, by provider id. */
  readonly ownDomains: Readonly<Record<string, string>>
  readonly trustedForOverrides: readonly string[]
  readonly cachingAsProvider: readonly string[]
}

/** The last two labels of a host's name: regions have names of their own below them. */
export const domainOf = (host: string): string => host.replace(/:\d+$/, '').split('.').slice(-2).join('.')

/** Throws when a default upstream is neither public https nor trusted. */
export const upstreamOrigins = (
  configuration: UpstreamConfiguration,
  served: readonly Provider[] = Object.values(providers),
): UpstreamOrigins => {
  const judged = ({ id, defaultUpstream }: Provider): Destination => {
    const destination = judgeUpstreamUrl(
      configuration.defaults[id] ?? defaultUpstream,
      configuration.trustedForDefaults,
    )
    if (typeof destination === 'string') throw new Error(`The default upstream of ${id} ${destination}.`)
    return destination
  }
  return {
    providers: served,
    defaults: Object.fromEntries(served.map((provider) => [provider.id, judged(provider)])),
    ownDomains: Object.fromEntries(
      served.map(({ id, defaultUpstream }) => [id, domainOf(new URL(defaultUpstream).host)]),
    ),
    trustedForOverrides: configuration.trustedForOverrides,
    cachingAsProvider: configuration.cachingAsProvider,
  }
}
