// Which provider a path and method ask for, or why nobody is asked.

import type { Inbound } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import type { Provider } from '../upstream/provider.ts'
import { type ProviderPath, providerOf } from '../upstream/providers.ts'

/** Throws `Refusal`: 404 outside every provider prefix, 400 for dot segments, 405 for `OPTIONS`, 426 for an attempt at a WebSocket. */
export const targetOf = ({ method, path }: Inbound, served: readonly Provider[]): ProviderPath => {
  const target = providerOf(path, served)
  if (target === undefined) throw new Refusal('not-found', 'There is nothing at this path.')
  // An upstream that resolves them leaves the path that was judged, and perhaps its own base path.
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(target.rest))
    throw new Refusal('request-invalid', 'The path must not contain dot segments.')
  if (method === 'OPTIONS') throw new Refusal('method-not-allowed', 'OPTIONS is not served.')
  if (method === 'GET' && target.provider.webSocketPaths.includes(target.rest))
    throw new Refusal('upgrade-refused', 'WebSockets are not served here. Use POST over HTTP.')
  return target
}
