// The only way out to upstreams. Sends once over HTTP/1.1, follows no redirect, retries nothing, and reaches untrusted
// destinations at public addresses only. The core decides what goes where.

import type { ClientRequest } from 'node:http'
import { boundedMap } from '../../core/collections/bounded-map.ts'
import { utf8Of } from '../../core/json/utf8.ts'
import { isPublicAddress } from '../../core/upstream/addresses.ts'
import type { Outbound } from '../../core/upstream/outbound.ts'
import type { Send, UpstreamResponse } from '../../core/upstream/send.ts'
import { turn } from '../process/turn.ts'
import type { Agents, Guard } from './connect.ts'
import { decodeBody, isDecodable } from './decode-body.ts'
import { type FreshAgents, freshAgents } from './fresh-agents.ts'
import { type Resolve, systemResolve } from './guarded-lookup.ts'
import { networkResolve } from './network-resolve.ts'
import { type Head, UpstreamExchange } from './upstream-exchange.ts'
import { abandoned, upstreamFailure } from './upstream-failure.ts'

const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

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

// Node writes one byte per character. A character beyond that came out of UTF-8 at the edge: its bytes go back in.
const onTheWire = (value: string): string =>
  /[\u0100-\uffff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value

/** Of all others Node makes a body in chunks, also of none, unless its length is said. */
const methodsWithoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

const wireHeaders = ({ method, headers }: Outbound, host: string, bodyBytes: number): string[] => {
  const list = ['host', host, 'connection', 'keep-alive']
  for (const name of Object.keys(headers)) list.push(name, onTheWire(headers[name] ?? ''))
  if (bodyBytes > 0 || !methodsWithoutBody.has(method)) list.push('content-length', String(bodyBytes))
  return list
}

const maxHeaderSize = 64 * 1024

/** Each costs a decoder with its own window: an answer must not be able to ask for a thousand. */
const maxEncodings = 3

/** A part of an encoded body, which nobody can decode without what stands before it. Its range counts encoded bytes. */
const partialContent = 206

/** The encodings of the body in the order in which they were applied; `identity` is not one. */
const encodingsOf = (head: Head): string[] =>
  head.headers
    .flatMap(([name, value]) => (name === 'content-encoding' ? value.split(',') : []))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity')

const answered = (head: Head, exchange: UpstreamExchange): UpstreamResponse => {
  if (!head.headers.some(([name]) => name === 'content-encoding')) return { ...head, body: exchange }
  const encodings = encodingsOf(head)
  // What we cannot decode is relayed byte for byte and under its name, as every client library does.
  if (!encodings.every(isDecodable) || encodings.length > maxEncodings || head.status === partialContent)
    return { ...head, body: exchange }
  const unnamed = head.headers.filter(([name]) => name !== 'content-encoding')
  if (encodings.length === 0) return { status: head.status, headers: unnamed, body: exchange }
  // The length was that of the encoded body.
  const headers = unnamed.filter(([name]) => name !== 'content-length')
  const body = encodings.reduceRight<AsyncIterableIterator<Uint8Array>>(decodeBody, exchange)
  return { status: head.status, headers, body }
}

interface Origin {
  readonly isSecure: boolean
  /** With its port, as the header says it. */
  readonly authority: string
  readonly host: string
  readonly port: string
}

const origins = boundedMap<Origin>(100)

/** An origin taken apart. The last ones are kept: there are few, except where callers choose them. */
const originOf = (origin: string): Origin => {
  const known = origins.get(origin)
  if (known !== undefined) return known
  const { protocol, host, hostname, port } = new URL(origin)
  const parts = { isSecure: protocol === 'https:', authority: host, host: hostname.replace(/^\[|\]$/g, ''), port }
  origins.set(origin, parts)
  return parts
}

const begun = (outbound: Outbound, { plain, secure }: Agents): ClientRequest => {
  const { method, path } = outbound
  const { isSecure, authority, host, port } = originOf(outbound.origin)
  const body = typeof outbound.body === 'string' ? utf8Of(outbound.body) : outbound.body
  const headers = wireHeaders(outbound, authority, body.byteLength)
  const options = { method, path, host, port, maxHeaderSize, headers }
  const request = isSecure ? https.request({ ...options, agent: secure }) : http.request({ ...options, agent: plain })
  // Node drops headers beyond a thousand without a word, and may drop what says how to read the body.
  request.maxHeadersCount = 0
  return request.end(body)
}

const sendThrough = async (fresh: FreshAgents, outbound: Outbound, signal: AbortSignal): Promise<UpstreamResponse> => {
  // What has happened to idle connections meanwhile is noticed first: a request is never sent twice. The first turn that follows an
  // event of the network ends before the system is asked for others.
  await turn()
  await turn()
  if (signal.aborted) throw abandoned(false, signal.reason)
  const agents = fresh.take()
  const give = (): void => fresh.give()
  let exchange: UpstreamExchange
  try {
    exchange = new UpstreamExchange(begun(outbound, agents), signal, give)
  } catch (error) {
    give()
    // A header that no request can carry.
    throw upstreamFailure(error, false)
  }
  const { isSent } = exchange
  return { ...answered(await exchange.head, exchange), isSent }
}

/** The `Send` of this process; keeps its connections for the next call. */
export const createEgress = (options: EgressOptions = {}): Send => {
  const { connectTimeoutMs = 5_000, lookupTimeoutMs = 3_000, keepAliveMs = 4_000, now = Date.now } = options
  const { resolve, isPublic = isPublicAddress } = options
  const connecting = { timeoutMs: connectTimeoutMs, keepAliveMs }
  const guardedBy = (resolver: Resolve): FreshAgents => {
    const guard: Guard = { resolve: resolver, isPublic, lookupTimeoutMs }
    return freshAgents({ ...connecting, guard }, now)
  }
  const trusted = freshAgents(connecting, now)
  const configured = guardedBy(resolve ?? systemResolve)
  const chosenByCallers = guardedBy(resolve ?? networkResolve(lookupTimeoutMs))
  return (outbound, signal) => {
    const fresh = outbound.trusted ? trusted : outbound.overridden ? chosenByCallers : configured
    return sendThrough(fresh, outbound, signal)
  }
}
