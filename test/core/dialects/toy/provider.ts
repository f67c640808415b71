// A provider that is unlike those that are served: its key may stand in the query, its errors have codes.

import type { Provider } from '../../../../core/upstream/provider.ts'

const hour = 3_600_000

export const toyProvider: Provider = {
  id: 'toy',
  prefixes: ['toy'],
  defaultUpstream: 'https://models.toy.example',
  versionInBase: '',
  credential: {
    headers: [{ name: 'x-toy-api-key', scheme: 'none' }],
    parameters: ['key'],
    advice: 'in x-toy-api-key',
  },
  webSocketPaths: ['/v1beta/live'],
  prices: [
    {
      family: /^toy-/,
      source: 'made up',
      read: 0.25,
      write: 1,
      writeLong: 1,
      automatic: true,
      surelyEnds: 'anywhere',
      possiblyEnds: 'requests',
      leastTokens: { from: 1_024, to: 1_024 },
      lifetime: { surelyMs: hour, possiblyMs: hour },
      longLifetime: { surelyMs: hour, possiblyMs: hour },
    },
  ],
  failureBody: (kind, message) => JSON.stringify({ error: { code: kind === 'timeout' ? 504 : 502, message } }),
}
