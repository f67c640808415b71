// Receives a whole request body up to a limit, as the platform in front of a function does.

import type { IncomingMessage } from 'node:http'

export type ReceivedBody = Buffer | 'too-large' | 'client-left'

/** The length that the client declares for the body; 0 if it declares none. */
export const declaredLength = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0)

// A request that breaks also emits `close`.
const ignore = (): void => {}

/**
 * Gives the memory of a piece back: the collector comes late for what is outside its heap, and writing to new pages costs more than
 * the copy. What shares its memory with others is left to the collector.
 */
const release = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** All pieces in one block, which alone is left of them. */
const joined = (chunks: readonly Buffer[]): Buffer => {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const whole = Buffer.concat(chunks)
  for (const chunk of chunks) release(chunk)
  return whole
}

/** The body; or, as soon as it is known, that it exceeds the limit (bytes) or will never be complete. Never rejects. */
export const receiveBody = (request: IncomingMessage, limit: number): Promise<ReceivedBody> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    // The request lives as long as its answer streams: a listener that stays would hold the body, if only by the promise of it.
    const received = (body: ReceivedBody): void => {
      request.off('data', take).off('end', whole).off('close', left)
      resolve(body)
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else received('too-large')
    }
    const whole = (): void => received(joined(chunks))
    const left = (): void => received('client-left')
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
