// The front of the service: one base URL in front of the handlers, as CloudFront and the function URLs are on AWS. Turns
// HTTP into an event, and what the handler streams into HTTP. Decides only what AWS decides before and around a function.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { bind } from '../../adapters/process/bind.ts'
import { Refusal } from '../../core/http/refusal.ts'
import { maxEventBytes, type RouteName, routeOf } from '../../lambdas/routes.ts'
import { ResponseStream, type Sink, type StreamingHandler } from './awslambda.ts'
import { ClientAnswer } from './client-answer.ts'
import { crowded, noRoom, refusalLine, tooLarge } from './front-refusals.ts'
import { eventBytes, type LocalEvent, localEvent, sentEvent } from './function-url-event.ts'
import type { OwnAnswer, OwnPaths } from './health.ts'
import { isMalformed, type MalformedRequests, malformedRequests, mostOfHead } from './malformed-requests.ts'
import { pipelinedRequests } from './pipelined-requests.ts'
import { announcesBody, declaredLength, type ReceivedBody, type Receiving, receiveBody } from './request-body.ts'
import { refuseTunnel } from './tunnels.ts'
import { type UnfinishedRequests, unfinishedInThisProcess } from './unfinished-requests.ts'
import { keyIn, waitingInThisProcess } from './waiting-bodies.ts'

/** The longest time that Lambda gives a function. */
const lambdaMilliseconds = 900_000
/** A JSON body at most doubles when it is escaped. Below this size no event can be too large, so it is not measured. */
const safeJsonBytes = 3_000_000
/** Any other text grows at most sixfold, because of control characters. */
const safeBytes = 1_000_000

/** How long the head of a request may take, and how often that is looked at. */
const headMilliseconds = 60_000
const checkMilliseconds = 5_000

export interface FunctionUrlOptions {
  readonly handlers: ReadonlyMap<RouteName, StreamingHandler>
  /** Whether a head says who calls. Of others the handlers get the head alone: no body of theirs is taken. */
  readonly carriesKey: (headers: IncomingHttpHeaders) => boolean
  /** 0 means any free port. */
  readonly port: number
  /** The address to listen on. @default 127.0.0.1 */
  readonly host?: string
  /** Gets a line when a handler fails. */
  readonly report: (line: string) => void
  /** Gets the log line of a refusal that no function has seen. @default nobody */
  readonly log?: (line: string) => void
  readonly receiving?: Receiving
  /** @default 900,000, as on Lambda */
  readonly invocationMilliseconds?: number
  /** How long a connection rests. Who connects must not keep it longer, and send into one that closes. @default 75,000 */
  readonly restMilliseconds?: number
  /** @default none */
  readonly own?: OwnPaths
}

export interface FunctionUrls {
  readonly port: number
  /** Exchanges that have not ended. */
  readonly running: number
  /** Refuses new connections, and waits until running exchanges and their receipts have ended, at most this long. */
  drain(milliseconds: number): Promise<void>
}

const eventNow = (request: IncomingMessage, body: Buffer): LocalEvent =>
  localEvent(request, body, { requestId: randomUUID(), at: Date.now() })

/** The event of a request, once all of it has arrived. Never rejects. */
const receiveEvent = async (
  request: IncomingMessage,
  receiving?: Receiving,
): Promise<LocalEvent | Exclude<ReceivedBody, Buffer>> => {
  const body = await receiveBody(request, maxEventBytes, receiving)
  if (typeof body === 'string') return body
  const event = eventNow(request, body)
  const safe = /json/i.test(event.headers['content-type'] ?? '') ? safeJsonBytes : safeBytes
  return body.length > safe && eventBytes(sentEvent(event)) > maxEventBytes ? 'too-large' : event
}

/** `until`: of the clock that only runs forward. One that is set would cut answers that stream. */
const contextOf = (name: RouteName, requestId: string, until: number) => ({
  awsRequestId: requestId,
  functionName: name,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
  memoryLimitInMB: '512',
  logGroupName: `/aws/lambda/${name}`,
  logStreamName: 'local',
  callbackWaitsForEmptyEventLoop: false,
  getRemainingTimeInMillis: () => Math.round(until - performance.now()),
})

/** What a request is served with. */
interface Serving {
  readonly handlers: FunctionUrlOptions['handlers']
  readonly carriesKey: FunctionUrlOptions['carriesKey']
  readonly receiving: Receiving | undefined
  readonly malformed: MalformedRequests
  readonly report: FunctionUrlOptions['report']
  readonly log: (line: string) => void
  /** Milliseconds that an invocation has. */
  readonly patience: number
}

const unfinishedOf = ({ receiving }: Pick<Serving, 'receiving'>): UnfinishedRequests =>
  receiving?.unfinished ?? unfinishedInThisProcess

const invoke = async (serving: Serving, event: LocalEvent, stream: ResponseStream, answer: ClientAnswer) => {
  const { handlers, report, patience } = serving
  const name = routeOf(event.rawPath)
  const handler = handlers.get(name)
  if (handler === undefined) throw new Error(`There is no handler of ${name}.`)
  // Lambda ends the function here. A handler in this process cannot be ended, so its client is disconnected; as is one that never reads its end.
  const timeout = setTimeout(() => answer.abandon(), patience).unref()
  stream.once('close', () => clearTimeout(timeout))
  try {
    await handler(event, stream, contextOf(name, event.requestContext.requestId, performance.now() + patience))
    if (!stream.writableEnded) throw new Error('The handler ended without ending its answer.')
  } catch (error) {
    // The message is safe to report: our code made it, and logged its cause by name.
    report(`${name}: ${error instanceof Error ? error.message : 'failed'}`)
    if (stream.opened) answer.break()
    else answer.badGateway()
  }
}

const serve = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): Promise<void> => {
  let letGo = (): void => {}
  const stream: ResponseStream = new ResponseStream({
    open(prelude) {
      letGo()
      sink.open(prelude)
    },
    write: (bytes) => sink.write(bytes),
    end: () => sink.end(),
  })
  const answer = new ClientAnswer(
    request,
    response,
    () => stream.emit('drain'),
    () => stream.close(),
  )
  let sink: Sink = answer
  const refuse = (refusal: Refusal): Promise<void> => {
    serving.log(refusalLine(request, refusal))
    return answer.refuse(refusal)
  }
  try {
    if (isMalformed(request)) return await refuse(new Refusal('request-invalid', 'The request is not valid HTTP.'))
    if (announcesBody(request) && !serving.carriesKey(request.headers)) {
      sink = answer.lastAnswer()
      return await invoke(serving, eventNow(request, Buffer.alloc(0)), stream, answer)
    }
    if (declaredLength(request) > maxEventBytes) return await refuse(tooLarge)
    if (expectsContinue) response.writeContinue()
    const event = await receiveEvent(request, serving.receiving)
    if (event === 'client-left') return
    if (event === 'silent') return serving.malformed.late(request.socket)
    if (event === 'too-large') return await refuse(tooLarge)
    if (event === 'crowded') return await refuse(crowded)
    const held = (serving.receiving?.waiting ?? waitingInThisProcess).hold(
      event.bytes?.length ?? 0,
      keyIn(request.headers),
    )
    if (held === undefined) return await refuse(noRoom)
    letGo = held
    unfinishedOf(serving).arrived(request.socket, response)
    await invoke(serving, event, stream, answer)
  } catch {
    if (!stream.opened) await refuse(new Refusal('internal', 'The service failed on this request.'))
  } finally {
    letGo()
  }
}

const answerSelf = ({ status, text }: OwnAnswer, request: IncomingMessage, response: ServerResponse): void => {
  request.resume()
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
}

/** Listens. Rejects with Node's own error if the port is taken. */
export const openFunctionUrls = async (options: FunctionUrlOptions): Promise<FunctionUrls> => {
  const { handlers, carriesKey, receiving, port, host, report, log = () => {}, own } = options
  const patience = options.invocationMilliseconds ?? lambdaMilliseconds
  const malformed = malformedRequests()
  const pipelined = pipelinedRequests()
  const serving: Serving = { handlers, carriesKey, receiving, malformed, report, log, patience }
  let running = 0
  let draining = false
  let drained = (): void => {}

  const track = (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (!pipelined.takes(request, response)) return
    malformed.begin(request, response)
    if (draining) response.shouldKeepAlive = false
    const ownAnswer = isMalformed(request) ? undefined : own?.get(request.url ?? '')
    if (ownAnswer !== undefined) return answerSelf(ownAnswer(), request, response)
    running += 1
    // Its handler and its connection may end in either order.
    let parts = 2
    const ended = (): void => {
      parts -= 1
      if (parts > 0) return
      running -= 1
      if (draining) drained()
    }
    response.on('close', ended)
    serve(serving, request, response, expectsContinue).then(ended, ended)
  }

  const server = createServer({
    // Nobody may hold a connection, and the bytes of half a body, for longer than an exchange may take.
    requestTimeout: patience,
    headersTimeout: Math.min(headMilliseconds, patience),
    connectionsCheckingInterval: checkMilliseconds,
    keepAliveTimeout: options.restMilliseconds ?? 75_000,
    maxHeaderSize: mostOfHead.bytes,
    // Who sends no `Host` is answered as anybody else is, in the service's own words.
    requireHostHeader: false,
  })
  server.maxHeadersCount = mostOfHead.headers
  server.on('request', track(false)).on('checkExpectation', track(false)).on('checkContinue', track(true))
  server
    .on('clientError', malformed.answer)
    .on('connection', unfinishedOf(serving).begin)
    .on('connect', refuseTunnel(log))

  return {
    port: await bind(server, port, host),
    get running() {
      return running
    },
    async drain(milliseconds) {
      draining = true
      server.close()
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, milliseconds).unref()
        drained = () => {
          server.closeIdleConnections()
          if (running > 0) return
          clearTimeout(late)
          resolve()
        }
        drained()
      })
      server.closeIdleConnections()
    },
  }
}
