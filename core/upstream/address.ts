// Addresses a request to its upstream: path, headers, body. The only maker of an Outbound. Touches no byte of path or query, except that
// a query parameter with another credential is left out.

import { holdsServiceKey } from '../access/keys/api-key.ts'
import { forUpstream } from '../http/header-policy.ts'
import type { Inbound } from '../http/inbound.ts'
import { Refusal } from '../http/refusal.ts'
import { decoded } from './decoded.ts'
import type { Outbound, Upstream } from './outbound.ts'
import type { Provider } from './provider.ts'
import { withoutParameters } from './query-parameters.ts'
import { withoutVersion } from './version-in-base.ts'

/** A client that is given a name and a password, or an address with them, encodes them. */
const basicCredentials = (authorization = ''): string => {
  const [, encoded = ''] = /^basic +(\S+)/i.exec(authorization) ?? []
  return Buffer.from(encoded, 'base64').toString('latin1')
}

/**
 * The request as it goes upstream. `rest` is the path after the provider's prefix, as `providerOf` gives it.
 * Throws `request-invalid` for a path or query that no request line can carry, and for a service key that would leave.
 */
export const addressOutbound = (
  inbound: Inbound,
  upstream: Upstream,
  provider: Provider,
  rest: string,
  body: string | Uint8Array,
): Outbound => {
  const path = `${upstream.basePath}${withoutVersion(rest, provider)}` || '/'
  const query = withoutParameters(inbound.query, upstream.withheld.parameters)
  const target = query === '' ? path : `${path}?${query}`
  // A space or line break here would be a second request of the caller's making, and behind `#` nothing is of the path any more.
  if (/[^\x21-\xff]|#/.test(target)) {
    throw new Refusal('request-invalid', 'The path or query contains characters that are not allowed there.')
  }
  const headers = forUpstream(inbound.headers, upstream.credential, upstream.withheld.headers)
  // An SDK that was handed a service key as its API key, in whatever header, would give it away to the provider.
  const carried = [decoded(target), basicCredentials(headers.authorization), ...Object.values(headers)]
  if (carried.some(holdsServiceKey))
    throw new Refusal('request-invalid', 'A service API key may only be sent in X-Service-Auth-Token.')
  return {
    method: inbound.method,
    origin: upstream.origin,
    path: target,
    trusted: upstream.trusted,
    overridden: upstream.overridden,
    headers,
    body,
  } as Outbound
}
