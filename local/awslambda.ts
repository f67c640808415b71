// The global that Lambda's runtime provides, with the same order of things: handlers are loaded after it, status and headers
// leave with the first write, and what a handler writes to is no Writable. Knows nothing of HTTP.

import { EventEmitter } from 'node:events'

/** What stands before the first byte of an answer. */
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

/** Of an answer that was given none. */
const barePrelude: Prelude = { statusCode: 200, headers: { 'content-type': 'application/octet-stream' } }

/** What a streaming handler writes its answer to. Emits `drain`, also when nobody is left to drain to. */
export class ResponseStream extends EventEmitter {
  readonly #sink: Sink
  #prelude: Prelude | undefined
  #opened = false
  #ended = false

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

  /** The last prelude before the first write counts. */
  set prelude(prelude: Prelude) {
    if (!this.#opened) this.#prelude = prelude
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#ended) throw new Error('write after end')
    if (!this.#opened) this.#open(this.#prelude ?? barePrelude)
    return this.#sink.write(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  }

  /** Without a `write` before it the prelude is lost, as in the runtime: bytes without their prelude are no answer. */
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

/** Sets the global. To be called before a handler is imported: it is asked for while its module loads. */
export const provideAwsLambda = (): void => {
  const already: unknown = Reflect.get(globalThis, 'awslambda')
  Reflect.set(globalThis, 'awslambda', {
    ...(typeof already === 'object' ? already : {}),
    streamifyResponse,
    HttpResponseStream,
  })
}
