// One request on one connection: head and body of the answer, backpressure, abort, and whether the request went out at all.
// The body is taken as it comes: a stream that is iterated over discards what it holds when its source breaks, and the client
// is owed every byte before the break.

import type { ClientRequest, IncomingMessage } from 'node:http'
import { abandoned, UnaskedHead, upstreamFailure } from './upstream-failure.ts'

/** Bytes that are held for a reader slower than the upstream. Above it the upstream is not read. */
const heldAtMost = 64 * 1024

/** An upstream may say that it is still at it. One that says so without end would keep the process busy, and never be silent. */
const mostInterimHeads = 1_000

export interface Head {
  readonly status: number
  /** Lower-case names; every byte of a value is one character (latin1). */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

const pairs = (raw: readonly string[]): (readonly [string, string])[] => {
  const list: (readonly [string, string])[] = []
  for (let index = 0; index < raw.length; index += 2)
    list.push([(raw[index] ?? '').toLowerCase(), raw[index + 1] ?? ''])
  return list
}

/**
 * Whether a body comes in an encoding of its transfer besides chunks. Nobody asked for one; Node leaves it on, and its header is of the
 * connection: a client would get bytes of which nothing says what they are.
 */
const isEncodedOnTheWay = ({ headers }: Head): boolean =>
  headers.some(([name, value]) => name === 'transfer-encoding' && !/^(?:[\s,]|chunked|identity)*$/i.test(value))

const whole: IteratorReturnResult<undefined> = { done: true, value: undefined }

interface Waiting<T> {
  readonly resolve: (value: T) => void
  readonly reject: (reason: unknown) => void
}

/** Iterates over the body of a request's answer. Calls `settled` once, when the connection is no longer used. */
export class UpstreamExchange implements AsyncIterableIterator<Uint8Array> {
  /** Rejects with `UpstreamFailed`. */
  readonly head: Promise<Head>
  readonly #request: ClientRequest
  readonly #signal: AbortSignal
  readonly #settled: () => void
  readonly #chunks: Uint8Array[] = []
  #answer: Waiting<Head> | undefined
  #reader: Waiting<IteratorResult<Uint8Array>> | undefined
  #body: IncomingMessage | undefined
  /** The request has a connection: it was, or may have been, written. */
  #reached = false
  #held = 0
  #interimHeads = 0
  #over = false
  #broken: Error | undefined

  constructor(request: ClientRequest, signal: AbortSignal, settled: () => void) {
    this.#request = request
    this.#signal = signal
    this.#settled = settled
    this.head = new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
    })
    request.on('socket', () => {
      this.#reached = true
    })
    request.on('response', this.#begin).on('error', this.#breakOff).on('information', this.#wait)
    // Nobody asked for another protocol.
    request.on('upgrade', (_head, socket) => {
      socket.destroy()
      this.#breakOff(new UnaskedHead())
    })
    signal.addEventListener('abort', this.#abandon, { once: true })
  }

  /** The bytes in order. Throws after the last byte of an answer that broke off. */
  next(): Promise<IteratorResult<Uint8Array>> {
    const value = this.#takeHeld()
    if (value !== undefined) {
      if (this.#body?.isPaused() === true) this.#body.resume()
      return Promise.resolve({ done: false, value })
    }
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    if (this.#over) return Promise.resolve(whole)
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  /** The reader leaves, possibly before the first `next`. Closes the connection unless the answer is complete. */
  return(): Promise<IteratorResult<Uint8Array>> {
    this.#cut(undefined)
    return Promise.resolve(whole)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Whether all of the request has been handed over to the system, which has its own copy. */
  readonly isSent = (): boolean => this.#request.writableFinished

  readonly #wait = (): void => {
    this.#interimHeads += 1
    if (this.#interimHeads > mostInterimHeads) this.#breakOff(new UnaskedHead())
  }

  readonly #begin = (answer: IncomingMessage): void => {
    const head: Head = { status: answer.statusCode ?? 0, headers: pairs(answer.rawHeaders) }
    if (head.status < 200 || isEncodedOnTheWay(head)) {
      this.#breakOff(new UnaskedHead())
      return
    }
    this.#body = answer
    answer.on('data', this.#take).on('end', this.#complete).on('error', this.#breakOff)
    this.#answer?.resolve(head)
    this.#answer = undefined
  }

  readonly #take = (chunk: Uint8Array): void => {
    if (this.#over) return
    if (this.#reader !== undefined) {
      this.#reader.resolve({ done: false, value: chunk })
      this.#reader = undefined
      return
    }
    this.#chunks.push(chunk)
    this.#held += chunk.byteLength
    if (this.#held >= heldAtMost) this.#body?.pause()
  }

  /** In one piece: an upstream may send each byte in a chunk of its own, and to take the first of sixty thousand away moves the others. */
  #takeHeld(): Uint8Array | undefined {
    const [first] = this.#chunks
    if (first === undefined) return undefined
    const all = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#held)
    this.#chunks.length = 0
    this.#held = 0
    return all
  }

  readonly #complete = (): void => {
    if (this.#over) return
    this.#finish(undefined)
    // What the upstream does not want of the request is in the way of the next one.
    if (!this.#request.writableFinished) this.#request.destroy()
  }

  readonly #breakOff = (error: Error): void => {
    if (this.#over) return
    this.#takeUnread()
    // What comes behind a whole answer is not of it.
    if (this.#body?.complete === true) this.#finish(undefined)
    else this.#fail(error)
    this.#request.destroy()
  }

  /** What had arrived and was not read: of a stream that flows, Node gives one piece at a time. */
  #takeUnread(): void {
    const body = this.#body?.off('data', this.#take)
    for (let rest: Uint8Array | null | undefined = body?.read(); rest; rest = body?.read()) this.#take(rest)
  }

  #fail(error: Error): void {
    this.#answer?.reject(upstreamFailure(error, this.#reached))
    this.#finish(new Error('The upstream broke off its answer.', { cause: error }))
  }

  readonly #abandon = (): void => {
    const { reason } = this.#signal
    this.#answer?.reject(abandoned(this.#reached, reason))
    this.#cut(new Error('The answer was cut.', { cause: reason }))
  }

  #cut(broken: Error | undefined): void {
    this.#chunks.length = 0
    if (this.#over) return
    this.#finish(broken)
    this.#request.destroy()
  }

  #finish(broken: Error | undefined): void {
    this.#over = true
    this.#answer = undefined
    this.#broken = broken
    this.#signal.removeEventListener('abort', this.#abandon)
    if (broken === undefined) this.#reader?.resolve(whole)
    else this.#reader?.reject(broken)
    this.#reader = undefined
    this.#settled()
  }
}
