// The item of one counter: read, and moved by one conditional update, atomically across all replicas.

import * as z from 'zod/mini'
import { latestLeft } from '../../../core/access/gcra.ts'
import { ask, type Dynamo } from '../client.ts'
import { getItem, updateItem } from '../commands.ts'
import { type RefusedWrite, unlessRefused } from '../conditions.ts'
import { tableName } from '../tables/tables.ts'
import { plainItem } from '../wire.ts'
import type { Mode } from './counter-memory.ts'

/** An item is kept for an hour after it lost its meaning, whatever the clocks of replicas say. */
const keptSeconds = 3600

const counterItem = z.object({ tat: z.int() })

/** A move of a counter, in microseconds. */
export interface Move {
  readonly counter: string
  readonly now: number
  readonly total: number
  /** How far ahead of now the counter may stand. */
  readonly tolerance: number
  /** The latest `tat` from which a busy counter may be moved. */
  readonly latest: number
  readonly mode: Mode
}

export interface Moved {
  readonly moved: boolean
  /** Where the counter stands now. */
  readonly tat: number | undefined
}

export interface CounterItems {
  /** Half the price of a read that waits for the newest write; at worst a few milliseconds old. */
  read(counter: string): Promise<number | undefined>
  /** The counter moves only if it is in the state of the mode. */
  move(move: Move): Promise<Moved>
}

/** One update from idle, one on top of what is used. */
const updateFor = ({ now, total, tolerance, latest, mode }: Move) => {
  const expiresAt = Math.ceil((now + tolerance) / 1_000_000) + keptSeconds
  return mode === 'idle'
    ? {
        UpdateExpression: 'SET tat = :fresh, expiresAt = :expiresAt',
        ConditionExpression: 'attribute_not_exists(tat) OR tat <= :now OR tat > :believed',
        ExpressionAttributeValues: {
          ':fresh': now + total,
          ':now': now,
          ':believed': latestLeft(tolerance, now),
          ':expiresAt': expiresAt,
        },
      }
    : {
        UpdateExpression: 'SET tat = tat + :total, expiresAt = :expiresAt',
        ConditionExpression: 'tat > :now AND tat <= :latest',
        ExpressionAttributeValues: { ':total': total, ':now': now, ':latest': latest, ':expiresAt': expiresAt },
      }
}

/** The counters of a deployment. Everything throws `StoreUnreachable`. */
export const counterItems = (dynamo: Dynamo): CounterItems => {
  const { documents, tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'rateLimits')

  const read = async (counter: string): Promise<number | undefined> => {
    const get = getItem({ TableName, Key: { counter } })
    const { Item } = await ask(dynamo, (options) => documents.send(get, options))
    return Item === undefined ? undefined : counterItem.parse(Item).tat
  }

  /** Some stores leave the item out of the answer that its condition failed. */
  const leftAt = (counter: string, { item }: RefusedWrite): Promise<number | undefined> =>
    item?.tat === undefined ? read(counter) : Promise.resolve(counterItem.parse(plainItem(item)).tat)

  return {
    read,
    async move(move) {
      const { counter } = move
      const update = updateItem({
        TableName,
        Key: { counter },
        ...updateFor(move),
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      return unlessRefused<Moved>(
        ask(dynamo, (options) => documents.send(update, options)).then(({ Attributes }) => ({
          moved: true,
          tat: Attributes === undefined ? undefined : counterItem.parse(Attributes).tat,
        })),
        async (exception) => ({ moved: false, tat: await leftAt(counter, exception) }),
      )
    },
  }
}
