// Turns a function URL's event (payload 2.0) into an Inbound. Text stays text, and bytes stay bytes.

import { isUtf8 } from 'node:buffer'
import type { Headers, Inbound } from '../../core/http/inbound.ts'

/** The part of the event that is read. Header names are lower-case, and the platform removes cookies from the headers. */
export interface FunctionUrlEvent {
  readonly rawPath: string
  readonly rawQueryString: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly requestContext: { readonly http: { readonly method: string } }
  /** Removed when it is read: the event lives as long as the answer streams, and its text must not. */
  body?: string
  readonly isBase64Encoded: boolean
  /** The body where the platform is this very process, in place of the text. Removed likewise. */
  bytes?: Uint8Array | undefined
}

const takeBody = (event: FunctionUrlEvent): Pick<Inbound, 'body' | 'ownsBody'> => {
  const { body = '', isBase64Encoded, bytes: received } = event
  event.body = ''
  if (received !== undefined) {
    event.bytes = undefined
    return { body: received, ownsBody: true }
  }
  if (!isBase64Encoded) return { body }
  const bytes = Buffer.from(body, 'base64')
  return { body: isUtf8(bytes) ? bytes.toString('utf8') : bytes }
}

const headersOf = (headers: FunctionUrlEvent['headers']): Record<string, string> => {
  const defined: Record<string, string> = Object.create(null)
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) defined[name.toLowerCase()] = value
  }
  return defined
}

/** Where the platform is this very process, they have been put into this form already. */
const receivedHeaders = ({ headers, bytes }: FunctionUrlEvent): Headers =>
  bytes === undefined ? headersOf(headers) : (headers as Headers)

/** Removes the body from the event. `now` and `deadline` in milliseconds since the epoch. */
export const inboundFrom = (event: FunctionUrlEvent, id: string, now: number, deadline: number): Inbound => ({
  id,
  receivedAt: now,
  method: event.requestContext.http.method,
  path: event.rawPath,
  query: event.rawQueryString,
  headers: receivedHeaders(event),
  ...takeBody(event),
  deadline,
})
