// A function URL as AWS documents it and others have measured it: the limit on the event, the prelude, renamed headers, how
// a failing function looks from outside, and no report to the function when its client leaves.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { maxEventBytes, type RouteName, routeOf } from '../../lambdas/routes.ts'
import type { Prelude } from '../../local/front/awslambda.ts'
import { functionUrlEvent } from '../../local/front/function-url-event.ts'
import { drainedOrClosed } from '../../testkit/drained-or-closed.ts'
import type { LambdaFunction } from './lambda-function.ts'

const delimiter = Buffer.alloc(8)
const renamed = new Set(['www-authenticate', 'date', 'connection', 'content-length', 'server', 'x-amzn-requestid'])

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const say = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ Message: message }))
}

/**
 * Sends status and headers of a prelude, or an error of the platform if the prelude holds something that the platform
 * refuses.
 */
const begin = (response: ServerResponse, prelude: Prelude): boolean => {
  const headers = Object.entries(prelude.headers ?? {})
  if (headers.some(([name]) => name.toLowerCase().startsWith('x-amzn-remapped-'))) {
    say(response, 500, 'Internal Server Error')
    return false
  }
  // The platform decodes it unasked and drops the header, which CloudFront turns into a 502.
  if (headers.some(([name]) => name.toLowerCase() === 'content-encoding')) {
    say(response, 502, 'Internal Server Error')
    return false
  }
  for (const [name, value] of headers) {
    response.setHeader(renamed.has(name.toLowerCase()) ? `x-amzn-remapped-${name}` : name, value)
  }
  if (prelude.cookies !== undefined && prelude.cookies.length > 0)
    response.setHeader('set-cookie', [...prelude.cookies])
  response.writeHead(prelude.statusCode)
  response.write(Buffer.alloc(0))
  return true
}

const pass = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  let head = Buffer.alloc(0)
  let begun = false
  let taken = true
  for await (const chunk of answer) {
    // What the client does not take is still read to its end, and the function does not notice.
    if (!taken) continue
    if (begun) {
      // The platform does not wait for a client that has left, and does not tell the function.
      if (!response.destroyed && !response.write(chunk)) await drainedOrClosed(response)
      continue
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf(delimiter)
    if (end < 0) continue
    begun = true
    taken = begin(response, JSON.parse(head.subarray(0, end).toString()))
    if (taken && head.length > end + delimiter.length) response.write(head.subarray(end + delimiter.length))
  }
  if (!taken) return
  const failed = answer.trailers['lambda-runtime-function-error-type'] !== undefined
  if (!begun) say(response, 502, 'Internal Server Error')
  else if (failed) response.socket?.destroySoon()
  else response.end()
}

export interface FunctionUrlsUnderTest {
  readonly server: Server
  /** Milliseconds that an invocation has; may be changed between requests. */
  patience: number
}

/** One origin over the URLs of all functions. The path decides which one is called, as in the distribution. */
export const functionUrlsOver = (functions: ReadonlyMap<RouteName, LambdaFunction>): FunctionUrlsUnderTest => {
  const urls: FunctionUrlsUnderTest = {
    patience: 900_000,
    server: createServer(async (request, response) => {
      response.on('error', () => {})
      const body = await bodyOf(request)
      const event = functionUrlEvent(request, body, { requestId: 'test', at: Date.now() })
      const text = JSON.stringify(event)
      if (Buffer.byteLength(text) > maxEventBytes)
        return say(
          response,
          413,
          `Request must be smaller than ${maxEventBytes} bytes for the InvokeFunction operation`,
        )
      const lambda = functions.get(routeOf(event.rawPath))
      if (lambda === undefined) return say(response, 404, 'Not Found')
      try {
        await pass(await lambda.invoke(text, urls.patience), response)
      } catch {
        // An environment that dies ends its connection.
        if (response.headersSent) response.destroy()
        else say(response, 502, 'Internal Server Error')
      }
    }),
  }
  return urls
}
