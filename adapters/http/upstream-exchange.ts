// One request on one connection: head and body of the answer, backpressure, abort, and whether the request went out at all.
// This is a handler of our own, because a stream object discards what it holds when its source breaks, and the client is
// owed every byte before the break.

import type { Dispatcher } from 'undici'
import { abandoned, upstreamFailure } from './upstream-failure.ts'

/** Bytes that are held for a reader slower than the upstream. Above it the socket is not read. */
const heldAtMost = 64 * 1024

export interface Head {
  readonly status: number
  /** Lower-case names; every byte of a value is one character (latin1). */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

const latin1 = (raw: Buffer | string | undefined): string =>
  typeof raw === 'string' ? raw : (raw?.toString('latin1') ?? '')

const pairs = (raw: Dispatcher.DispatchController['rawHeaders']): (readonly [string, string])[] => {
  const list: (readonly [string, string])[] = []
  if (!Array.isArray(raw)) return list
  for (let index = 0; index < raw.length; index += 2) {
    list.push([latin1(raw[index]).toLowerCase(), latin1(raw[index + 1])])
  }
  return list
}

const whole: IteratorReturnResult<undefined> = { done: true, value: undefined }

interface Waiting<T> {
  readonly resolve: (value: T) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Handles one dispatch and iterates over the body of its answer. Calls `settled` once, when the connection is no longer
 * used.
 */
export class UpstreamExchange implements Dispatcher.DispatchHandler, AsyncIterableIterator<Uint8Array> {
  /** Rejects with `UpstreamFailed`. */
  readonly head: Promise<Head>
  readonly #signal: AbortSignal
  readonly #settled: () => void
  readonly #chunks: Uint8Array[] = []
  #answer: Waiting<Head> | undefined
  #reader: Waiting<IteratorResult<Uint8Array>> | undefined
  #controller: Dispatcher.DispatchController | undefined
  #held = 0
  #over = false
  #broken: Error | undefined

  constructor(signal: AbortSignal, settled: () => void) {
    this.#signal = signal
    this.#settled = settled
    this.head = new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
    })
    signal.addEventListener('abort', this.#abandon, { once: true })
  }

  // undici calls this when it has a connection, right before it writes the first byte.
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#over) controller.abort(new Error('The request was given up before it was sent.'))
    else this.#controller = controller
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return
    this.#answer?.resolve({ status, headers: pairs(controller.rawHeaders) })
    this.#answer = undefined
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return
    if (this.#reader !== undefined) {
      this.#reader.resolve({ done: false, value: chunk })
      this.#reader = undefined
      return
    }
    this.#chunks.push(chunk)
    this.#held += chunk.byteLength
    if (this.#held >= heldAtMost) controller.pause()
  }

  onResponseEnd(): void {
    if (!this.#over) this.#finish(undefined)
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#over) return
    this.#answer?.reject(upstreamFailure(error, this.#controller !== undefined))
    this.#finish(new Error('The upstream broke off its answer.', { cause: error }))
  }

  /** The bytes in order. Throws after the last byte of an answer that broke off. */
  next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift()
    if (chunk !== undefined) {
      this.#held -= chunk.byteLength
      if (this.#held < heldAtMost) this.#controller?.resume()
      return Promise.resolve({ done: false, value: chunk })
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

  readonly #abandon = (): void => {
    const { reason } = this.#signal
    this.#answer?.reject(abandoned(this.#controller !== undefined, reason))
    this.#cut(new Error('The answer was cut.', { cause: reason }))
  }

  #cut(broken: Error | undefined): void {
    this.#chunks.length = 0
    if (this.#over) return
    this.#finish(broken)
    this.#controller?.abort(broken ?? new Error('The answer was left unread.'))
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
