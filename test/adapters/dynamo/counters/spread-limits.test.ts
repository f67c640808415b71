// Limits that are kept in several counters: which of them are asked, what they admit together, and when it is worth asking again. And what
// becomes of a charge that the table does not take.

import { describe, expect, it } from 'vitest'
import { AwsError } from '../../../../adapters/aws/aws-error.ts'
import { dynamoOver } from '../../../../adapters/dynamo/client.ts'
import type { Command } from '../../../../adapters/dynamo/commands.ts'
import { dynamoCounters } from '../../../../adapters/dynamo/counters/counters.ts'
import type { Documents } from '../../../../adapters/dynamo/documents.ts'
import type { Charge, ChargeOutcome } from '../../../../core/access/limits/counters.ts'
import { StoreBusy } from '../../../../core/runtime/store-unreachable.ts'

const second = 1_000_000
const minute = 60 * second
const now = 1_795_000_000 * second

/** The table of counters, as its conditions have it; `fails` while the table takes nothing. `tats`: where its counters stand. */
const tableOfCounters = (fails: (command: Command) => boolean = () => false) => {
  const tats = new Map<string, number>()
  const send = async (command: Command): Promise<object> => {
    const { input } = command
    const { counter } = input.Key as { readonly counter: string }
    if (fails(command)) throw new AwsError('ThrottlingException', 400)
    const tat = tats.get(counter)
    const Item = tat === undefined ? undefined : { counter, tat }
    if (input.UpdateExpression === undefined) return { Item }
    const values = input.ExpressionAttributeValues as Readonly<Record<string, number>>
    const { ':fresh': fresh, ':total': total = 0, ':now': at = 0, ':latest': latest = 0 } = values
    const isTaken =
      fresh === undefined ? tat !== undefined && tat > at && tat <= latest : tat === undefined || tat <= at
    if (!isTaken) throw new AwsError('ConditionalCheckFailedException', 400)
    const left = fresh ?? (tat ?? 0) + total
    tats.set(counter, left)
    return { Attributes: { tat: left } }
  }
  return { tats, dynamo: dynamoOver({ send } as Documents, { tablePrefix: '' }) }
}

/** Sixteen a minute, four on each of four counters. */
const one: Charge = {
  counter: 'c',
  increment: minute / 16,
  tolerance: minute,
  spread: { shards: 4, increment: minute / 4, tolerance: minute },
}

/** Takes charges one after the other; `random` chooses the counters. */
const limited = (random: () => number) => {
  const { tats, dynamo } = tableOfCounters()
  const counters = dynamoCounters(dynamo, { random, instance: '00000001' })
  const take = async (count: number, at = now, charge = one): Promise<readonly ChargeOutcome[]> => {
    const outcomes: ChargeOutcome[] = []
    for (let each = 0; each < count; each += 1) outcomes.push(await counters.take(charge, at))
    return outcomes
  }
  return { tats, take }
}
const admittedOf = (outcomes: readonly ChargeOutcome[]): number => outcomes.filter(({ admitted }) => admitted).length

describe('a limit that is kept in several counters', () => {
  it.each([
    [0, ['c#0', 'c#1']],
    [0.3, ['c#1', 'c#2']],
    [0.999, ['c#2', 'c#3']],
  ])('asks two of them, another one where the first is used up: at %d', async (chance, asked) => {
    const { tats, take } = limited(() => chance)
    const outcomes = await take(20)
    expect(admittedOf(outcomes)).toBe(8)
    expect([...tats.keys()].sort()).toEqual(asked)
    expect(outcomes.at(-1)).toEqual({ admitted: false, retryAfterMicroseconds: minute / 4 })
  })

  it('admits all of the limit and no more, whichever are chosen', async () => {
    let chance = 0
    const { tats, take } = limited(() => {
      chance = (chance + 0.37) % 1
      return chance
    })
    expect(admittedOf(await take(100))).toBe(16)
    expect(tats.size).toBe(4)
  })

  it('says to come again when the sooner of the two has room', async () => {
    const { take } = limited(() => 0)
    await take(4)
    const later = now + 5 * second
    expect(admittedOf(await take(4, later))).toBe(4)
    expect(await take(1, later)).toEqual([{ admitted: false, retryAfterMicroseconds: 10 * second }])
  })

  it('takes a charge that is too large for one from all of them, and waits for the last', async () => {
    const { tats, take } = limited(() => 0)
    const large: Charge = {
      ...one,
      increment: minute / 2,
      spread: { shards: 4, increment: 2 * minute, tolerance: minute },
    }
    expect(admittedOf(await take(2, now, large))).toBe(2)
    expect([...tats]).toEqual([0, 1, 2, 3].map((shard) => [`c#${shard}`, now + minute]))
    tats.set('c#2', now + minute + 3 * second)
    const [outcome] = await limitedOver(tats)(large)
    expect(outcome).toEqual({ admitted: false, retryAfterMicroseconds: minute / 2 + 3 * second })
  })
})

/** Another process on the same counters. */
const limitedOver = (tats: ReadonlyMap<string, number>) => async (charge: Charge) => {
  const table = tableOfCounters()
  for (const [counter, tat] of tats) table.tats.set(counter, tat)
  return [await dynamoCounters(table.dynamo, { random: () => 0 }).take(charge, now)]
}

describe('a counter of a table that takes no more', () => {
  const single: Charge = { counter: 'c', increment: minute / 4, tolerance: minute }
  const thenBusy = async (charges: number): Promise<ChargeOutcome> => {
    let isBusy = false
    const { dynamo } = tableOfCounters(() => isBusy)
    const counters = dynamoCounters(dynamo)
    for (let charge = 0; charge < charges; charge += 1) await counters.take(single, now)
    isBusy = true
    return counters.take(single, now)
  }

  it('is used up where half of it was, and otherwise nobody can say', async () => {
    expect(await thenBusy(2)).toEqual({ admitted: false, retryAfterMicroseconds: second })
    await expect(thenBusy(1)).rejects.toBeInstanceOf(StoreBusy)
    await expect(thenBusy(0)).rejects.toBeInstanceOf(StoreBusy)
  })
})

it('charges that travel together are charged once each, where another process has moved their counter', async () => {
  const later = now + 20 * second
  const increment = minute / 8
  let updates = 0
  const { tats, dynamo } = tableOfCounters((command) => {
    if (command.input.UpdateExpression !== undefined) updates += 1
    // Another process charges the idle counter just before these do.
    if (updates === 2) tats.set('c', Math.max(tats.get('c') ?? 0, later + increment))
    return false
  })
  const counters = dynamoCounters(dynamo)
  const charge = { counter: 'c', increment, tolerance: minute }
  const outcomes = await Promise.all([now, later, later, later].map((at) => counters.take(charge, at)))
  expect(outcomes).toEqual(Array(4).fill({ admitted: true }))
  expect(tats.get('c')).toBe(later + 4 * increment)
})
