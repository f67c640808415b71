// Opens sockets to upstreams: one time budget, and for untrusted destinations public addresses only. A request gets its socket
// once it is connected, secured and judged, so that no byte is written before.

import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { isIP, type NetConnectOpts, type Socket, type TcpNetConnectOpts } from 'node:net'
import { readEarlyAnswers } from './early-answers.ts'
import { AddressRejected, guardedLookup, type Resolve } from './guarded-lookup.ts'

// An `import` copies all exports, and some of them load what nobody needs, such as `fetch`: 30 ms of a cold start.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

export interface Guard {
  readonly resolve: Resolve
  readonly isPublic: (address: string) => boolean
  /** Time limit of the name lookup alone. The connect budget covers it too. */
  readonly lookupTimeoutMs: number
}

export interface Connecting {
  /** Time limit for name, TCP and TLS together. */
  readonly timeoutMs: number
  /** How long an idle connection is kept. An upstream's hint may shorten it, never lengthen it. */
  readonly keepAliveMs: number
  /** Absent for origins that the deployment trusts: they may be anywhere. */
  readonly guard?: Guard
}

/** Connections by the scheme of their origin. */
export interface Agents {
  readonly plain: HttpAgent
  readonly secure: HttpsAgent
}

/** The socket was not ready in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout'
}

type Opened = (error: Error | null, socket?: Socket) => void

const rejected = (): AddressRejected => new AddressRejected('The address is not public.')

/** Calls `opened` once: with a socket that may be written to, or why there is none. */
const whenOpen = (
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  { timeoutMs, guard }: Connecting,
  opened: Opened,
): void => {
  const late = setTimeout(() => socket.destroy(new ConnectTimeout('The socket was not ready in time.')), timeoutMs)
  const failed = (error: Error): void => {
    clearTimeout(late)
    opened(error)
  }
  // Errors of an idle socket are nobody's, and an error without a listener ends the process.
  socket.once('error', failed).on('error', () => {})
  socket.once(ready, () => {
    clearTimeout(late)
    socket.off('error', failed)
    if (guard === undefined || guard.isPublic(socket.remoteAddress ?? '')) {
      readEarlyAnswers(socket)
      return opened(null, socket)
    }
    socket.destroy()
    opened(rejected())
  })
}

/** Lets an agent give out no socket that is not open and judged. */
const judging = <Kind extends HttpAgent>(
  agent: Kind,
  ready: 'connect' | 'secureConnect',
  connecting: Connecting,
): Kind => {
  const { guard } = connecting
  const connect = agent.createConnection.bind(agent) as (options: NetConnectOpts) => Socket
  const judged = (options: TcpNetConnectOpts, opened: Opened): void => {
    const { host = '' } = options
    // The lookup judges names. A literal address never passes through it.
    if (guard !== undefined && isIP(host) !== 0 && !guard.isPublic(host)) queueMicrotask(() => opened(rejected()))
    else whenOpen(connect(options), ready, connecting, opened)
  }
  return Object.assign(agent, { createConnection: judged })
}

/** A new set of connections. */
export const openAgents = (connecting: Connecting): Agents => {
  const { keepAliveMs, guard } = connecting
  const settings = {
    keepAlive: true,
    // The one that has rested longest first: an upstream that closes behind its answer says so a moment later.
    scheduling: 'fifo' as const,
    // Ends idle connections alone: an answer may take minutes to begin and to go on.
    timeout: keepAliveMs,
    ...(guard === undefined ? {} : { lookup: guardedLookup(guard.resolve, guard.isPublic, guard.lookupTimeoutMs) }),
  }
  return {
    plain: judging(new http.Agent(settings), 'connect', connecting),
    secure: judging(new https.Agent(settings), 'secureConnect', connecting),
  }
}
