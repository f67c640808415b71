// Backpressure as a writer feels it.

import type { ServerResponse } from 'node:http'

/** Resolves when the client takes more, or has left. */
export const drainedOrClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
