// Operations that change items: judged and taken at once, so that no other comes in between.

import type { WireItem } from '../dynamo/wire.ts'
import { conditionOf } from './expressions/conditions.ts'
import { partAt } from './expressions/paths.ts'
import { type Updated, updateOf } from './expressions/updates.ts'
import { hasKey } from './keys.ts'
import type { Change, KeyValues } from './level-store.ts'
import { invalid, StoreRefused } from './refused.ts'
import { entryPlaceOf, type Index, placeOf, type StoredTables, type Table } from './stored-tables.ts'

/** The members of the operations' inputs that are read. */
export interface WriteInput {
  readonly TableName?: string
  readonly Key?: WireItem
  readonly Item?: WireItem
  readonly UpdateExpression?: string
  readonly ConditionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: WireItem
  readonly ReturnValues?: string
  readonly ReturnValuesOnConditionCheckFailure?: string
}

export interface WriteAnswer {
  readonly Attributes?: WireItem
}

/** DynamoDB's own limit, in characters of JSON: bytes are a third longer there. */
const maxItemCharacters = 560_000

const entryOf = ({ schema }: Table, index: Index, item: WireItem): WireItem => {
  if (!index.isKeysOnly) return item
  const names = [schema.partition, schema.sort, index.schema.partition, index.schema.sort]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = name === undefined ? undefined : item[name]
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** The changes that put one item in place of another, in the table and in its indexes. */
const changesOf = (
  table: Table,
  place: string,
  before: WireItem | undefined,
  after: WireItem | undefined,
): Change[] => {
  const text = after === undefined ? undefined : JSON.stringify(after)
  if (text !== undefined && text.length > maxItemCharacters)
    throw invalid('Item size has exceeded the maximum allowed size')
  const changes: Change[] = []
  for (const index of table.indexes.values()) {
    if (before !== undefined && hasKey(before, index.schema))
      changes.push({ key: entryPlaceOf(table, index, before), value: undefined })
    if (after !== undefined && hasKey(after, index.schema)) {
      const entry = entryOf(table, index, after)
      changes.push({ key: entryPlaceOf(table, index, after), value: entry === after ? text : JSON.stringify(entry) })
    }
  }
  changes.push({ key: place, value: text })
  return changes
}

const returned = (kind: string | undefined, before: WireItem | undefined, { item, touched }: Updated): WriteAnswer => {
  const all: Readonly<Record<string, WireItem | undefined>> = {
    ALL_OLD: before,
    ALL_NEW: item,
    UPDATED_OLD: partAt(before ?? {}, touched),
    UPDATED_NEW: partAt(item, touched),
  }
  const Attributes = all[kind ?? '']
  return Attributes === undefined ? {} : { Attributes }
}

/** What becomes of the item that is there. */
type Transition = (
  before: WireItem | undefined,
  input: WriteInput,
) => { readonly after: WireItem | undefined } & Updated

const scopeOf = (item: WireItem | undefined, input: WriteInput) => ({
  item: item ?? {},
  names: input.ExpressionAttributeNames ?? {},
  values: input.ExpressionAttributeValues ?? {},
})

const transitions = {
  PutItem: (_before, { Item = {} }) => ({ after: Item, item: Item, touched: [] }),
  DeleteItem: () => ({ after: undefined, item: {}, touched: [] }),
  UpdateItem(before, input) {
    const updated = updateOf(input.UpdateExpression ?? '')(scopeOf(before ?? input.Key, input))
    return { after: updated.item, ...updated }
  },
} as const satisfies Record<string, Transition>

export type WriteOperation = keyof typeof transitions

/** What a write would do. */
export interface Judged {
  readonly place: string
  readonly isRefused: boolean
  readonly before: WireItem | undefined
  readonly changes: readonly Change[]
  readonly answer: WriteAnswer
}

/** Judges a write on what is there now; nothing is changed. `ConditionCheck` changes nothing at all. Throws `StoreRefused`. */
export const judging =
  (store: KeyValues, tables: StoredTables) =>
  (operation: WriteOperation | 'ConditionCheck', input: WriteInput): Judged => {
    const table = tables.table(input.TableName)
    const place = placeOf(table, (operation === 'PutItem' ? input.Item : input.Key) ?? {})
    const text = store.get(place)
    const before: WireItem | undefined = text === undefined ? undefined : JSON.parse(text)
    const { ConditionExpression } = input
    const isRefused = ConditionExpression !== undefined && !conditionOf(ConditionExpression)(scopeOf(before, input))
    if (isRefused || operation === 'ConditionCheck') return { place, isRefused, before, changes: [], answer: {} }
    const transition: Transition = transitions[operation]
    const { after, ...updated } = transition(before, input)
    if (after !== undefined && placeOf(table, after) !== place)
      throw invalid('Cannot update attribute. This attribute is part of the key')
    const changes = before !== undefined || after !== undefined ? changesOf(table, place, before, after) : []
    return { place, isRefused, before, changes, answer: returned(input.ReturnValues, before, updated) }
  }

/** Changes one item. Throws `StoreRefused`. */
export const writing = (store: KeyValues, tables: StoredTables) => {
  const judge = judging(store, tables)
  return async (operation: WriteOperation, input: WriteInput): Promise<WriteAnswer> => {
    const { isRefused, before, changes, answer } = judge(operation, input)
    if (isRefused) {
      const asked = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && before !== undefined
      const details = asked ? { Item: before } : {}
      throw new StoreRefused('ConditionalCheckFailedException', 'The conditional request failed', details)
    }
    if (changes.length > 0) await store.write(changes)
    return answer
  }
}
