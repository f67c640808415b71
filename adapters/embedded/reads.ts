// Operations that read: one item, several, a part of a partition, a whole table.

import type { WireItem, WireValue } from '../dynamo/wire.ts'
import { conditionOf } from './expressions/conditions.ts'
import { type Cursor, cursorOf } from './expressions/cursor.ts'
import { type Path, partAt, readPath, resolved, type Scope } from './expressions/paths.ts'
import { partitionKey, sortKey } from './keys.ts'
import type { KeyValues, Range } from './level-store.ts'
import { invalid } from './refused.ts'
import { entryPlaceOf, placeOf, type StoredTables, type Table } from './stored-tables.ts'

/** The members of the operations' inputs that are read. */
export interface ReadInput {
  readonly TableName?: string
  readonly IndexName?: string
  readonly Key?: WireItem
  readonly KeyConditionExpression?: string
  readonly FilterExpression?: string
  readonly ProjectionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: WireItem
  readonly ExclusiveStartKey?: WireItem
  readonly ScanIndexForward?: boolean
  readonly Limit?: number
  readonly Select?: string
  readonly RequestItems?: Readonly<
    Record<
      string,
      {
        readonly Keys: readonly WireItem[]
        readonly ProjectionExpression?: string
        readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
      }
    >
  >
}

/** DynamoDB's limit of a page. */
const maxPageCharacters = 1_048_576
/** Behind every key of a range: keys are made of hexadecimal digits and slashes. */
const last = '~'

type Names = Pick<ReadInput, 'ProjectionExpression' | 'ExpressionAttributeNames'>

/** The item with the attributes that are asked for. */
const projected = (item: WireItem, { ProjectionExpression, ExpressionAttributeNames: names = {} }: Names): WireItem => {
  if (ProjectionExpression === undefined) return item
  const cursor = cursorOf(ProjectionExpression)
  const paths: Path[] = []
  do paths.push(resolved(readPath(cursor), names))
  while (cursor.take(','))
  return partAt(item, paths)
}

/** A condition on the sort key, as the part of the partition that it names. */
const sortRange = (begin: string, operator: string, [value = '', to = '']: readonly string[]): Range => {
  const at = `${begin}${sortKey(value)}`
  const end = `${begin}${last}`
  const ranges: Readonly<Record<string, Range>> = {
    '=': { from: at, before: `${at}${last}` },
    '<': { from: begin, before: at },
    '<=': { from: begin, before: `${at}${last}` },
    '>': { from: `${at}${last}`, before: end },
    '>=': { from: at, before: end },
    BETWEEN: { from: at, before: `${begin}${sortKey(to)}${last}` },
    BEGINS_WITH: { from: at.slice(0, -1), before: `${at.slice(0, -1)}${last}` },
  }
  const range = ranges[operator]
  if (range === undefined) throw invalid('Query key condition not supported')
  return range
}

interface KeyTerm {
  readonly name: string
  readonly operator: string
  readonly values: readonly string[]
}

const textOf = (cursor: Cursor, { values }: Scope): string => {
  const value: WireValue | undefined = values[cursor.next()]
  if (value === undefined || !('S' in value)) throw invalid('Condition parameter type does not match schema type')
  return value.S
}

const readTerm = (cursor: Cursor, scope: Scope): KeyTerm => {
  const name = (): string => String(resolved(readPath(cursor), scope.names)[0])
  if (cursor.peek(1) === '(' && cursor.take('BEGINS_WITH')) {
    cursor.expect('(')
    const attribute = name()
    cursor.expect(',')
    const values = [textOf(cursor, scope)]
    cursor.expect(')')
    return { name: attribute, operator: 'BEGINS_WITH', values }
  }
  const attribute = name()
  const operator = cursor.peek()
  cursor.next()
  const values = [textOf(cursor, scope)]
  if (operator === 'BETWEEN') {
    cursor.expect('AND')
    values.push(textOf(cursor, scope))
  }
  return { name: attribute, operator, values }
}

const keyTerms = (expression: string, scope: Scope): readonly KeyTerm[] => {
  const cursor = cursorOf(expression)
  const terms = [readTerm(cursor, scope)]
  while (cursor.take('AND')) terms.push(readTerm(cursor, scope))
  cursor.end()
  return terms
}

const scopeOf = (input: ReadInput, item: WireItem = {}): Scope => ({
  item,
  names: input.ExpressionAttributeNames ?? {},
  values: input.ExpressionAttributeValues ?? {},
})

/** The index that is asked for, or the table itself. Throws `StoreRefused` if there is none of this name. */
const wanted = (table: Table, name: string | undefined): Pick<Table, 'schema' | 'prefix'> => {
  if (name === undefined) return table
  const index = table.indexes.get(name)
  if (index === undefined) throw invalid(`The table does not have the specified index: ${name}`)
  return index
}

const queried = (table: Table, input: ReadInput): Range => {
  const { schema, prefix } = wanted(table, input.IndexName)
  const terms = keyTerms(input.KeyConditionExpression ?? '', scopeOf(input))
  const partition = terms.find(({ name, operator }) => name === schema.partition && operator === '=')
  const sort = terms.find(({ name }) => name === schema.sort)
  if (partition === undefined || terms.length !== (sort === undefined ? 1 : 2))
    throw invalid('Query key condition not supported')
  const begin = `${prefix}${partitionKey(partition.values[0] ?? '')}`
  return sort === undefined ? { from: begin, before: `${begin}${last}` } : sortRange(begin, sort.operator, sort.values)
}

/** What is left of a range behind a key that was read. Throws `StoreRefused` for a key of elsewhere, which would reach there. */
const behind = (range: Range, place: string, isReversed: boolean): Range => {
  if (place < range.from || place >= range.before)
    throw invalid('The provided starting key is outside query boundaries based on provided conditions')
  return isReversed ? { ...range, before: place } : { ...range, from: `${place}\0` }
}

export interface PageAnswer {
  readonly Items?: readonly WireItem[]
  readonly Count: number
  readonly ScannedCount: number
  readonly LastEvaluatedKey?: WireItem
}

const keyOf = (item: WireItem, ...schemas: readonly Table['schema'][]): WireItem => {
  const names = schemas.flatMap(({ partition, sort }) => (sort === undefined ? [partition] : [partition, sort]))
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))
}

/** See DynamoDB's API. Everything throws `StoreRefused`. */
export const reading = (store: KeyValues, tables: StoredTables) => {
  const itemAt = (table: Table, key: WireItem): WireItem | undefined => {
    const text = store.get(placeOf(table, key))
    return text === undefined ? undefined : JSON.parse(text)
  }

  const page = async (table: Table, whole: Range, input: ReadInput): Promise<PageAnswer> => {
    const { IndexName, ExclusiveStartKey: start, ScanIndexForward, Limit = Number.POSITIVE_INFINITY } = input
    const isReversed = ScanIndexForward === false
    const index = IndexName === undefined ? undefined : table.indexes.get(IndexName)
    const startPlace =
      start === undefined ? undefined : index === undefined ? placeOf(table, start) : entryPlaceOf(table, index, start)
    const range = startPlace === undefined ? whole : behind(whole, startPlace, isReversed)
    const filter = input.FilterExpression === undefined ? undefined : conditionOf(input.FilterExpression)
    const Items: WireItem[] = []
    let scanned = 0
    let characters = 0
    let LastEvaluatedKey: WireItem | undefined
    for await (const text of store.values({ ...range, isReversed })) {
      const item: WireItem = JSON.parse(text)
      scanned += 1
      characters += text.length
      if (filter === undefined || filter(scopeOf(input, item))) Items.push(projected(item, input))
      if (scanned < Limit && characters < maxPageCharacters) continue
      LastEvaluatedKey = keyOf(item, table.schema, ...(index === undefined ? [] : [index.schema]))
      break
    }
    return {
      ...(input.Select === 'COUNT' ? {} : { Items }),
      Count: Items.length,
      ScannedCount: scanned,
      ...(LastEvaluatedKey === undefined ? {} : { LastEvaluatedKey }),
    }
  }

  return {
    GetItem(input: ReadInput) {
      const item = itemAt(tables.table(input.TableName), input.Key ?? {})
      return item === undefined ? {} : { Item: projected(item, input) }
    },

    BatchGetItem({ RequestItems = {} }: ReadInput) {
      const Responses = Object.fromEntries(
        Object.entries(RequestItems).map(([name, asked]) => {
          const table = tables.table(name)
          const items = asked.Keys.map((key) => itemAt(table, key)).filter((item) => item !== undefined)
          return [name, items.map((item) => projected(item, asked))]
        }),
      )
      return { Responses, UnprocessedKeys: {} }
    },

    Query(input: ReadInput) {
      const table = tables.table(input.TableName)
      return page(table, queried(table, input), input)
    },

    Scan(input: ReadInput) {
      const table = tables.table(input.TableName)
      const { prefix } = wanted(table, input.IndexName)
      return page(table, { from: prefix, before: `${prefix}${last}` }, input)
    },
  }
}
