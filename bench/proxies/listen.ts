// A server on any free port of loopback.

import { once } from 'node:events'
import type { Server } from 'node:http'

/** The port. */
export const listen = async (server: Server): Promise<number> => {
  // Longer than any measurement rests: no connection may end between two samples.
  server.keepAliveTimeout = 120_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
