// Which provider a path and method ask for, or why nobody is asked.

import type { Headers, Inbound } from '../../http/inbound.ts'
import { Refusal } from '../../http/refusal.ts'
import { decoded } from '../../upstream/decoded.ts'
import type { Provider } from '../../upstream/provider.ts'
import { type ProviderPath, providerOf } from '../../upstream/providers.ts'
import { listOfPaths, missingPrefix, wrongVersion } from './served-paths.ts'

/**
 * Whether an upstream that resolves dot segments would leave the path that was judged, and perhaps its own base path. Some
 * decode first, take `\\` for a slash, or end a segment at `;` or at the beginning of a query.
 */
const hasDotSegment = (path: string): boolean => {
  const read = decoded(path)
  // Most paths have no dot at all.
  return read.includes('.') && read.split(/[/\\]/).some((segment) => /^\.{1,2}(?:[;?#]|$)/.test(segment))
}

/** Agents show the text of a 400; what they make of a 404 is that the model does not exist. */
const nothingHere = (path: string, served: readonly Provider[]): Refusal => {
  const advice = missingPrefix(path, served)
  if (advice !== undefined) return new Refusal('request-invalid', advice)
  const paths = listOfPaths(served)
  return new Refusal('not-found', `There is nothing at this path. There is: ${paths.join('; ')}.`, {
    members: { paths },
  })
}

/** A front door may take `Upgrade` off; the handshake's key is left. */
const isWebSocket = (headers: Headers): boolean =>
  headers['sec-websocket-key'] !== undefined || /\bwebsocket\b/i.test(headers.upgrade ?? '')

/**
 * Throws `Refusal`: 404 outside every provider prefix, 400 for dot segments and for a path that a wrong base URL makes, 405
 * for `OPTIONS`, 426 for an attempt at a WebSocket.
 */
export const targetOf = ({ method, path, headers }: Inbound, served: readonly Provider[]): ProviderPath => {
  const target = providerOf(path, served)
  if (target === undefined) throw nothingHere(path, served)
  if (hasDotSegment(target.rest)) throw new Refusal('request-invalid', 'The path must not contain dot segments.')
  // RFC 9110 15.5.6: a caller who is refused a method is told the others. Rarer ones pass too.
  if (method === 'OPTIONS')
    throw new Refusal('method-not-allowed', 'OPTIONS is not served.', {
      headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' },
    })
  if (method === 'GET' && (isWebSocket(headers) || target.provider.webSocketPaths.includes(target.rest)))
    throw new Refusal(
      'upgrade-refused',
      'WebSockets are not served here. Use POST over HTTP, and for realtime sessions the provider’s own address.',
    )
  const advice = wrongVersion(target)
  if (advice !== undefined) throw new Refusal('request-invalid', advice)
  return target
}
