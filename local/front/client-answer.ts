// Writes one HTTP answer to one client, byte for byte. What is written for a client that has left is dropped, and its writer
// never waits.

import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { type Refusal, refusalBody, refusalHeaders } from '../../core/http/refusal.ts'
import type { Prelude, Sink } from './awslambda.ts'
import { discardRest } from './request-body.ts'

const nothing = Buffer.alloc(0)

/** A flat list keeps the order, and every cookie on its own. */
const headerList = ({ headers = {}, cookies = [] }: Prelude): OutgoingHttpHeader[] => {
  const list: OutgoingHttpHeader[] = []
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  for (const cookie of cookies) list.push('set-cookie', cookie)
  return list
}

/** Calls `drain` whenever the client can take more, and `closed` when it has left or has its last byte. */
export class ClientAnswer implements Sink {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse, drain: () => void, closed: () => void) {
    this.#request = request
    this.#response = response
    response.on('drain', drain)
    response.on('close', closed)
    response.on('error', () => {})
  }

  open(prelude: Prelude): void {
    if (!this.#gone()) this.#response.writeHead(prelude.statusCode, headerList(prelude))
  }

  // Takes bytes only: with a string first, Node would write the head in its encoding and change header bytes above 127. An
  // empty write sends only the head.
  write(bytes: Uint8Array): boolean {
    return this.#gone() || this.#response.write(bytes)
  }

  end(): void {
    if (!this.#gone()) this.#response.end()
  }

  /** Ends the connection after what was written, so that no client can take it for the end of a complete answer. */
  break(): void {
    const { socket } = this.#response
    if (socket === null) this.#response.destroy()
    // In HTTP/1.0 the end of the connection is the end of the answer, so only a reset says otherwise.
    else if (this.#request.httpVersionMinor === 0) this.#response.write(nothing, () => socket.resetAndDestroy())
    else socket.destroySoon()
  }

  /** Closes the client's connection at once. */
  abandon(): void {
    this.#response.destroy()
  }

  /** Gives the platform's own answer to a function that failed before its first byte. */
  badGateway(): void {
    this.#whole(502, { 'content-type': 'text/plain' }, 'Internal Server Error')
    this.#response.end()
  }

  /** Gives an answer of the front itself. */
  refuse(refusal: Refusal): Promise<void> {
    this.#endBehind()
    return this.#last(refusal.status, refusalHeaders(refusal), refusalBody(refusal))
  }

  /** Takes an answer to a client that may still be sending what nobody reads: one that is held whole until its end. */
  lastAnswer(): Sink {
    this.#endBehind()
    let given: Prelude | undefined
    const pieces: Uint8Array[] = []
    return {
      open: (prelude) => {
        given = prelude
      },
      write: (bytes) => pieces.push(bytes) > 0,
      end: () => {
        const { statusCode = 200, headers = {} } = given ?? {}
        void this.#last(statusCode, headers, Buffer.concat(pieces))
      },
    }
  }

  /** Gives an answer with its length, and ends the connection once the client has stopped sending. */
  async #last(statusCode: number, headers: Prelude['headers'] = {}, body: string | Uint8Array): Promise<void> {
    this.#whole(statusCode, headers, body)
    await discardRest(this.#request)
    this.#response.end()
  }

  /** Node says so to the client. */
  #endBehind(): void {
    this.#response.shouldKeepAlive = false
  }

  #whole(statusCode: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): void {
    if (this.#gone()) return
    const bytes = Buffer.from(body)
    this.open({ statusCode, headers: { ...headers, 'content-length': String(bytes.length) } })
    this.write(bytes)
  }

  #gone(): boolean {
    return this.#response.destroyed || this.#response.closed
  }
}
