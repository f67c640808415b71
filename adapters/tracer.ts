// Traces to X-Ray's daemon, which Lambda runs beside a function: one datagram for a sampled exchange, nothing for any other.
// Never waits and never fails. Why this is not a library's work: docs/decisions/0010-metrics-and-traces.md.

import type { Socket } from 'node:dgram'
import type { Trace } from '../core/metrics/measure.ts'
import { traceDocument } from '../core/metrics/trace.ts'

export interface TracerOptions {
  /** `host:port` of the daemon; absent where there is none, and then nothing is traced. */
  readonly daemon: string | undefined
  /** The trace header of the invocation that runs now. */
  readonly header: () => string | undefined
}

const preamble = '{"format":"json","version":1}\n'

const nobodyListens = (): void => {}

const openSocket = (): Socket => {
  // Loaded with the first trace: most environments never send one.
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
      // A trace is worth no exchange.
    }
  }
}
