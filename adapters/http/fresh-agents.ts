// Replaces connections after a freeze. A frozen function runs no timers, so idle sockets outlive their keep-alive and may
// be dead without a sign. If the wall clock shows that, and nothing is in flight, the next request uses new ones. No
// request is ever sent twice.

import { type Agents, type Connecting, openAgents } from './connect.ts'

export interface FreshAgents {
  /** The connections for one exchange. Call `give` when its own is no longer used. */
  take(): Agents
  give(): void
}

export const freshAgents = (connecting: Connecting, now: () => number): FreshAgents => {
  let agents = openAgents(connecting)
  let inFlight = 0
  let lastUsed = now()
  return {
    take() {
      const time = now()
      if (inFlight === 0 && Math.abs(time - lastUsed) > connecting.keepAliveMs) {
        agents.plain.destroy()
        agents.secure.destroy()
        agents = openAgents(connecting)
      }
      inFlight += 1
      lastUsed = time
      return agents
    },
    give() {
      inFlight -= 1
      lastUsed = now()
    },
  }
}
