// Streams a Reply like middy's streaming mode, with one difference. middy ends its stream with `pipeline`, which destroys
// the response when the body breaks; under Lambda's runtime that ends the whole process. Here the exchange is settled first
// and the handler then rejects: the runtime reports the error, and the client's connection breaks. See
// docs/decisions/0002-own-streaming-mode.md.

import { once } from 'node:events'
import type middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { reservedMilliseconds } from '../../core/exchange/forward.ts'
import type { Reply } from '../../core/http/reply.ts'
import { clientLeft } from './client-left.ts'
import type { FunctionUrlEvent } from './event.ts'
import { asInvocation } from './invocation.ts'

/** How long the receipt of a cut stream may take, while the client waits for its connection to break. */
const cutSettleMilliseconds = 1_000

/** The stream that the runtime gives to a streaming handler. It is not a real Writable; only these members are used. */
export interface ResponseStream {
  write(chunk: Uint8Array | string): boolean
  end(): void
  readonly destroyed?: boolean
  readonly writableEnded?: boolean
  once(event: string, listener: (...values: unknown[]) => void): unknown
  off(event: string, listener: (...values: unknown[]) => void): unknown
}

/** What a handler is called with: the platform's context, and whether the client has left. */
export interface StreamContext extends Context {
  readonly left: AbortSignal
}

type StreamHandler = (event: FunctionUrlEvent, stream: ResponseStream, context: Context) => Promise<void>

/** The global that the runtime provides before it loads a handler. */
declare const awslambda: {
  streamifyResponse(handler: StreamHandler): StreamHandler
  HttpResponseStream: { from(stream: ResponseStream, prelude: object): ResponseStream }
}

/** Rejects when it is time to cut, because a client that stops reading must not cost the receipt. */
const drained = (stream: ResponseStream, milliseconds: number): Promise<unknown> =>
  once(stream as unknown as NodeJS.EventEmitter, 'drain', { signal: AbortSignal.timeout(Math.max(0, milliseconds)) })

const within = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/**
 * Sends the reply and settles it. Rejects if the body breaks or is cut, without the cause, which may quote the body. A body
 * that is cut because its client has left is nobody's failure. `remaining`: milliseconds until a running relay must be cut.
 */
const streamReply = async (
  reply: Reply,
  stream: ResponseStream,
  remaining: () => number,
  left: AbortSignal,
): Promise<void> => {
  try {
    if (typeof reply.body === 'string') stream.write(reply.body)
    else for await (const chunk of reply.body) if (!stream.write(chunk)) await drained(stream, remaining())
  } catch {
    if (left.aborted) {
      await reply.settle('cut')
      stream.end()
      return
    }
    await within(cutSettleMilliseconds, reply.settle('cut'))
    throw new Error('The answer was cut.')
  }
  stream.end()
  await reply.settle('whole')
}

interface MiddyCore {
  middyRequest(event: FunctionUrlEvent, context: Context): middy.Request
  runRequest(request: middy.Request, ...chain: unknown[]): Promise<Reply>
}

type Handler = (event: FunctionUrlEvent, context: Context) => Promise<Reply>

const mode = (core: MiddyCore, before: unknown, base: Handler, after: unknown, onError: unknown, plugin: unknown) => {
  let handler = base
  const serve: StreamHandler = async (event, stream, given) => {
    const left = clientLeft(stream)
    const context: StreamContext = Object.assign(given, { left })
    const reply = await core.runRequest(core.middyRequest(event, context), before, handler, after, onError, plugin)
    const prelude = { statusCode: reply.status, headers: reply.headers, cookies: reply.cookies }
    const opened = awslambda.HttpResponseStream.from(stream, prelude)
    // The runtime sends status and headers with the first write. Without a write it would lose them.
    opened.write('')
    const remaining = (): number => context.getRemainingTimeInMillis() - reservedMilliseconds
    await streamReply(reply, opened, remaining, left)
  }
  const entry = awslambda.streamifyResponse((event, stream, given) =>
    asInvocation(given, () => serve(event, stream, given)),
  )
  return Object.assign(entry, {
    handler(replacement: Handler) {
      handler = replacement
      return entry
    },
  })
}

/** For middy's `executionMode`, whose declared type does not say what a mode receives. */
export const streamReplyMode = mode as unknown as () => void
