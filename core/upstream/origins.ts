// Deployment configuration of upstreams, judged once at the start: a default that may not be used stops the function, not a request.

import { type Destination, isInnerHost, judgeUpstreamUrl } from './override-url.ts'
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

/** A destination, and whether it may be anybody's, so that what it caches is not known. */
export interface Placed extends Destination {
  readonly elsewhere: boolean
}

export interface UpstreamOrigins {
  /** Those that requests can select. */
  readonly providers: readonly Provider[]
  /** By provider id. */
  readonly defaults: Readonly<Record<string, Placed>>
  /** The domains of the providers themselves, by provider id. */
  readonly ownDomains: Readonly<Record<string, string>>
  readonly trustedForOverrides: readonly string[]
  readonly cachingAsProvider: readonly string[]
}

/** The last two labels of a host's name: regions have names of their own below them. */
const domainOf = (host: string): string => host.replace(/:\d+$/, '').split('.').slice(-2).join('.')

/** Whether it is neither the provider's own nor, as the deployment says, one that caches as it does. */
export const isElsewhere = (
  { host, origin }: Destination,
  { id }: Provider,
  { ownDomains, cachingAsProvider }: Pick<UpstreamOrigins, 'ownDomains' | 'cachingAsProvider'>,
): boolean => domainOf(host) !== ownDomains[id] && !cachingAsProvider.includes(origin)

/** Throws when a default upstream is neither public https nor trusted. */
export const upstreamOrigins = (
  configuration: UpstreamConfiguration,
  served: readonly Provider[] = Object.values(providers),
): UpstreamOrigins => {
  const { trustedForOverrides, cachingAsProvider } = configuration
  const ownDomains: Readonly<Record<string, string>> = Object.fromEntries(
    served.map(({ id, defaultUpstream }) => [id, domainOf(new URL(defaultUpstream).host)]),
  )
  const judged = (provider: Provider): Placed => {
    const { id, defaultUpstream } = provider
    const destination = judgeUpstreamUrl(
      configuration.defaults[id] ?? defaultUpstream,
      configuration.trustedForDefaults,
    )
    if (typeof destination === 'string') throw new Error(`The default upstream of ${id} ${destination}.`)
    // One in the deployment's own network is taken for a way to the provider; of others the deployment has to say so.
    const elsewhere =
      isElsewhere(destination, provider, { ownDomains, cachingAsProvider }) && !isInnerHost(destination.host)
    return { ...destination, elsewhere }
  }
  const defaults = Object.fromEntries(served.map((provider) => [provider.id, judged(provider)]))
  return { providers: served, defaults, ownDomains, trustedForOverrides, cachingAsProvider }
}
