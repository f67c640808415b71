// A table of counters as DynamoDB documents it: conditional updates, and at most so many writes and reads a second of one key.
// Knows the two updates of a counter and no others.

import { AwsError } from '../../adapters/aws/aws-error.ts'
import type { Dynamo } from '../../adapters/dynamo/client.ts'
import type { Command } from '../../adapters/dynamo/commands.ts'
import type { Documents } from '../../adapters/dynamo/documents.ts'
import { type Item, wireItem } from '../../adapters/dynamo/wire.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** AWS, "Best practices for designing and using partition keys": units a second of one key. */
const writesOfKey = 1_000
const readsOfKey = 3_000
/** Of a call within a region, and of the SDK's pause before its second attempt; in microseconds. */
const latency = 5_000
const pauseBeforeRetry = 50_000

export interface TableCounts {
  writes: number
  reads: number
  throttled: number
}

export interface SimulatedTable {
  readonly dynamo: Dynamo
  readonly counts: TableCounts
  /** Sets every counter that will be asked for, in microseconds. */
  readonly begin: (tat: number) => void
}

interface Key {
  tat: number | undefined
  /** Units that may be used at once, and when that was so. */
  writes: number
  reads: number
  at: number
}

const refill = (key: Key, now: number): void => {
  const seconds = (now - key.at) / 1_000_000
  key.writes = Math.min(writesOfKey, key.writes + seconds * writesOfKey)
  key.reads = Math.min(readsOfKey, key.reads + seconds * readsOfKey)
  key.at = now
}

export const simulatedTable = (clock: VirtualClock): SimulatedTable => {
  const keys = new Map<string, Key>()
  const counts: TableCounts = { writes: 0, reads: 0, throttled: 0 }
  let first: number | undefined

  const keyOf = (name: string): Key => {
    const key = keys.get(name) ?? { tat: first, writes: writesOfKey, reads: readsOfKey, at: clock.now() }
    keys.set(name, key)
    refill(key, clock.now())
    return key
  }

  const update = ({ input }: Command, key: Key): object => {
    const values = input.ExpressionAttributeValues as Readonly<Record<string, number>>
    const { ':now': now = 0, ':fresh': fresh, ':total': total = 0, ':latest': latest = 0 } = values
    const { tat } = key
    const holds =
      fresh === undefined ? tat !== undefined && tat > now && tat <= latest : tat === undefined || tat <= now
    if (!holds) {
      const details = tat === undefined ? {} : { Item: wireItem({ tat }) }
      throw new AwsError('ConditionalCheckFailedException', 400, details)
    }
    key.tat = fresh ?? (tat ?? 0) + total
    return { Attributes: { tat: key.tat } }
  }

  /** Half a unit for a read that may be a little old. */
  const attempt = (command: Command): object | undefined => {
    const { counter } = command.input.Key as Item
    const key = keyOf(String(counter))
    if (command.operation === 'GetItem') {
      if (key.reads < 0.5) return undefined
      key.reads -= 0.5
      counts.reads += 1
      return key.tat === undefined ? {} : { Item: { tat: key.tat } }
    }
    if (command.operation !== 'UpdateItem') throw new TypeError('This table takes reads and updates.')
    if (key.writes < 1) return undefined
    key.writes -= 1
    counts.writes += 1
    return update(command, key)
  }

  const answered = async (command: Command): Promise<object> => {
    for (let left = 1; ; left -= 1) {
      const answer = attempt(command)
      if (answer !== undefined) return answer
      counts.throttled += 1
      if (left === 0) throw new AwsError('ProvisionedThroughputExceededException', 400)
      await clock.wait(pauseBeforeRetry)
    }
  }

  const send = async (command: Command): Promise<object> => {
    await clock.wait(latency / 2)
    try {
      return await answered(command)
    } finally {
      await clock.wait(latency / 2)
    }
  }

  const documents = { send } as Documents
  return {
    dynamo: {
      documents,
      tablePrefix: 'simulated-',
      deadlineMilliseconds: 60_000,
      secrets: async () => [],
      close: () => {},
    },
    counts,
    begin: (tat) => {
      first = tat
    },
  }
}
