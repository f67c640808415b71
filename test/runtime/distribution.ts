// CloudFront in front of the function URLs, as AWS documents it: the shipped functions, what it removes from a request and
// adds to it, the origin secret, its time limit, cached errors, and streamed answers.

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream/promises'
import { runInNewContext } from 'node:vm'
import { originSecretHeader } from '../../core/access/front-door.ts'
import { defined } from '../../core/collections/defined.ts'
import { cachedErrorStatuses, defaultErrorSeconds, uncachedErrors } from '../../lib/front/error-caching.ts'
import { viewerRequestCode, viewerResponseCode } from '../../lib/front/front-door.ts'

export interface DistributionOptions {
  readonly origin: string
  readonly originSecret: string | undefined
  /** How long errors are cached, by status. @default as shipped */
  readonly errorSeconds?: ReadonlyMap<number, number>
}

const shippedErrorSeconds: ReadonlyMap<number, number> = new Map(
  uncachedErrors().map(({ httpStatus, ttl }) => [httpStatus, ttl?.toSeconds() ?? defaultErrorSeconds]),
)

interface CachedError {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
  readonly until: number
}

/** Errors of GET and HEAD, by method and path alone: the key of the policy `CachingDisabled`. */
const errorCache = (seconds: ReadonlyMap<number, number>) => {
  const kept = new Map<string, CachedError>()
  const keyOf = ({ method, url = '' }: IncomingMessage): string => `${method} ${url.split('?', 1).join('')}`
  return {
    find(asked: IncomingMessage): CachedError | undefined {
      const found = kept.get(keyOf(asked))
      return found !== undefined && performance.now() < found.until ? found : undefined
    },
    /** Watches the answer pass, and caches it if CloudFront would. */
    watch(asked: IncomingMessage, answer: IncomingMessage, headers: CachedError['headers']): void {
      const status = answer.statusCode ?? 502
      const milliseconds = (seconds.get(status) ?? defaultErrorSeconds) * 1000
      if (!['GET', 'HEAD'].includes(asked.method ?? '') || !cachedErrorStatuses.includes(status)) return
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const until = performance.now() + milliseconds
        if (milliseconds > 0) kept.set(keyOf(asked), { status, headers, body: Buffer.concat(chunks), until })
      })
    },
  }
}

interface EdgeHeader {
  readonly value: string
  readonly multiValue?: readonly { readonly value: string }[]
}
type EdgeHeaders = Readonly<Record<string, EdgeHeader>>

interface EdgeAnswer {
  readonly statusCode: number
  readonly headers: EdgeHeaders
  readonly body: { readonly data: string }
}

type EdgeFunction<Event, Result> = (event: Event) => Result

const edgeFunction = <Event, Result>(code: string): EdgeFunction<Event, Result> => runInNewContext(`${code};handler`)

const viewerRequest = edgeFunction<{ readonly request: object }, EdgeAnswer | { readonly headers: EdgeHeaders }>(
  viewerRequestCode(),
)
const viewerResponse = edgeFunction<{ readonly response: object }, { readonly headers: EdgeHeaders }>(
  viewerResponseCode(),
)

const toEdge = (headers: IncomingHttpHeaders): EdgeHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) =>
      typeof value === 'string'
        ? [name, { value }]
        : [name, { value: value[0] ?? '', multiValue: value.map((each) => ({ value: each })) }],
    ),
  )

const fromEdge = (headers: EdgeHeaders): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { value, multiValue }]) => [
      name,
      multiValue === undefined ? value : multiValue.map((each) => each.value),
    ]),
  )

/** Headers of one connection, or CloudFront's own, that do not reach the origin. */
const taken =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host|x-real-ip|x-edge-.*|x-amz-cf-.*)$/

const towardsOrigin = (asked: IncomingMessage, headers: EdgeHeaders, secret: string | undefined) => {
  const kept = Object.entries(fromEdge(headers)).filter(([name]) => !taken.test(name))
  const earlier = asked.headers['x-forwarded-for']
  const address = asked.socket.remoteAddress ?? ''
  return {
    ...Object.fromEntries(kept),
    via: `${asked.httpVersion} distribution.cloudfront.net (CloudFront)`,
    'x-amz-cf-id': 'test',
    'x-forwarded-for': earlier === undefined ? address : `${earlier}, ${address}`,
    ...defined({ [originSecretHeader]: secret }),
  }
}

const towardsViewer = (answer: IncomingMessage): Record<string, string | string[]> => {
  const status = answer.statusCode ?? 502
  const headers = toEdge(answer.headers)
  // CloudFront does not call them for errors.
  const judged = status >= 400 ? headers : viewerResponse({ response: { statusCode: status, headers } }).headers
  const kept = Object.entries(fromEdge(judged)).filter(([name]) => !taken.test(name))
  return { ...Object.fromEntries(kept), 'x-cache': status >= 400 ? 'Error from cloudfront' : 'Miss from cloudfront' }
}

const fault = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-type': 'text/html', 'x-cache': 'Error from cloudfront' })
  response.end(`<html><title>ERROR: The request could not be satisfied</title><h1>${status} ERROR</h1></html>`)
}

export interface DistributionUnderTest {
  readonly server: Server
  /** Milliseconds until the first byte, and between two; may be changed between requests. */
  responseTimeout: number
}

/** Opens one base URL in front of the function URLs. */
export const distributionOver = (options: DistributionOptions): DistributionUnderTest => {
  const { origin, originSecret, errorSeconds = shippedErrorSeconds } = options
  const errors = errorCache(errorSeconds)
  const server = createServer((asked, response) => {
    response.on('error', () => {})
    const judged = viewerRequest({ request: { method: asked.method, uri: asked.url, headers: toEdge(asked.headers) } })
    if ('statusCode' in judged) {
      response.writeHead(judged.statusCode, fromEdge(judged.headers)).end(judged.body.data)
      return
    }
    const known = errors.find(asked)
    if (known !== undefined) {
      asked.resume()
      response.writeHead(known.status, known.headers).end(known.body)
      return
    }
    const headers = towardsOrigin(asked, judged.headers, originSecret)
    const forwarded = request(`${origin}${asked.url}`, { method: asked.method, headers, agent: false })
    forwarded.setTimeout(distribution.responseTimeout, () => {
      if (response.headersSent) response.destroy()
      else fault(response, 504)
      forwarded.destroy()
    })
    forwarded.on('response', (answer) => {
      const passed = towardsViewer(answer)
      errors.watch(asked, answer, passed)
      response.writeHead(answer.statusCode ?? 502, passed)
      response.flushHeaders()
      pipeline(answer, response).catch(() => response.destroy())
    })
    forwarded.on('error', () => {
      if (!response.headersSent) fault(response, 502)
    })
    pipeline(asked, forwarded).catch(() => forwarded.destroy())
  })
  const distribution = { server, responseTimeout: 120_000 }
  return distribution
}
