// A front over handlers that a test scripts, and clients that speak raw bytes, because Node's own client repairs and hides
// things.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { defined } from '../../core/collections/defined.ts'
import { type RouteName, routes } from '../../lambdas/routes.ts'
import { HttpResponseStream, type Prelude, type ResponseStream } from '../../local/front/awslambda.ts'
import { type FunctionUrlOptions, type FunctionUrls, openFunctionUrls } from '../../local/front/function-url.ts'
import { type LocalEvent, sentEvent, type WholeEvent } from '../../local/front/function-url-event.ts'

export type Script = (event: WholeEvent, stream: ResponseStream, context?: unknown) => Promise<void>

export interface Front extends FunctionUrls {
  readonly baseUrl: string
  /** Names of the handlers that were called. */
  readonly called: RouteName[]
  /** Its reports of failed handlers. */
  readonly reported: string[]
  /** The log lines of refusals that no handler has seen. */
  readonly logged: string[]
}

export const frontOver = async (
  script: Script,
  options: Partial<Pick<FunctionUrlOptions, 'carriesKey' | 'invocationMilliseconds' | 'receiving' | 'own'>> & {
    readonly only?: readonly RouteName[]
  } = {},
): Promise<Front> => {
  const called: RouteName[] = []
  const reported: string[] = []
  const logged: string[] = []
  const names = options.only ?? routes.map(({ name }) => name)
  const handlers = new Map(
    names.map((name) => [
      name,
      async (event: unknown, stream: ResponseStream, context: unknown): Promise<void> => {
        called.push(name)
        await script(sentEvent(event as LocalEvent), stream, context)
      },
    ]),
  )
  const { carriesKey = () => true, invocationMilliseconds, receiving, own } = options
  const urls = await openFunctionUrls({
    handlers,
    carriesKey,
    port: 0,
    report: (line) => reported.push(line),
    log: (line) => logged.push(line),
    ...defined({ invocationMilliseconds, receiving, own }),
  })
  onTestFinished(() => urls.drain(0))
  return { ...urls, baseUrl: `http://127.0.0.1:${urls.port}`, called, reported, logged }
}

/** Begins an answer as our handlers do: the prelude, then an empty write that sends it. */
export const opened = (stream: ResponseStream, prelude: Prelude): ResponseStream => {
  const begun = HttpResponseStream.from(stream, prelude)
  begun.write('')
  return begun
}

export const answer =
  (prelude: Prelude, body: string | Uint8Array = ''): Script =>
  async (_event, stream) => {
    const begun = opened(stream, prelude)
    if (body.length > 0) begun.write(body)
    begun.end()
  }

/** The event that a request becomes. */
export const eventOf = async (head: string, body: Uint8Array | string = ''): Promise<WholeEvent> => {
  let received: WholeEvent | undefined
  const front = await frontOver(async (event, stream) => {
    received = event
    opened(stream, { statusCode: 200 }).end()
  })
  await exchange(front.port, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]))
  if (received === undefined) throw new Error('no handler was called')
  return received
}

export const openSocket = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

export interface RawAnswer {
  readonly status: number
  /** Status line and headers as they came, one byte per character. */
  readonly head: string
  readonly body: Buffer
  /** How the connection ended: by its end or by a reset. */
  readonly end: 'end' | 'reset'
}

/** All that comes until the connection is over. */
export const untilOver = (socket: Socket): Promise<RawAnswer> =>
  new Promise((over) => {
    const chunks: Buffer[] = []
    let end: RawAnswer['end'] = 'end'
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {
      end = 'reset'
    })
    socket.on('close', () => {
      const bytes = Buffer.concat(chunks)
      const split = bytes.indexOf('\r\n\r\n')
      const head = bytes.subarray(0, split).toString('latin1')
      over({ status: Number(head.split(' ')[1]), head, body: bytes.subarray(split + 4), end })
    })
  })

/** Sends bytes on a connection of their own; the request should ask for `connection: close`. */
export const exchange = async (port: number, bytes: Uint8Array | string): Promise<RawAnswer> => {
  const socket = await openSocket(port)
  socket.write(bytes)
  return untilOver(socket)
}

export const headerOf = (head: string, name: string): string[] =>
  head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: ?/, 2))
    .filter(([found]) => found?.toLowerCase() === name)
    .map(([, value]) => value ?? '')
