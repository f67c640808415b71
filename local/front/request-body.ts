// Receives a whole request body up to a limit, as the platform in front of a function does.

import type { IncomingMessage } from 'node:http'
import { releaseOwnBlock } from '../../core/runtime/release-memory.ts'
import { type SharedBytes, sharedBytes } from '../../core/runtime/shared-bytes.ts'
import { memoryBytes } from './process-memory.ts'
import type { UnfinishedRequests } from './unfinished-requests.ts'
import type { WaitingBodies } from './waiting-bodies.ts'

/** Or why there is none: it is too large, its client has left or has fallen silent, or other bodies needed its place. */
export type ReceivedBody = Buffer | 'too-large' | 'client-left' | 'silent' | 'crowded'

/**
 * Of bodies that have not arrived whole, of all requests to this process. Anyone can invent a key that looks right, and send: beyond a share
 * of the memory that body goes which began first. One of an honest client has arrived long before.
 */
const bodiesOfThisProcess = sharedBytes(memoryBytes / 4)

/** How long a client may be silent within a body. */
const bodySilenceMilliseconds = 30_000

/** The length that the client declares for the body; 0 if it declares none. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0)

/** Whether a body follows the head, as far as the head says. */
export const announcesBody = (request: IncomingMessage): boolean =>
  declaredLength(request) > 0 || request.headers['transfer-encoding'] !== undefined

// A request that breaks also emits `close`.
const ignore = (): void => {}

/** All pieces in one block, which alone is left of them: writing to new pages costs more than the copy. */
const joined = (chunks: readonly Buffer[]): Buffer => {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const whole = Buffer.concat(chunks)
  for (const chunk of chunks) releaseOwnBlock(chunk)
  return whole
}

/** A piece of so many bytes is kept as it came, and so are the first few of any. */
const largeBytes = 16_384
const fewPieces = 16

/**
 * The pieces of a body in their order. A client may send each byte in a chunk of its own: as a piece it would take some hundred times as
 * much, and keep alive what the socket had read around it. Such pieces are gathered in blocks.
 */
class Pieces {
  readonly #kept: Buffer[] = []
  /** The last of those that are kept, while small pieces are written into it. */
  #block: Buffer | undefined
  #written = 0

  add(piece: Buffer): void {
    if (piece.length >= largeBytes || this.#kept.length < fewPieces) {
      this.#close()
      this.#kept.push(piece)
      return
    }
    if (this.#block === undefined || this.#written + piece.length > this.#block.length) {
      this.#close()
      this.#block = Buffer.allocUnsafeSlow(largeBytes)
      this.#kept.push(this.#block)
    }
    this.#written += piece.copy(this.#block, this.#written)
  }

  all(): readonly Buffer[] {
    this.#close()
    return this.#kept
  }

  #close(): void {
    if (this.#block !== undefined) this.#kept[this.#kept.length - 1] = this.#block.subarray(0, this.#written)
    this.#block = undefined
    this.#written = 0
  }
}

/** What bounds the receiving of a body, beside its limit. */
export interface Receiving {
  /** @default 30,000 */
  readonly silenceMilliseconds?: number
  /** Those that are still arriving, and those that wait for an answer. @default those of the process */
  readonly bodies?: SharedBytes
  readonly waiting?: WaitingBodies
  /** The connections on which none has arrived whole. @default those of the process */
  readonly unfinished?: UnfinishedRequests
}

/** The body; or, as soon as it is known, that it exceeds the limit (bytes) or will never be complete. Never rejects. */
export const receiveBody = (
  request: IncomingMessage,
  limit: number,
  { bodies = bodiesOfThisProcess, silenceMilliseconds = bodySilenceMilliseconds }: Receiving = {},
): Promise<ReceivedBody> =>
  new Promise((resolve) => {
    const pieces = new Pieces()
    let length = 0
    let isOver = false
    // The request lives as long as its answer streams: a listener that stays would hold the body, if only by the promise of it.
    const over = (): void => {
      isOver = true
      request.off('data', take).off('end', whole).off('close', left)
      clearTimeout(silence)
      counted.end()
    }
    const fail = (why: Exclude<ReceivedBody, Buffer>): void => {
      over()
      for (const piece of pieces.all()) releaseOwnBlock(piece)
      resolve(why)
    }
    const take = (chunk: Buffer): void => {
      silence.refresh()
      length += chunk.length
      pieces.add(chunk)
      if (length > limit) fail('too-large')
      else counted.grow(chunk.length)
    }
    const whole = (): void => {
      over()
      resolve(joined(pieces.all()))
    }
    const left = (): void => fail('client-left')
    // A process that was busy for so long reads first what has come meanwhile.
    const silent = (): void => {
      const before = length
      setImmediate(() => isOver || length > before || fail('silent'))
    }
    const silence = setTimeout(silent, silenceMilliseconds).unref()
    const counted = bodies.begin(() => fail('crowded'))
    request.on('data', take).on('end', whole).on('close', left)
    request.on('error', ignore)
  })

/** A client has this long to stop sending what nobody reads. */
const lingerMilliseconds = 30_000
const silentMilliseconds = 2_000

/**
 * Reads and drops what the client is still sending. Closing a connection on which a client still sends resets it, and the
 * reset can overtake the answer that says why.
 */
export const discardRest = (request: IncomingMessage): Promise<void> =>
  new Promise((discarded) => {
    if (request.complete || request.destroyed) return discarded()
    const patience = setTimeout(discarded, lingerMilliseconds).unref()
    const silence = setTimeout(discarded, silentMilliseconds).unref()
    const done = (): void => {
      clearTimeout(patience)
      clearTimeout(silence)
      discarded()
    }
    request.on('data', () => silence.refresh())
    request.on('end', done)
    request.on('close', done)
    request.on('error', done)
    request.resume()
  })
