// A server of a test or a measurement: where it is, and its end.

import { Server as HttpsServer } from 'node:https'
import type { Server, Socket } from 'node:net'
import { bind } from '../adapters/process/bind.ts'
import type { Finally } from './after-suite.ts'

export interface Listening {
  readonly port: number
  /** `http://127.0.0.1:PORT`, or https where the server speaks it. */
  readonly origin: string
  /** Connections accepted so far. */
  connections(): number
  /** Ends every connection. Resolves when the port is free. */
  close(): Promise<void>
}

export interface ListenOptions {
  /** @default 0: any free port */
  readonly port?: number
  /** @default 127.0.0.1 */
  readonly address?: string
  /** Gets `close`: what a test opens ends with the test, or with its suite. */
  readonly finallyDo?: Finally
}

/** Rejects with Node's own error when the port is taken. */
export const listen = async (server: Server, options: ListenOptions = {}): Promise<Listening> => {
  const { port: wanted = 0, address = '127.0.0.1', finallyDo } = options
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  const port = await bind(server, wanted, address)
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  finallyDo?.(close)
  const protocol = server instanceof HttpsServer ? 'https' : 'http'
  const host = address.includes(':') ? `[${address}]` : address
  return { port, origin: `${protocol}://${host}:${port}`, connections: () => connections, close }
}
