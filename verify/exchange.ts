// One HTTP exchange as it is on the wire: header bytes, the time of every piece, and whether the answer ended or was cut.
// Uses no SDK and no fetch, because both hide what is checked here.

import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface WireRequest {
  readonly method?: string
  /** With its query, sent unchanged. */
  readonly path: string
  /** Values are bytes as Latin-1 text. An array sends one header for each element, `undefined` sends none. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: string | Uint8Array
  /** @default 60,000 */
  readonly patienceMilliseconds?: number
}

export interface Piece {
  /** Milliseconds since the request was begun. */
  readonly at: number
  readonly bytes: number
}

export interface WireAnswer {
  readonly status: number
  /** Names in lower case, values as bytes in Latin-1 text, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  readonly pieces: readonly Piece[]
  /** Milliseconds from the beginning to the status line. */
  readonly headAt: number
  readonly ended: 'whole' | 'cut'
}

/** Every value of a header, in order. */
export const valuesOf = (answer: WireAnswer, name: string): string[] =>
  answer.headers.filter(([known]) => known === name).map(([, value]) => value)

const pairsOf = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), flat[index + 1] ?? '']] : []))

/** Rejects if there is no answer at all. */
export const exchange = (baseUrl: string, request: WireRequest): Promise<WireAnswer> => {
  const { method = 'POST', path, headers = {}, body, patienceMilliseconds = 60_000 } = request
  const { protocol, host, hostname, port, pathname } = new URL(baseUrl)
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((one) => [name, one]),
  )
  const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  const started = performance.now()
  const elapsed = (): number => performance.now() - started

  return new Promise((resolve, reject) => {
    const sent = send({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      // The path is sent unchanged: a URL would tidy it up.
      path: `${pathname.replace(/\/$/, '')}${path}`,
      headers: ['host', host, ...length, ...given],
      agent: false,
      signal: AbortSignal.timeout(patienceMilliseconds),
    })
    let answered = false
    sent.on('error', (error) => {
      if (!answered) reject(new Error(`no answer: ${error.message}`))
    })
    sent.on('response', (response) => {
      answered = true
      const headAt = elapsed()
      const pieces: Piece[] = []
      const chunks: Buffer[] = []
      const finish = (ended: WireAnswer['ended']): void =>
        resolve({
          status: response.statusCode ?? 0,
          headers: pairsOf(response.rawHeaders),
          body: Buffer.concat(chunks),
          pieces,
          headAt,
          ended,
        })
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        pieces.push({ at: elapsed(), bytes: chunk.length })
      })
      response.on('end', () => finish(response.complete ? 'whole' : 'cut'))
      response.on('error', () => finish('cut'))
    })
    // Sends bytes: with a string, Node would write the head in its encoding.
    sent.end(typeof body === 'string' ? Buffer.from(body) : body)
  })
}
