// What is told to a connection whose next bytes are not HTTP, or do not come. Answers that are still owed on it go out first:
// nothing of ours may stand inside them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal } from '../../core/http/refusal.ts'
import { counted } from '../../core/text/counted.ts'
import { refuseLast } from './front-refusals.ts'

/**
 * Whether Node takes for a request what must not be read so: a request line without a version, whose headers a front that is stricter would
 * not read; and a body with an encoding of its transfer besides chunks, which Node leaves on it.
 */
export const isMalformed = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor < 1 || !/^chunked$/i.test(headers['transfer-encoding'] ?? 'chunked')

interface UnderWay {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Node's own code for a request that takes too long. */
const late = 'ERR_HTTP_REQUEST_TIMEOUT'

/** What a head may have. Node says the same of more of either. */
export const mostOfHead = { bytes: 64 * 1024, headers: 1_000 }

/** Node's own codes, as the client has to be told them. */
const messages: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '400 Bad Request',
    `The request headers are too large: at most ${mostOfHead.bytes / 1024} KB in all, in at most ${counted(mostOfHead.headers, 'header')}.`,
  ],
  [late]: ['408 Request Timeout', 'The request did not come to an end in time.'],
}
const notHttp = ['400 Bad Request', 'The request is not valid HTTP.'] as const

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const refuse = (socket: Duplex, code: string): void => {
  const [status, message] = messages[code] ?? notHttp
  refuseLast(socket, status, new Refusal('request-invalid', message))
}

/** Whether the client has asked a whole question, or has read the beginning of an answer. */
const isOwed = ({ request, response }: UnderWay): boolean => request.complete || response.headersSent

export interface MalformedRequests {
  /** To be called for each request when it begins. */
  begin(request: IncomingMessage, response: ServerResponse): void
  /** For `clientError`, which comes again with every further byte. */
  answer(error: Error, socket: Duplex): void
  /** For a client that has fallen silent within a request. */
  late(socket: Duplex): void
}

export const malformedRequests = (): MalformedRequests => {
  const exchanges = new WeakMap<Duplex, Set<UnderWay>>()
  const answered = new WeakSet<Duplex>()
  const answer = (code: string, socket: Duplex): void => {
    if (answered.has(socket)) return
    answered.add(socket)
    const owed = [...(exchanges.get(socket) ?? [])].filter(isOwed)
    for (const { response } of owed) {
      response.shouldKeepAlive = false
      response.once('close', () => owed.every(({ response: each }) => each.closed) && socket.destroy())
    }
    if (owed.length > 0) return
    if (!socket.writable) return void socket.destroy()
    refuse(socket, code)
  }
  return {
    begin(request, response) {
      const { socket } = request
      const own = exchanges.get(socket) ?? new Set()
      const underWay = { request, response }
      exchanges.set(socket, own.add(underWay))
      response.once('close', () => own.delete(underWay))
    },
    answer: (error, socket) => answer(codeOf(error), socket),
    late: (socket) => answer(late, socket),
  }
}
