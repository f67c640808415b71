// How the upstream answers, as the client wishes in the header `x-bench`, which passes through every proxy. A request has
// been received whole when it is answered, as a provider has to read a prompt before it says a word.

import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { firstEvent, lastEvents, oddStream, wholeAnswer, wordEvent } from './answers.ts'

const megabyte = Buffer.alloc(1_000_000, 'x')
/** Of one `flood`. */
const floodMegabytes = 64
const trickleMilliseconds = 250
const shortPauseMilliseconds = 10

/** What the upstream has seen and done, for the parent to ask. */
export const seen = {
  /** Answers that are not over yet. */
  open: 0,
  /** Length of the last request's body, if it said so. */
  received: 0,
  /** Bytes of the last `flood` that were taken off the upstream's hands. */
  flooded: 0,
  /** Of the last `chunks`: SHA-256 and number of chunks as they were written. */
  chunked: { sha256: '', chunks: 0 },
}

const drainedOrClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })

/** A short stream, at once. */
const answer = (response: ServerResponse): void => {
  stream(response).write(firstEvent)
  response.end(lastEvents)
}

const unary = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': wholeAnswer.length })
  response.end(wholeAnswer)
}

/** A stream that goes on for as long as somebody takes it. */
const trickle = async (response: ServerResponse): Promise<void> => {
  stream(response).write(firstEvent)
  while (!response.destroyed) {
    await wait(trickleMilliseconds)
    response.write(wordEvent)
  }
}

/** A stream of a first event, five more and an end, in a twentieth of a second. */
const short = async (response: ServerResponse): Promise<void> => {
  stream(response).write(firstEvent)
  for (let words = 0; words < 5 && !response.destroyed; words += 1) {
    await wait(shortPauseMilliseconds)
    response.write(wordEvent)
  }
  response.end(lastEvents)
}

/** The odd stream in chunks of the sizes in `x-bench-sizes`, over and over, each in a packet of its own. */
const chunks = async (response: ServerResponse, headers: IncomingHttpHeaders): Promise<void> => {
  const sizes = String(headers['x-bench-sizes']).split(',').map(Number)
  const hash = createHash('sha256')
  let written = 0
  stream(response)
  for (let at = 0; at < oddStream.length; written += 1) {
    const chunk = oddStream.subarray(at, at + (sizes[written % sizes.length] ?? 1))
    hash.update(chunk)
    await new Promise<void>((taken) => response.write(chunk, () => taken()))
    at += chunk.length
  }
  seen.chunked = { sha256: hash.digest('hex'), chunks: written }
  response.end()
}

/** As many bytes as are taken. */
const flood = async (response: ServerResponse): Promise<void> => {
  seen.flooded = 0
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  for (let turn = 0; turn < floodMegabytes && !response.destroyed; turn += 1) {
    const taken = response.write(megabyte, () => {
      seen.flooded += megabyte.length
    })
    if (!taken) await drainedOrClosed(response)
  }
  response.end()
}

/** Every behaviour, by the word that asks for it. */
export const behaviours: Readonly<
  Record<string, (response: ServerResponse, headers: IncomingHttpHeaders) => Promise<void> | void>
> = { answer, unary, trickle, short, chunks, flood }
