// Writes of several items, judged together and taken together: all of them or none.

import type { KeyValues } from './level-store.ts'
import { invalid, StoreRefused } from './refused.ts'
import type { StoredTables } from './stored-tables.ts'
import { judging, type WriteInput } from './writes.ts'

/** One of a transaction's writes, under its own name. */
export type TransactItem = Readonly<Partial<Record<keyof typeof operations, WriteInput>>>

const operations = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheck',
} as const

/** The name and the input of every write. */
export const writesOf = (items: readonly TransactItem[]): readonly (readonly [keyof typeof operations, WriteInput])[] =>
  items.flatMap((item) => {
    const names = Object.keys(operations) as (keyof typeof operations)[]
    return names.flatMap((name) => {
      const input = item[name]
      return input === undefined ? [] : [[name, input] as const]
    })
  })

/** Throws `StoreRefused`. */
export const transacting = (store: KeyValues, tables: StoredTables) => {
  const judge = judging(store, tables)
  return async (items: readonly TransactItem[]): Promise<object> => {
    const judged = writesOf(items).map(([name, input]) => judge(operations[name], input))
    if (new Set(judged.map(({ place }) => place)).size < judged.length)
      throw invalid('Transaction request cannot include multiple operations on one item')
    if (judged.some(({ isRefused }) => isRefused)) {
      const CancellationReasons = judged.map(({ isRefused }) =>
        isRefused ? { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' } : { Code: 'None' },
      )
      throw new StoreRefused('TransactionCanceledException', 'Transaction cancelled', { CancellationReasons })
    }
    await store.write(judged.flatMap(({ changes }) => changes))
    return {}
  }
}
