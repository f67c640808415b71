// What the provider does on demand besides answering: echo, answer oddly, wait, break. Each by the word that asks for it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { drainedOrClosed } from '../drained-or-closed.ts'
import { oddAnswers } from './odd-answers.ts'
import { oddHeaders, oddStream } from './odd-bytes.ts'

export interface Received {
  readonly request: IncomingMessage
  /** Empty where the provider keeps no bodies. */
  readonly body: Buffer
  /** Of the body, in lower-case hex. */
  readonly sha256: string
}

/** What was done, for measurements to ask. */
export interface Counts {
  /** Answers that are not over yet. */
  open: number
  /** Bytes of the last request's body. */
  received: number
  /** Pieces of the last answer to `bytes`, as they were written. */
  pieces: number
  /** Bytes of the last `flood` that the connection has taken. */
  taken: number
  /** How each `endless` has ended, by its name. */
  readonly endings: Map<string, Ending>
}

/** `left` after so many milliseconds, or `whole`. */
export const ending = z.object({ ended: z.enum(['left', 'whole', 'not yet']), milliseconds: z.number() })
export type Ending = z.infer<typeof ending>

type Behaviour = (
  response: ServerResponse,
  values: readonly string[],
  received: Received,
  counts: Counts,
) => Promise<void> | void

const eventStream = { 'content-type': 'text/event-stream' }
const json = { 'content-type': 'application/json' }
const megabyte = Buffer.alloc(1_000_000, 'x')

const pairs = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []))

/** A provider's own error, as SDKs of every dialect read it. */
export const fail = (response: ServerResponse, status: number): void => {
  const error = { type: 'native_error', message: `native ${status}`, code: null, param: null }
  response
    .writeHead(status, {
      ...json,
      'request-id': 'req_1',
      'retry-after': '1',
      'x-should-retry': String(status === 429),
    })
    .end(JSON.stringify({ type: 'error', error, request_id: 'req_1' }))
}

/** Writes a piece; resolves when the connection has taken it, so that the next one travels on its own. */
const written = (response: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((taken) => response.write(piece, () => taken()))

/** The answer to `echo`. Header values are bytes as Latin-1 text. */
export const echo = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bytes: z.number(),
  sha256: z.string(),
})
export type Echo = z.infer<typeof echo>

const behaviours = {
  /** The request as it arrived. */
  echo(response, _, { request, body, sha256 }) {
    const said: Echo = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: pairs(request.rawHeaders),
      bytes: body.length,
      sha256,
    }
    response.writeHead(200, json).end(JSON.stringify(said))
  },
  /** STATUS, with headers of every kind. */
  headers(response, [status]) {
    response.writeHead(Number(status), [...oddHeaders])
    // Bytes: for a text Node would write the head in that text's encoding.
    response.end(Buffer.from('{}'))
  },
  /** The odd answer of this NAME. */
  odd(response, [name = '']) {
    const { status, headers, bytes } = oddAnswers.get(name) ?? { status: 500, headers: {}, bytes: Buffer.alloc(0) }
    response.writeHead(status, { ...headers }).end(bytes)
  },
  /** STATUS, to another LOCATION. */
  redirect: (response, [status, location = '']) => void response.writeHead(Number(status), { location }).end(),
  /** STATUS without a body. */
  empty: (response, [status]) => void response.writeHead(Number(status)).end(),
  /** STATUS and the provider's own error. */
  fail: (response, [status]) => fail(response, Number(status)),
  /** SECONDS before the first byte. */
  async silent(response, [seconds]) {
    await wait(Number(seconds) * 1_000)
    response.writeHead(200, json).end('{}')
  },
  /** The odd stream, TIMES over, in pieces of these SIZES (1,3,7) over and over, MILLISECONDS apart. */
  async bytes(response, [sizes = '1', times = '1', milliseconds = '2'], _, counts) {
    const steps = sizes.split(',').map(Number)
    const stream = oddStream(Number(times))
    counts.pieces = 0
    response.writeHead(200, eventStream)
    for (let at = 0; at < stream.length; ) {
      const size = steps[counts.pieces % steps.length] ?? 1
      await written(response, stream.subarray(at, at + size))
      if (Number(milliseconds) > 0) await wait(Number(milliseconds))
      at += size
      counts.pieces += 1
    }
    response.end()
  },
  /** The odd stream in gzip, which nobody asked for. */
  encoded(response) {
    response.writeHead(200, { ...eventStream, 'content-encoding': 'gzip' }).end(gzipSync(oddStream()))
  },
  /** So many BYTES of the odd stream, then nothing for MILLISECONDS, then the end of the connection. */
  async break(response, [bytes, milliseconds = '300']) {
    response.writeHead(200, eventStream)
    response.write(oddStream().subarray(0, Number(bytes)))
    await wait(Number(milliseconds))
    response.destroy()
  },
  /** Up to so many MEGABYTES, as fast as they are taken. */
  async flood(response, [megabytes], _, counts) {
    counts.taken = 0
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (let turn = 0; turn < Number(megabytes) && !response.destroyed; turn += 1) {
      const taken = response.write(megabyte, (lost) => {
        if (!lost) counts.taken += megabyte.length
      })
      if (!taken) await drainedOrClosed(response)
    }
    response.end()
  },
  /** An event every 100 ms for SECONDS, or until whoever reads leaves. NAME: to ask `ending` about it. SILENT: no event. */
  async endless(response, [name = '', seconds = '10', silent = ''], _, { endings }) {
    const since = performance.now()
    const over = (ended: Ending['ended']) => endings.set(name, { ended, milliseconds: performance.now() - since })
    over('not yet')
    response.on('close', () => over(response.writableFinished ? 'whole' : 'left'))
    if (silent === '') response.writeHead(200, eventStream)
    while (!response.destroyed && performance.now() - since < 1_000 * Number(seconds)) {
      if (silent === '') response.write('data: {}\n\n')
      await wait(100)
    }
    response.end()
  },
  /** How the stream of this NAME has ended. */
  ending(response, [name = ''], _, { endings }) {
    const unknown: Ending = { ended: 'not yet', milliseconds: 0 }
    response.writeHead(200, json).end(JSON.stringify(endings.get(name) ?? unknown))
  },
} satisfies Readonly<Record<string, Behaviour>>
export type BehaviourWord = keyof typeof behaviours

/** What a word asks for, if it is one of these. */
export const behaviourOf = (word: string): Behaviour | undefined =>
  new Map<string, Behaviour>(Object.entries(behaviours)).get(word)
