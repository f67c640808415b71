// The global that Lambda's runtime provides, with the runtime's own order: handlers are loaded after it, status and headers
// leave with the first write, and a handler does not write to a real Writable. Knows nothing of HTTP.

import { EventEmitter } from 'node:events'

/** Status and headers of an answer. */
export interface Prelude {
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** Where one answer goes. */
export interface Sink {
  /** Called once, before the first `write`. */
  open(prelude: Prelude): void
  /** `false` asks the writer to wait for the stream's `drain`. */
  write(bytes: Uint8Array): boolean
  end(): void
}

/** The prelude of an answer without one. */
const barePrelude: Prelude = { statusCode: 200, headers: { 'content-type': 'application/octet-stream' } }

/** A streaming handler writes its answer here. Emits `drain`, also when the client has left, and then `close`. */
export class ResponseStream extends EventEmitter {
  readonly #sink: Sink
  #prelude: Prelude | undefined
  #opened = false
  #ended = false
  #destroyed = false

  constructor(sink: Sink) {
    super()
    this.#sink = sink
  }

  /** Whether status and headers have left. */
  get opened(): boolean {
    return this.#opened
  }

  get writableEnded(): boolean {
    return this.#ended
  }

  /** Whether the client has left, or has its last byte. */
  get destroyed(): boolean {
    return this.#destroyed
  }

  /** Nothing that is written from here on arrives. */
  close(): void {
    this.#destroyed = true
    this.emit('drain')
    this.emit('close')
  }

  /** The last prelude before the first write counts. */
  set prelude(prelude: Prelude) {
    if (!this.#opened) this.#prelude = prelude
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#ended) throw new Error('write after end')
    if (!this.#opened) this.#open(this.#prelude ?? barePrelude)
    return this.#sink.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  }

  /**
   * As in the runtime, a prelude is lost without a `write` before the end. Throws if bytes would leave without their
   * prelude.
   */
  end(chunk?: Uint8Array | string): void {
    if (this.#ended) return
    if (!this.#opened && chunk !== undefined && this.#prelude !== undefined) {
      throw new Error('The prelude was lost: nothing was written before the end.')
    }
    if (chunk !== undefined) this.write(chunk)
    if (!this.#opened) this.#open(barePrelude)
    this.#ended = true
    this.#sink.end()
  }

  #open(prelude: Prelude): void {
    this.#sink.open(prelude)
    this.#opened = true
  }
}

/** A handler as the runtime calls it. */
export type StreamingHandler = (event: unknown, stream: ResponseStream, context: unknown) => Promise<unknown>

/** Gives an answer its status and headers. */
export const HttpResponseStream = {
  from(stream: ResponseStream, prelude: Prelude): ResponseStream {
    stream.prelude = prelude
    return stream
  },
}

const streamifyResponse = (handler: StreamingHandler): StreamingHandler =>
  Object.assign(handler, { [Symbol.for('aws.lambda.runtime.handler.streaming')]: 'response' })

/** Sets the global. Call it before a handler is imported, because the handler's module reads it while it loads. */
export const provideAwsLambda = (): void => {
  const already: unknown = Reflect.get(globalThis, 'awslambda')
  Reflect.set(globalThis, 'awslambda', {
    ...(typeof already === 'object' ? already : {}),
    streamifyResponse,
    HttpResponseStream,
  })
}
