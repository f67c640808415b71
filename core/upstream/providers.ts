// The providers as data: prefix, credential, version segment, and how each words a failure. Where they stand is configuration.

export const providerIds = ['anthropic', 'openai'] as const
export type ProviderId = (typeof providerIds)[number]

export interface Provider {
  readonly id: ProviderId
  /** First segments of the path that select it. */
  readonly prefixes: readonly string[]
  /** Where its API expects the key. */
  readonly credentialHeader: 'x-api-key' | 'authorization'
  /** The version segment that its upstream base already contains. */
  readonly versionInBase: '' | '/v1'
  /** The body of a 502 or 504 in the provider's own shape, so that its SDKs read it as one of its errors. */
  readonly failureBody: (timedOut: boolean, message: string) => string
}

export const providers: Readonly<Record<ProviderId, Provider>> = {
  anthropic: {
    id: 'anthropic',
    prefixes: ['provider-a', 'anthropic'],
    credentialHeader: 'x-api-key',
    versionInBase: '',
    failureBody: (timedOut, message) =>
      JSON.stringify({ type: 'error', error: { type: timedOut ? 'timeout_error' : 'api_error', message } }),
  },
  openai: {
    id: 'openai',
    prefixes: ['provider-b', 'openai'],
    credentialHeader: 'authorization',
    versionInBase: '/v1',
    failureBody: (timedOut, message) =>
      JSON.stringify({
        error: {
          message,
          type: 'server_error',
          param: null,
          code: timedOut ? 'upstream_timeout' : 'upstream_unreachable',
        },
      }),
  },
}

/** A path under a provider. */
export interface ProviderPath {
  readonly provider: Provider
  /** What follows the prefix, as received: empty, or beginning with a slash. */
  readonly rest: string
}

const byPrefix = providerIds.flatMap((id) =>
  providers[id].prefixes.map((prefix) => ({ start: `/${prefix}`, provider: providers[id] })),
)

/** The provider that a path selects; compared as it came, case included. */
export const providerOf = (path: string): ProviderPath | undefined => {
  for (const { start, provider } of byPrefix) {
    if (path.startsWith(start) && (path.length === start.length || path[start.length] === '/')) {
      return { provider, rest: path.slice(start.length) }
    }
  }
  return undefined
}
