// The definitions of the tables, as dynalite kept them: the description that DynamoDB would give.

import * as z from 'zod'
import type { WireItem } from '../dynamo/wire.ts'
import { indexKey, itemKey, type KeySchema } from './keys.ts'
import type { KeyValues } from './level-store.ts'
import { invalid, StoreRefused } from './refused.ts'

const keySchema = z
  .array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))
  .min(1)
  .max(2)

const description = z.looseObject({
  TableName: z.string().regex(/^[\w.-]{3,255}$/),
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: z
    .array(
      z.looseObject({
        IndexName: z.string(),
        KeySchema: keySchema,
        Projection: z.looseObject({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
      }),
    )
    .default([]),
  BillingMode: z.string().optional(),
})
type Description = z.infer<typeof description>

export interface Index {
  readonly schema: KeySchema
  /** Begins the keys of its entries. */
  readonly prefix: string
  readonly isKeysOnly: boolean
}

export interface Table {
  readonly description: Description
  readonly schema: KeySchema
  /** Begins the keys of its items. */
  readonly prefix: string
  readonly indexes: ReadonlyMap<string, Index>
}

const schemaOf = ([partition, sort]: Description['KeySchema']): KeySchema => ({
  partition: partition?.AttributeName ?? '',
  sort: sort?.AttributeName,
})

const tableOf = (given: Description): Table => {
  // dynalite may have been killed while it made the table.
  const described = { ...given, TableStatus: 'ACTIVE' }
  const { TableName: name } = described
  const indexes = described.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }): [string, Index] => [
    IndexName,
    {
      schema: schemaOf(KeySchema),
      prefix: `index-global~${name}~${IndexName}~`,
      isKeysOnly: Projection.ProjectionType === 'KEYS_ONLY',
    },
  ])
  return {
    description: described,
    schema: schemaOf(described.KeySchema),
    prefix: `item-${name}~`,
    indexes: new Map(indexes),
  }
}

/** Where an item lies. Throws `StoreRefused` if it has no key. */
export const placeOf = ({ prefix, schema }: Table, item: WireItem): string => `${prefix}${itemKey(item, schema)}`

/** Where its entry in an index lies. */
export const entryPlaceOf = (table: Table, index: Index, item: WireItem): string =>
  `${index.prefix}${indexKey(item, table.schema, index.schema)}`

const definitionPrefix = 'table~'

export interface StoredTables {
  /** Throws `StoreRefused` if there is none of this name. */
  table(name: unknown): Table
  /** Throws `StoreRefused` if there is one, or if it has keys of another kind than text. */
  create(definition: unknown, now: number): Promise<Table>
  names(): readonly string[]
}

/** Reads all definitions. */
export const openStoredTables = async (store: KeyValues): Promise<StoredTables> => {
  const tables = new Map<string, Table>()
  for await (const text of store.values({ from: definitionPrefix, before: `${definitionPrefix}~` })) {
    const table = tableOf(description.parse(JSON.parse(text)))
    tables.set(table.description.TableName, table)
  }
  return {
    names: () => [...tables.keys()].sort(),

    table(name) {
      const table = tables.get(String(name))
      if (table === undefined) throw new StoreRefused('ResourceNotFoundException', 'Requested resource not found')
      return table
    },

    async create(definition, now) {
      const parsed = description.safeParse(definition)
      if (!parsed.success) throw invalid('The definition of the table is not one that this store takes')
      const { BillingMode: _mode, ...described } = parsed.data
      const name = described.TableName
      if (described.AttributeDefinitions.some(({ AttributeType }) => AttributeType !== 'S'))
        throw invalid('Keys of this store are text')
      if (tables.has(name)) throw new StoreRefused('ResourceInUseException', `Table already exists: ${name}`)
      const table = tableOf({
        ...described,
        TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`,
        CreationDateTime: now / 1000,
        ItemCount: 0,
        TableSizeBytes: 0,
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
        GlobalSecondaryIndexes: described.GlobalSecondaryIndexes.map((index) => ({ ...index, IndexStatus: 'ACTIVE' })),
      })
      tables.set(name, table)
      await store.write([{ key: `${definitionPrefix}${name}`, value: JSON.stringify(table.description) }])
      return table
    },
  }
}
