// Requests that a client sends on a connection before it has the answers to those before. Node parses all that it has read of a connection
// at once, and would have all of them served: thousands of small ones, from one stranger, kept everybody else waiting for as long as they came.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** More than clients send that do so at all. */
const mostAtOnce = 8

export interface PipelinedRequests {
  /**
   * Whether a request is served: none is behind an answer that ends its connection, as that to the last one which may wait does. What comes
   * behind it was never answered, and a client sends it again.
   */
  takes(request: IncomingMessage, response: ServerResponse): boolean
}

interface Connection {
  /** Requests whose answers no client can have read. */
  waiting: number
  last: ServerResponse
}

export const pipelinedRequests = (): PipelinedRequests => {
  const connections = new WeakMap<Socket, Connection>()
  return {
    takes({ socket }, response) {
      const connection = connections.get(socket) ?? { waiting: 0, last: response }
      connections.set(socket, connection)
      if (connection.last !== response && !connection.last.shouldKeepAlive) {
        socket.pause()
        return false
      }
      connection.last = response
      connection.waiting += 1
      if (connection.waiting >= mostAtOnce) response.shouldKeepAlive = false
      // One that is answered at once waits all the same, until all that was read with it is parsed.
      response.once('close', () =>
        setImmediate(() => {
          connection.waiting -= 1
        }),
      )
      return true
    },
  }
}
