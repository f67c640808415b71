// The item of one counter: read, and moved by one conditional update, atomically across all replicas.

import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { latestLeft } from '../../../core/access/limits/gcra.ts'
import { type Dynamo, send } from '../client.ts'
import { getItem, updateItem } from '../commands.ts'
import { unlessRefused } from '../conditions.ts'
import { tableName } from '../tables/tables.ts'
import { plainItem } from '../wire.ts'
import type { Mode } from './counter-memory.ts'

/** An item is kept for an hour after it lost its meaning, whatever the clocks of replicas say. */
const keptSeconds = 3600

/**
 * Processes name their last move in the item, so that one that is sent again, because its answer was lost, moves nothing twice, also
 * where others have moved the counter in between. Each has one of so many places for that, and shares it where processes are many: a name of
 * everybody's would make the item, and the price of each write, grow with all that ever were.
 */
const places = 32
const placeOf = (instance: string): string => `move${Number.parseInt(instance, 16) % places}`

const counterItem = z.looseObject({ tat: z.int() })

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

/** One update from idle, one on top of what is used. What it leaves is nothing that it would begin from again. */
const updateFor = ({ now, total, tolerance, latest, mode }: Move, place: string, name: string) => {
  const expiresAt = Math.ceil((now + tolerance) / 1_000_000) + keptSeconds
  return mode === 'idle'
    ? {
        UpdateExpression: `SET tat = :fresh, expiresAt = :expiresAt, ${place} = :name`,
        ConditionExpression: 'attribute_not_exists(tat) OR tat <= :now OR tat > :believed',
        ExpressionAttributeValues: {
          ':fresh': now + total,
          ':now': now,
          ':believed': latestLeft(tolerance, now),
          ':expiresAt': expiresAt,
          ':name': name,
        },
      }
    : {
        UpdateExpression: `SET tat = tat + :total, expiresAt = :expiresAt, ${place} = :name`,
        ConditionExpression: `tat > :now AND tat <= :latest AND (attribute_not_exists(${place}) OR ${place} <> :name)`,
        ExpressionAttributeValues: {
          ':total': total,
          ':now': now,
          ':latest': latest,
          ':expiresAt': expiresAt,
          ':name': name,
        },
      }
}

/** The name of a process: eight hexadecimal digits. */
export const someInstance = (): string => randomUUID().slice(0, 8)

/** The counters of a deployment. Everything throws `StoreUnreachable`. */
export const counterItems = (dynamo: Dynamo, instance: string): CounterItems => {
  const { tablePrefix } = dynamo
  const TableName = tableName(tablePrefix, 'rateLimits')
  const place = placeOf(instance)
  let moves = 0

  const find = async (counter: string): Promise<z.infer<typeof counterItem> | undefined> => {
    const get = getItem({ TableName, Key: { counter } })
    const { Item } = await send(dynamo, get)
    return Item === undefined ? undefined : counterItem.parse(Item)
  }

  return {
    read: async (counter) => (await find(counter))?.tat,
    async move(move) {
      const { counter } = move
      const name = `${instance}.${moves}`
      moves += 1
      const update = updateItem({
        TableName,
        Key: { counter },
        ...updateFor(move, place, name),
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      })
      return unlessRefused<Moved>(
        send(dynamo, update).then(({ Attributes }) => ({
          moved: true,
          tat: Attributes === undefined ? undefined : counterItem.parse(Attributes).tat,
        })),
        async ({ item }) => {
          // Some stores leave the item out of the answer that its condition failed.
          const left = item?.tat === undefined ? await find(counter) : counterItem.parse(plainItem(item))
          return { moved: left?.[place] === name, tat: left?.tat }
        },
      )
    },
  }
}
