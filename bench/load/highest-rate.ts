// The highest rate that this machine holds: with it, answers begin no later than they do when it has little to do.

import { percentile } from '../../testkit/report/statistics.ts'
import type { Target } from '../lineup/lineup.ts'
import type { Exchange } from './one-exchange.ts'
import { openLoop } from './open-loop.ts'

const secondsPerRate = 10
const firstRate = 2
const growth = 1.4
const mostPerSecond = 1_000
/** A queue forms where the later half of a step waits this many times longer than a quiet machine does. */
const queueFactor = 6
const leastMilliseconds = 100
/** Of the rate at which a queue did not form yet: the rest is for chance. */
const share = 0.8

/** Exchanges a second. `tell` gets each rate that was tried, with its 95th percentile in milliseconds. */
export const highestRate = async (
  target: Target,
  random: () => number,
  tell: (rate: number, milliseconds: number) => void,
): Promise<number> => {
  let held = firstRate
  let quiet = Number.NaN
  for (let rate = firstRate; rate < mostPerSecond; rate *= growth) {
    const exchanges: Exchange[] = []
    await openLoop(target, {
      ratePerSecond: rate,
      seconds: secondsPerRate,
      random,
      over: (exchange) => exchanges.push(exchange),
    })
    const later = exchanges.filter(({ second }) => second > secondsPerRate / 2).map(({ firstByte }) => firstByte)
    const slow = percentile(later, 95)
    tell(rate, slow)
    if (Number.isNaN(quiet)) quiet = slow
    const isQueueing = slow > Math.max(leastMilliseconds, queueFactor * quiet)
    if (isQueueing || exchanges.some(({ fault }) => fault !== undefined)) break
    held = rate
  }
  return Math.max(1, Math.round(held * share))
}
