// The table of rate counters. One item per counter, one conditional update per charge, admitted or refused atomically
// across all replicas, without a transaction and without a read first. `core/access/gcra.ts` has the arithmetic.

import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { latestAdmitted, step } from '../../core/access/gcra.ts'
import type { Charge, ChargeOutcome, CounterStore } from '../../core/access/stores.ts'
import { type BoundedMap, boundedMap } from '../../core/collections/bounded-map.ts'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { ask, type Dynamo } from './client.ts'
import { unlessRefused } from './conditions.ts'
import { tableName } from './tables.ts'

/** An item is kept for an hour after it has lost its meaning, because the clocks of replicas differ. */
const keptSeconds = 3600
/**
 * The likelier update, the other one, and the first again if the counter became active in between. Then the outcome is
 * known.
 */
const attempts = 4

const counterItem = z.object({ tat: z.number().int() })

/** The update that can succeed from the counter's state: one from idle, one on top of what is used. */
const updateFor = (charge: Charge, now: number, tat: number | undefined) => {
  const idle = tat === undefined || tat <= now
  const expiresAt = Math.ceil((now + charge.tolerance) / 1_000_000) + keptSeconds
  return idle
    ? {
        UpdateExpression: 'SET tat = :fresh, expiresAt = :expiresAt',
        ConditionExpression: 'attribute_not_exists(tat) OR tat <= :now',
        ExpressionAttributeValues: { ':fresh': now + charge.increment, ':now': now, ':expiresAt': expiresAt },
      }
    : {
        UpdateExpression: 'SET tat = tat + :increment, expiresAt = :expiresAt',
        ConditionExpression: 'tat > :now AND tat <= :latest',
        ExpressionAttributeValues: {
          ':increment': charge.increment,
          ':now': now,
          ':latest': latestAdmitted(charge, now),
          ':expiresAt': expiresAt,
        },
      }
}

/** The counters in DynamoDB. Remembers the last state of each, so that a busy counter costs only one write too. */
export const dynamoCounters = (dynamo: Dynamo, remembered = 10_000): CounterStore => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'rateLimits')
  const lastSeen: BoundedMap<number> = boundedMap(remembered)
  const queues = new Map<string, Promise<ChargeOutcome>>()

  const read = async (counter: string): Promise<number | undefined> => {
    const get = new GetCommand({ TableName, Key: { counter }, ConsistentRead: true })
    const { Item } = await ask(dynamo, (options) => documents.send(get, options))
    return Item === undefined ? undefined : counterItem.parse(Item).tat
  }

  /** The state of the counter after an update whose condition failed. Some stores leave the item out of that answer. */
  const whereItStands = (counter: string, { Item }: ConditionalCheckFailedException): Promise<number | undefined> =>
    Item?.tat?.N === undefined ? read(counter) : Promise.resolve(Number(Item.tat.N))

  const write = async (charge: Charge, now: number, tat: number | undefined) => {
    const update = new UpdateCommand({
      TableName,
      Key: { counter: charge.counter },
      ...updateFor(charge, now, tat),
      ReturnValues: 'UPDATED_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    return unlessRefused(
      ask(dynamo, (options) => documents.send(update, options)).then(({ Attributes }) => ({
        admitted: true,
        tat: Attributes === undefined ? undefined : counterItem.parse(Attributes).tat,
      })),
      async (exception) => ({ admitted: false, tat: await whereItStands(charge.counter, exception) }),
    )
  }

  const takeNow = async (charge: Charge, now: number): Promise<ChargeOutcome> => {
    const { counter } = charge
    let tat = lastSeen.get(counter)
    // A refusal that can be foreseen costs a read instead of a failing write. The read keeps `Retry-After` exact.
    if (!step(tat, charge, now).admitted) tat = await read(counter)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const judged = step(tat, charge, now)
      if (!judged.admitted) return { admitted: false, retryAfterMicroseconds: judged.retryAfterMicroseconds }
      const written = await write(charge, now, tat)
      tat = written.tat
      if (tat !== undefined) lastSeen.set(counter, tat)
      if (written.admitted) return { admitted: true }
    }
    throw new StoreUnreachable('A counter changed under every attempt to charge it.')
  }

  return {
    // Charges of one counter queue within this process, so that each knows the state that the last one left, and none runs
    // into its deadline in a crowd. If one gets no answer, those behind it share that outcome instead of waiting.
    take(charge, now) {
      const { counter } = charge
      const before = queues.get(counter)
      const mine = before === undefined ? takeNow(charge, now) : before.then(() => takeNow(charge, now))
      queues.set(counter, mine)
      return mine.finally(() => {
        if (queues.get(counter) === mine) queues.delete(counter)
      })
    },
  }
}
