// The only list of providers. Where they stand is configuration.

import { anthropicPrices, openaiPrices } from '../caches/rows.ts'
import type { Provider } from './provider.ts'

const anthropic: Provider = {
  id: 'anthropic',
  prefixes: ['provider-a', 'anthropic'],
  defaultUpstream: 'https://api.anthropic.com',
  versionInBase: '',
  credential: {
    // Both are ways to carry a key there, and some clients send both: the provider decides between them.
    headers: [
      { name: 'x-api-key', scheme: 'none' },
      { name: 'authorization', scheme: 'any' },
    ],
    parameters: [],
    advice: 'in x-api-key (or in Authorization)',
  },
  webSocketPaths: [],
  prices: anthropicPrices,
  failureBody: (kind, message) =>
    JSON.stringify({ type: 'error', error: { type: kind === 'timeout' ? 'timeout_error' : 'api_error', message } }),
}

const openai: Provider = {
  id: 'openai',
  prefixes: ['provider-b', 'openai'],
  defaultUpstream: 'https://api.openai.com/v1',
  versionInBase: '/v1',
  credential: {
    headers: [{ name: 'authorization', scheme: 'bearer' }],
    parameters: [],
    advice: 'as `Authorization: Bearer <key>`',
  },
  // Codex opens with a WebSocket handshake. 426 makes it fall back to plain HTTP at once; every other status costs it
  // seconds of retries, and 400 ends its turn.
  webSocketPaths: ['/v1/responses', '/responses'],
  prices: openaiPrices,
  failureBody: (kind, message) =>
    JSON.stringify({
      error: {
        message,
        type: 'server_error',
        param: null,
        code: `upstream_${kind}`,
      },
    }),
}

export const providers = { anthropic, openai }
export type ProviderId = keyof typeof providers

/** A path under a provider. */
export interface ProviderPath {
  readonly provider: Provider
  /** What follows the prefix, as received: empty, or beginning with a slash. */
  readonly rest: string
}

/** The provider that a path selects; compared as it came, case included. */
export const providerOf = (
  path: string,
  served: readonly Provider[] = Object.values(providers),
): ProviderPath | undefined => {
  for (const provider of served)
    for (const prefix of provider.prefixes) {
      const start = `/${prefix}`
      if (path.startsWith(start) && (path.length === start.length || path[start.length] === '/'))
        return { provider, rest: path.slice(start.length) }
    }
  return undefined
}
