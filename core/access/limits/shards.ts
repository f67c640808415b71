// Limits above what a store takes of one key: DynamoDB takes about 1,000 writes a second. Such a limit is kept in several
// counters, each with its share. A charge goes to one of them, so the shares together never admit more than the limit.
// A burst may be short by what the chosen shard has used up while others have not.

import type { Charge, Spread } from './counters.ts'

/** In microseconds. */
const minute = 60_000_000

/** Up to here one counter is exact, and takes every charge with a second write besides. */
const unspreadRequestsPerSecond = 500
const requestsPerShardAndSecond = 50
/** More than any body is charged, so that a body fits into one share. */
const tokensPerShardAndMinute = 4_000_000
const maxTokenShards = 64

/** Counters for a limit of requests a minute. */
export const requestShards = (limit: number): number =>
  limit <= unspreadRequestsPerSecond * 60 ? 1 : Math.ceil(limit / (requestsPerShardAndSecond * 60))

/** Counters for a limit of tokens a minute. */
export const tokenShards = (limit: number): number =>
  Math.min(maxTokenShards, Math.max(1, Math.floor(limit / tokensPerShardAndMinute)))

/** `increment`: what the charge moves a counter of the whole limit, in microseconds with fractions. Rounded up: never over. */
export const spreadOf = (shards: number, increment: number): { readonly spread?: Spread } =>
  shards === 1 ? {} : { spread: { shards, increment: Math.ceil(increment * shards), tolerance: minute } }

/** The charge as one shard takes it, alone. */
const alone = ({ counter }: Charge, { tolerance }: Spread, shard: number, increment: number): Charge => ({
  counter: `${counter}#${shard}`,
  increment,
  tolerance,
})

/**
 * The charge on one shard, from 0. Undefined if it is too large for one: then every shard takes its part, see `onAllShards`.
 */
export const onShard = (charge: Charge, spread: Spread, shard: number): Charge | undefined =>
  spread.increment <= spread.tolerance ? alone(charge, spread, shard, spread.increment) : undefined

/** The charge on every shard: a part of the charge moves a part of the limit as far as the whole moves the whole. */
export const onAllShards = (charge: Charge, spread: Spread): readonly Charge[] =>
  Array.from({ length: spread.shards }, (_, shard) => alone(charge, spread, shard, charge.increment))
