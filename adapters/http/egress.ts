// The only way out to upstreams. Sends once over HTTP/1.1, follows no redirect, retries nothing, and reaches untrusted
// destinations at public addresses only. The core decides what goes where.

import { isPublicAddress } from '../../core/upstream/addresses.ts'
import type { Outbound } from '../../core/upstream/outbound.ts'
import type { Send, UpstreamResponse } from '../../core/upstream/send.ts'
import { guardedConnector, trustedConnector } from './connect.ts'
import { decodeBody, isDecodable } from './decode-body.ts'
import { type FreshAgent, freshAgent } from './fresh-agent.ts'
import { type Resolve, systemResolve } from './guarded-lookup.ts'
import { networkResolve } from './network-resolve.ts'
import { type Head, UpstreamExchange } from './upstream-exchange.ts'
import { abandoned } from './upstream-failure.ts'
import { wireBody } from './wire-body.ts'

export interface EgressOptions {
  /** Time limit for name, TCP and TLS together. */
  readonly connectTimeoutMs?: number
  readonly lookupTimeoutMs?: number
  /** How long an idle connection is kept. */
  readonly keepAliveMs?: number
  /** Milliseconds of the wall clock. */
  readonly now?: () => number
  /** @default the system's resolver for configured upstreams, the name servers themselves for those that callers choose */
  readonly resolve?: Resolve
  readonly isPublic?: (address: string) => boolean
}

// undici writes one byte per character. A character beyond that came out of UTF-8 at the edge: its bytes go back in.
const onTheWire = (value: string): string =>
  /[\u0100-\uffff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value

const wireHeaders = (headers: Outbound['headers']): string[] => {
  const list: string[] = []
  for (const name of Object.keys(headers)) list.push(name, onTheWire(headers[name] ?? ''))
  return list
}

/** Each costs a decoder with its own window: an answer must not be able to ask for a thousand. */
const maxEncodings = 3

/** The encodings of the body in the order in which they were applied; `identity` is not one. */
const encodingsOf = (head: Head): string[] =>
  head.headers
    .flatMap(([name, value]) => (name === 'content-encoding' ? value.split(',') : []))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')

const withoutBody = (method: string, status: number): boolean => method === 'HEAD' || status === 204 || status === 304

const answered = (method: string, head: Head, exchange: UpstreamExchange): UpstreamResponse => {
  const encodings = encodingsOf(head)
  // An encoding that we cannot decode is relayed byte for byte, as every client library does.
  if (!encodings.every(isDecodable) || encodings.length === 0 || encodings.length > maxEncodings)
    return { ...head, body: exchange }
  // The length was that of the encoded body.
  const headers = head.headers.filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
  if (withoutBody(method, head.status)) return { status: head.status, headers, body: exchange }
  const body = encodings.reduceRight<AsyncIterableIterator<Uint8Array>>(decodeBody, exchange)
  return { status: head.status, headers, body }
}

const sendThrough = async (fresh: FreshAgent, outbound: Outbound, signal: AbortSignal): Promise<UpstreamResponse> => {
  if (signal.aborted) throw abandoned(false, signal.reason)
  const exchange = new UpstreamExchange(signal, () => fresh.give())
  const { body, headers } = wireBody(outbound.body)
  fresh.take().dispatch(
    {
      origin: outbound.origin,
      path: outbound.path,
      method: outbound.method,
      headers: [...wireHeaders(outbound.headers), ...headers],
      body,
    },
    exchange,
  )
  return answered(outbound.method, await exchange.head, exchange)
}

/** The `Send` of this process; keeps its connections for the next call. */
export const createEgress = (options: EgressOptions = {}): Send => {
  const { connectTimeoutMs = 5_000, lookupTimeoutMs = 3_000, keepAliveMs = 4_000, now = Date.now } = options
  const { resolve, isPublic = isPublicAddress } = options
  const guardedBy = (resolver: Resolve): FreshAgent =>
    freshAgent(guardedConnector(connectTimeoutMs, { resolve: resolver, isPublic, lookupTimeoutMs }), keepAliveMs, now)
  const trusted = freshAgent(trustedConnector(connectTimeoutMs), keepAliveMs, now)
  const configured = guardedBy(resolve ?? systemResolve)
  const chosenByCallers = guardedBy(resolve ?? networkResolve(lookupTimeoutMs))
  return (outbound, signal) => {
    const agent = outbound.trusted ? trusted : outbound.overridden ? chosenByCallers : configured
    return sendThrough(agent, outbound, signal)
  }
}
