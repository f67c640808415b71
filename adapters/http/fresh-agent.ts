// Replaces connections after a freeze. A frozen function runs no timers, so idle sockets outlive their keep-alive and may
// be dead without a sign. If the wall clock shows that, and nothing is in flight, the next request uses new ones. No
// request is ever sent twice.

import type { buildConnector } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'

export interface FreshAgent {
  /** The agent for one exchange. Call `give` when its connection is no longer used. */
  take(): Agent
  give(): void
}

export const freshAgent = (connect: buildConnector.connector, keepAliveMs: number, now: () => number): FreshAgent => {
  const open = (): Agent =>
    new Agent({
      connect,
      allowH2: false,
      // An answer may take minutes to begin and to go on. The exchange's own deadline is the only limit.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      // An upstream's hint may shorten it, never lengthen it.
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: 64 * 1024,
    })
  let agent = open()
  let inFlight = 0
  let lastUsed = now()
  return {
    take() {
      const time = now()
      if (inFlight === 0 && Math.abs(time - lastUsed) > keepAliveMs) {
        agent.destroy().catch(() => {})
        agent = open()
      }
      inFlight += 1
      lastUsed = time
      return agent
    },
    give() {
      inFlight -= 1
      lastUsed = now()
    },
  }
}
