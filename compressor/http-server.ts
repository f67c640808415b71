// SageMaker's contract with a container over HTTP: `GET /ping` and `POST …/invocations`. Everything else is refused.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { maxInvocationBytes } from '../core/compressor/contract.ts'
import type { ReportFailure } from './compress-batch.ts'
import { type Answer, answerInvocation, refuse } from './invocation.ts'

/** Longer than the minute for which a client may keep an idle connection. */
const keepAliveMilliseconds = 65_000

export interface HttpServerOptions {
  /** Whether the engines are loaded and have run once. */
  readonly isWarm: () => boolean
  readonly report: ReportFailure
}

const tooLarge = (): Answer =>
  refuse(413, 'request_too_large', `The body is larger than ${maxInvocationBytes} bytes.`, {
    limit_bytes: maxInvocationBytes,
  })

/** The whole body, or `undefined` when it is larger than the limit. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  if (Number(request.headers['content-length'] ?? 0) > maxInvocationBytes) return undefined
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > maxInvocationBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

const send = (response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void => {
  response.writeHead(status, {
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

const answerPing = (method: string | undefined, response: ServerResponse, isWarm: boolean): void => {
  if (method !== 'GET' && method !== 'HEAD')
    send(response, refuse(405, 'method_not_allowed', 'Use GET.'), { allow: 'GET, HEAD' })
  else if (isWarm) send(response, { status: 200, body: '' })
  else send(response, refuse(503, 'service_unavailable', 'The engines are being loaded.'), { 'retry-after': '1' })
}

const serve = async (request: IncomingMessage, response: ServerResponse, options: HttpServerOptions): Promise<void> => {
  // A page of a browser says where it is from, and nobody else does: on one machine any page could keep the engines busy.
  if (request.headers.origin !== undefined)
    return send(response, refuse(403, 'permission_error', 'Pages of a browser are not served.'), {
      connection: 'close',
    })
  const [path = ''] = (request.url ?? '').split('?', 1)
  if (path === '/ping') return answerPing(request.method, response, options.isWarm())
  if (!path.endsWith('/invocations'))
    return send(response, refuse(404, 'not_found_error', 'There is GET /ping and POST /invocations.'))
  if (request.method !== 'POST')
    return send(response, refuse(405, 'method_not_allowed', 'Use POST.'), { allow: 'POST' })
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const body = await readBody(request)
  // The rest of the body is not read: the connection can carry nothing after it.
  if (body === undefined) return send(response, tooLarge(), { connection: 'close' })
  send(response, await answerInvocation(body, gone.signal, options.report))
}

/** The server; it does not listen yet. */
export const compressorServer = (options: HttpServerOptions): Server => {
  const server = createServer((request, response) => {
    serve(request, response, options).catch((error: unknown) => {
      options.report({ engine: 'none', error: error instanceof Error ? error.name : typeof error })
      if (!response.headersSent && !response.destroyed)
        send(response, refuse(500, 'internal_error', 'The compressor failed.'), { connection: 'close' })
    })
  })
  server.keepAliveTimeout = keepAliveMilliseconds
  return server
}
