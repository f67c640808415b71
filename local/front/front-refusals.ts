// What the front answers itself, before any function has seen the request.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal, refusalBody, refusalHeaders } from '../../core/http/refusal.ts'
import { outageRetryAfterSeconds } from '../../core/http/retry-after.ts'
import { maxEventBytes, routeOf } from '../../lambdas/routes.ts'

export const tooLarge = new Refusal(
  'request-too-large',
  `The request is too large: at most ${maxEventBytes} bytes (${maxEventBytes / 1024 ** 2} MB). They are counted as JSON with its escapes, or in base64 when it is not text.`,
  { members: { limit_bytes: maxEventBytes } },
)

export const crowded = new Refusal(
  'service-unavailable',
  'Too many requests are arriving at once, and this one took longest. Send it again shortly.',
  { retryAfterSeconds: outageRetryAfterSeconds },
)

export const noRoom = new Refusal(
  'service-unavailable',
  'Too many large requests wait for an answer. Send it again shortly.',
  { retryAfterSeconds: outageRetryAfterSeconds },
)

/** As the functions log theirs. */
export const refusalLine = ({ method, url = '/' }: IncomingMessage, { code, status, message: why }: Refusal): string =>
  JSON.stringify({
    level: 'INFO',
    message: 'refused',
    timestamp: new Date().toISOString(),
    function_name: routeOf(url.split('?', 1).join('')),
    ...{ method, code, status, why },
  })

/** How long a client may still read, and send what nobody reads: one that never closes its own side would keep the connection. */
const lingerMilliseconds = 2_000

/** Refuses where Node has no response for it, as the last answer of a connection. `status`: its number and words. */
export const refuseLast = (connection: Duplex, status: string, refusal: Refusal): void => {
  const body = refusalBody(refusal)
  const headers = { ...refusalHeaders(refusal), connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  connection.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
  setTimeout(() => connection.destroy(), lingerMilliseconds).unref()
}
