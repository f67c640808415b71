// Where items lie in the store: under the keys of dynalite, which kept the data of earlier versions. A partition lies together,
// in the order of its sort key; text sorts by its bytes.

import { createHash } from 'node:crypto'
import type { WireItem } from '../dynamo/wire.ts'
import { invalid } from './refused.ts'

/** The names of a table's or an index's key attributes, all of them text. */
export interface KeySchema {
  readonly partition: string
  readonly sort: string | undefined
}

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

const scattered = (partition: string, sort = ''): string =>
  createHash('md5').update(`Outliers${partition}${sort}`).digest('hex').slice(0, 6)

/** The beginning of every key of a partition. */
export const partitionKey = (partition: string): string => `${scattered(partition)}/${hex(partition)}/`

/** Throws `StoreRefused` if the attribute is not there or is not text. */
const keyText = (item: WireItem, attribute: string): string => {
  const value = item[attribute]
  if (value === undefined || !('S' in value) || value.S === '')
    throw invalid('The provided key element does not match the schema')
  return value.S
}

/** Where a value of the sort key lies behind the beginning of its partition. */
export const sortKey = (text: string): string => `${hex(text)}/`

/** The key of an item. Throws `StoreRefused` if it has none. */
export const itemKey = (item: WireItem, { partition, sort }: KeySchema): string =>
  `${partitionKey(keyText(item, partition))}${sort === undefined ? '' : sortKey(keyText(item, sort))}`

/** The key of an item in an index: several items may have the same key there. */
export const indexKey = (item: WireItem, table: KeySchema, index: KeySchema): string => {
  const own = table.sort === undefined ? undefined : keyText(item, table.sort)
  return `${itemKey(item, index)}${scattered(keyText(item, table.partition), own)}`
}

export const hasKey = (item: WireItem, { partition, sort }: KeySchema): boolean =>
  item[partition] !== undefined && (sort === undefined || item[sort] !== undefined)
