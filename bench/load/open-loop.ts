// Exchanges that begin when they are due, however long the ones before take: the callers of a service do not wait for each
// other.

import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from '../lineup/lineup.ts'
import { conversations } from './conversations.ts'
import { type Exchange, type Kind, oneExchange } from './one-exchange.ts'

const conversationsAtOnce = 40
const shares: readonly (readonly [number, Kind])[] = [
  [0.7, 'stream'],
  [0.85, 'whole'],
  [1, 'leave'],
]

export interface Load {
  readonly ratePerSecond: number
  readonly seconds: number
  /** 0 up to 1. */
  readonly random: () => number
  /** Gets each exchange when it is over. */
  readonly over: (exchange: Exchange) => void
}

/** Resolves when the last exchange is over. */
export const openLoop = async (target: Target, { ratePerSecond, seconds, random, over }: Load): Promise<void> => {
  const agent = new Agent({ keepAlive: true })
  const next = conversations(conversationsAtOnce, random)
  const underWay = new Set<Promise<void>>()
  const begun = performance.now()
  // Poisson's arrivals: as many callers who know nothing of each other make them.
  for (let second = 0; second < seconds; second += -Math.log(1 - random()) / ratePerSecond) {
    const due = begun + second * 1_000
    const early = due - performance.now()
    if (early > 1) await wait(early)
    const chosen = random()
    const kind = shares.find(([share]) => chosen < share)?.[1] ?? 'stream'
    const exchange = oneExchange(target, agent, kind, next(), due).then((one) => over({ ...one, second }))
    underWay.add(exchange)
    exchange.finally(() => underWay.delete(exchange))
  }
  await Promise.all(underWay)
  agent.destroy()
}
