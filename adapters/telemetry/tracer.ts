// Sends traces to X-Ray's daemon, which Lambda runs beside a function: one datagram for each sampled exchange and nothing
// for the others. Never waits and never fails. docs/decisions/0010-metrics-and-traces.md says why this is not a library.

import type { Socket } from 'node:dgram'
import type { Trace } from '../../core/metrics/measure.ts'
import { traceDocument } from '../../core/metrics/trace.ts'

export interface TracerOptions {
  /** `host:port` of the daemon; absent: nothing is traced. */
  readonly daemon: string | undefined
  /** The trace header of the running invocation. */
  readonly header: () => string | undefined
}

const preamble = '{"format":"json","version":1}\n'

const nobodyListens = (): void => {}

const openSocket = (): Socket => {
  // Loaded with the first trace, because most environments never send one.
  const socket = process.getBuiltinModule('node:dgram').createSocket('udp4')
  socket.unref()
  socket.on('error', nobodyListens)
  return socket
}

/** See `Trace`. */
export const xrayTracer = ({ daemon, header }: TracerOptions): Trace => {
  const [, host, port] = /^(?:udp:)?([^:\s]+):(\d+)$/.exec(daemon ?? '') ?? []
  let socket: Socket | undefined
  return (receipt) => {
    if (host === undefined) return
    try {
      const document = traceDocument(receipt, header())
      if (document === undefined) return
      socket ??= openSocket()
      socket.send(`${preamble}${JSON.stringify(document)}`, Number(port), host, nobodyListens)
    } catch {
      // A failed trace must not fail an exchange.
    }
  }
}
