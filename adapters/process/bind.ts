// Lets a server listen, and says where. Knows nothing of what it serves.

import { once } from 'node:events'
import type { Server } from 'node:net'

/** Listens on a port of an address, by default of loopback; 0 means any free port. Resolves with the port. Rejects with Node's own error if the port is taken. */
export const bind = async (server: Server, port: number, address = '127.0.0.1'): Promise<number> => {
  server.listen(port, address)
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server listens at a path, not at a port.')
  return bound.port
}
