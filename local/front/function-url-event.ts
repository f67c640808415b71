// Turns an HTTP request into the event of a function URL (payload 2.0), as AWS delivers it. Judges only its size.

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FunctionUrlEvent } from '../../lambdas/platform/event.ts'

/** The whole event. Handlers read the part that `FunctionUrlEvent` names. */
export interface WholeEvent extends FunctionUrlEvent {
  readonly version: '2.0'
  readonly routeKey: '$default'
  readonly cookies?: readonly string[]
  readonly queryStringParameters?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly requestContext: {
    readonly accountId: 'anonymous'
    readonly apiId: string
    readonly domainName: string
    readonly domainPrefix: string
    readonly http: {
      readonly method: string
      readonly path: string
      readonly protocol: string
      readonly sourceIp: string
      readonly userAgent: string
    }
    readonly requestId: string
    readonly routeKey: '$default'
    readonly stage: '$default'
    readonly time: string
    readonly timeEpoch: number
  }
}

/**
 * The same for a handler in this process: the body as it was received, and nothing that no handler reads. Text need not be made of it and
 * taken apart again.
 */
export interface LocalEvent extends FunctionUrlEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly requestContext: {
    readonly http: { readonly method: string }
    readonly requestId: string
    readonly timeEpoch: number
  }
  bytes?: Buffer | undefined
  /** What the rest of the event is made of. */
  readonly of: Pick<IncomingMessage, 'httpVersion' | 'socket'>
  readonly cookies: readonly string[]
}

export interface Received {
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

const textTypes = /^(?:text\/|application\/(?:json|javascript|xml)\b|[^;]*\+(?:json|xml)\b)/i

/** A body is text only if encoding it again gives the same bytes. */
const isText = (contentType: string | undefined, body: Uint8Array): boolean =>
  contentType !== undefined && textTypes.test(contentType.trim()) && isUtf8(body)

/** Path and query as they came. A request line may also carry the whole URL, from a client that uses us as its proxy. */
const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : local.slice(mark + 1) }
}

interface ReceivedHeaders {
  readonly headers: Record<string, string>
  readonly cookies: readonly string[]
}

/** Names in lower case, repeated headers joined with a comma, cookies separate. Each byte of a value is one character. */
const receivedHeaders = (raw: readonly string[]): ReceivedHeaders => {
  // Without a prototype: a header may be called `__proto__`.
  const headers: Record<string, string> = Object.create(null)
  const cookies: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase()
    const value = raw[index + 1] ?? ''
    const earlier = headers[name]
    if (name === 'cookie') cookies.push(...value.split(/;\s*/).filter((cookie) => cookie !== ''))
    else headers[name] = earlier === undefined ? value : `${earlier},${value}`
  }
  return { headers, cookies }
}

/**
 * The headers that the platform writes about the call. They replace what a caller claims, except for the chain of
 * addresses.
 */
const platformHeaders = (headers: Readonly<Record<string, string>>, { socket }: LocalEvent['of']) => {
  const address = socket.remoteAddress ?? ''
  const earlier = headers['x-forwarded-for']
  return {
    'x-forwarded-for': earlier === undefined ? address : `${earlier}, ${address}`,
    'x-forwarded-port': String(socket.localPort ?? ''),
    'x-forwarded-proto': 'http',
  }
}

const queryParameters = (query: string): Record<string, string> => {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = parameters[name]
    parameters[name] = earlier === undefined ? value : `${earlier},${value}`
  }
  return parameters
}

/** The event of a request whose whole body has arrived, for a handler in this process. */
export const localEvent = (request: IncomingMessage, body: Buffer, { requestId, at }: Received): LocalEvent => {
  const { path, query } = splitTarget(request.url ?? '/')
  const { headers, cookies } = receivedHeaders(request.rawHeaders)
  return {
    rawPath: path,
    rawQueryString: query,
    headers,
    requestContext: { http: { method: request.method ?? 'GET' }, requestId, timeEpoch: at },
    bytes: body,
    isBase64Encoded: false,
    of: request,
    cookies,
  }
}

/** The event as it is sent to a function: with all that the platform says, and its body as text. */
export const sentEvent = (event: LocalEvent): WholeEvent => {
  const { rawPath, rawQueryString, cookies, bytes = Buffer.alloc(0), of } = event
  const { http, requestId, timeEpoch } = event.requestContext
  const headers: Record<string, string> = Object.assign(
    Object.create(null),
    event.headers,
    platformHeaders(event.headers, of),
  )
  const { host = '' } = headers
  const whole: WholeEvent = {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    ...(cookies.length === 0 ? {} : { cookies }),
    headers,
    ...(rawQueryString === '' ? {} : { queryStringParameters: queryParameters(rawQueryString) }),
    requestContext: {
      accountId: 'anonymous',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? '',
      http: {
        method: http.method,
        path: rawPath,
        protocol: `HTTP/${of.httpVersion}`,
        sourceIp: of.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: new Date(timeEpoch).toISOString(),
      timeEpoch,
    },
    isBase64Encoded: false,
  }
  if (bytes.length === 0) return whole
  const text = isText(headers['content-type'], bytes)
  return { ...whole, body: bytes.toString(text ? 'utf8' : 'base64'), isBase64Encoded: !text }
}

/** The event of a request whose whole body has arrived. */
export const functionUrlEvent = (request: IncomingMessage, body: Buffer, received: Received): WholeEvent =>
  sentEvent(localEvent(request, body, received))

/** Bytes of the event as it is sent to the function. */
export const eventBytes = (event: WholeEvent): number => Buffer.byteLength(JSON.stringify(event))
