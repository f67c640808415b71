// A real load on counters of a real store: charges at their times, through several replicas of the adapter that ships.

import { setTimeout as wait } from 'node:timers/promises'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { putItem } from '../../adapters/dynamo/commands.ts'
import { dynamoCounters } from '../../adapters/dynamo/counters/counters.ts'
import { tableName } from '../../adapters/dynamo/tables/tables.ts'
import type { Charge } from '../../core/access/limits/counters.ts'
import { requestCharge, step } from '../../core/access/limits/gcra.ts'
import { hearing } from '../../testkit/hearing.ts'
import { randomFrom } from '../../testkit/random.ts'
import type { Outcome } from './simulate.ts'

const replicas = 4

export interface RealLoad {
  readonly endpoint: string
  readonly tablePrefix: string
  readonly requestsPerSecond: number
  readonly use: number
  readonly seconds: number
  readonly seed: number
}

const counting = (dynamo: Dynamo, counts: { writes: number; reads: number }): Dynamo =>
  hearing(dynamo, ({ operation }) => {
    if (operation === 'UpdateItem') counts.writes += 1
    if (operation === 'GetItem') counts.reads += 1
  })

/** Sets every counter of the limit to used up. Returns where one exact counter would stand. */
const useUp = async (charge: Charge, { documents, tablePrefix }: Dynamo): Promise<number> => {
  const { counter, spread, tolerance } = charge
  const names =
    spread === undefined ? [counter] : Array.from({ length: spread.shards }, (_, shard) => `${counter}#${shard}`)
  const now = Date.now() * 1000
  const TableName = tableName(tablePrefix, 'rateLimits')
  const tat = now + (spread?.tolerance ?? tolerance)
  await Promise.all(names.map((name) => documents.send(putItem({ TableName, Item: { counter: name, tat } }))))
  return now + tolerance
}

/** Runs one load to its end, in real time. */
export const load = async (given: RealLoad): Promise<Outcome> => {
  const { endpoint, tablePrefix, requestsPerSecond, use, seconds, seed } = given
  const random = randomFrom(seed)
  const limit = Math.max(1, Math.round((requestsPerSecond / use) * 60))
  const charge = requestCharge(`account#bench-${seed}-${requestsPerSecond}-${use}#requests`, limit)
  const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const dynamos = Array.from({ length: replicas }, () =>
    openDynamo({ tablePrefix, endpoint, deadlineMilliseconds: 30_000, ...local }),
  )
  const [first] = dynamos
  let exactTat = use > 1 && first !== undefined ? await useUp(charge, first) : undefined
  const counts = { writes: 0, reads: 0 }
  const stores = dynamos.map((dynamo) => dynamoCounters(counting(dynamo, counts)))

  const counted = { requests: 0, admitted: 0, exactly: 0 }
  const running: Promise<void>[] = []
  const begin = performance.now()
  let due = 0
  while (due < seconds * 1000) {
    const ahead = due - (performance.now() - begin)
    if (ahead > 1) await wait(ahead)
    const now = Date.now() * 1000
    counted.requests += 1
    const exact = step(exactTat, charge, now)
    if (exact.admitted) {
      exactTat = exact.tat
      counted.exactly += 1
    }
    const store = stores[Math.floor(random() * replicas)]
    const taken = store?.take(charge, now).then(({ admitted }) => {
      if (admitted) counted.admitted += 1
    })
    if (taken !== undefined) running.push(taken)
    due += (-Math.log(1 - random()) * 1000) / requestsPerSecond
  }
  await Promise.all(running)
  for (const dynamo of dynamos) dynamo.close()
  return {
    limit,
    shards: charge.spread?.shards ?? 1,
    requests: counted.requests,
    processes: replicas,
    admitted: counted.admitted,
    exactlyAdmitted: counted.exactly,
    ...counts,
    throttled: 0,
    unasked: 0,
  }
}
