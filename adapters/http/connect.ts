// Opens sockets to upstreams: HTTP/1.1, one time budget, and for untrusted destinations public addresses only.

import { isIP, type Socket } from 'node:net'
import type { buildConnector as Undici } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import { AddressRejected, guardedLookup, type Resolve } from './guarded-lookup.ts'
import { skipContinue } from './skip-continue.ts'

type Connector = Undici.connector

/**
 * Makes a reset visible. The client library takes an answer that ends with its connection for complete, even if the
 * connection was reset. It recognises a reset by its error code, and this listener runs before it.
 */
const withResets =
  (connect: Connector): Connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      skipContinue(socket)
      socket.on('error', (fault: NodeJS.ErrnoException) => {
        if (fault.code === 'ECONNRESET') fault.code = 'UPSTREAM_RESET'
      })
      callback(null, socket)
    })

/** Opens sockets anywhere: for origins that the deployment trusts. */
export const trustedConnector = (timeoutMs: number): Connector =>
  withResets(buildConnector({ allowH2: false, timeout: timeoutMs }))

export interface Guard {
  readonly resolve: Resolve
  readonly isPublic: (address: string) => boolean
  /** Time limit of the name lookup alone. The connect budget covers it too. */
  readonly lookupTimeoutMs: number
}

/**
 * Opens sockets to public addresses only. The lookup judges names. Literal addresses never pass through it, so they are
 * judged here, and so is the address to which the socket is connected, before a byte of the request is written.
 */
export const guardedConnector = (timeoutMs: number, guard: Guard): Connector => {
  const connect = withResets(
    buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      lookup: guardedLookup(guard.resolve, guard.isPublic, guard.lookupTimeoutMs),
    }),
  )
  const endedInside = (socket: Socket): boolean => !guard.isPublic(socket.remoteAddress ?? '')
  return (options, callback) => {
    const rejected = (): void => callback(new AddressRejected('The address is not public.'), null)
    if (isIP(options.hostname) !== 0 && !guard.isPublic(options.hostname)) {
      queueMicrotask(rejected)
      return
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (!endedInside(socket)) return callback(null, socket)
      socket.on('error', () => {}).destroy()
      rejected()
    })
  }
}
