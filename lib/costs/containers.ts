// What the compute of a month costs, as functions and as containers, by the rate of requests: what differs between the two, and from
// which rate containers cost less. Everything else costs the same.

import type { Stage } from '../stage/config.ts'
import { busy, standing } from './assumptions.ts'
import { prices } from './prices.ts'

const secondsOfMonth = standing.hours * 3_600
/** AWS counts a GB in an hour as one capacity unit; new connections are reused. */
const gbOfUnitHour = 1

/** Requests a second. */
export const shownRates = [0.1, 0.5, 1, 10, 100, 1_000, 10_000] as const

export const functionDollars = (stage: Stage, rate: number): number => {
  const gigabytes = stage.functions.memoryMb / 1_024
  const each = busy.seconds * gigabytes * prices.lambdaGbSecond.dollars + prices.lambdaRequest.dollars
  return rate * secondsOfMonth * each
}

/** Containers for a rate: as many as its open streams need, and the fewest of the stage at least. */
export const containersFor = ({ fargate }: Stage, rate: number): number =>
  Math.max(fargate.minimumContainers, Math.ceil((rate * busy.seconds) / fargate.streamsPerContainer))

export const containerDollars = (stage: Stage, rate: number): number => {
  const { cpu, memoryMb, natGateways } = stage.fargate
  const hourly =
    containersFor(stage, rate) *
      ((cpu / 1_024) * prices.fargateVcpuHour.dollars + (memoryMb / 1_024) * prices.fargateGbHour.dollars) +
    prices.balancerHour.dollars +
    natGateways * prices.natHour.dollars
  const kilobytes = rate * secondsOfMonth
  const balanced = (kilobytes * (busy.bodyKb + busy.answerKb)) / 1_000_000
  const outside = (kilobytes * (busy.forwardedKb + busy.answerKb)) / 1_000_000
  const units = Math.max(standing.hours, balanced / gbOfUnitHour)
  return hourly * standing.hours + units * prices.balancerUnitHour.dollars + outside * prices.natGb.dollars
}

/** The rate, in requests a second, from which containers cost less than functions. */
export const breakEvenRate = (stage: Stage): number => {
  let [low, high] = [0.001, 1_000]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (containerDollars(stage, middle) < functionDollars(stage, middle)) high = middle
    else low = middle
  }
  return high
}
